import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '@/lib/catalog/testing/load-catalog';
import { createSecretBox } from '@/lib/crypto';
import { compareModels } from '@/lib/model/compare';
import { diffModels } from '@/lib/model/diff';
import type { EnvironmentModel } from '@/lib/model/environment';
import { isObject, type JsonObject } from '@/lib/model/json';
import { checkEnvironment } from '@/lib/model/service-rules';
import type { ServiceType } from '@/lib/model/service-type';
import { stronglyConnectedComponents } from '@/lib/model/strongly-connected';
import { buildTopology } from '@/lib/model/topology/build';
import { restoredModel } from './history/restored-model';
import { servicesView } from './services/view';
import { reapplyChanges } from './sessions/three-way';
import { blueprintOf } from './templates/blueprint-of';
import { prepareServices } from './templates/prepare-services';

/** What is done to many services takes as many steps as there are services, not that number's square. */

const types = await (await loadCatalog(path.resolve('catalog'))).serviceTypes('tenant');
const box = createSecretBox(Buffer.alloc(32, 1));
const offer = {
  flavors: [{ name: 'm1.medium', vcpus: 2, memoryMb: 4096, diskGb: 40 }],
  images: [{ name: 'ws', type: 'windows.2022', title: 'Windows', marked: true }],
} as unknown as Parameters<typeof prepareServices>[2]['offer'];
const id = (n: number, of = 'a') => `${of}${n.toString(16).padStart(31, '0')}`;

/** A value whose reads are counted, however deep: what a rule looks at is what it costs. */
function counted<T>(value: T): { value: T; reads: () => number } {
  let reads = 0;
  const known = new WeakMap<object, unknown>();
  const wrap = (inner: unknown): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner;
    const before = known.get(inner);
    if (before) return before;
    const made = new Proxy(inner, {
      get: (target, key, receiver) => {
        reads += 1;
        return wrap(Reflect.get(target, key, receiver));
      },
    });
    known.set(inner, made);
    return made;
  };
  return { value: wrap(value) as T, reads: () => reads };
}

const web = (n: number, more: JsonObject = {}): JsonObject => ({
  id: id(n),
  type: 'webServer',
  name: `web-${n}`,
  adminPassword: 'W3b!passwort',
  domain: '',
  flavor: 'm1.medium',
  osImage: { name: 'ws', type: 'windows.2022', title: 'Windows' },
  unitNamingPattern: `web${n}-#`,
  units: [{ id: id(n, 'b'), name: `web-${n}_instance_0` }],
  ...more,
});
const directory = (n: number, more: JsonObject = {}): JsonObject => ({
  id: id(n),
  type: 'activeDirectory',
  name: `ad-${n}`,
  adminPassword: 'W3b!passwort',
  domain: `d${n}.local`,
  flavor: 'm1.medium',
  osImage: { name: 'ws', type: 'windows.2022', title: 'Windows' },
  unitNamingPattern: `dc${n}-#`,
  units: [{ id: id(n, 'b'), name: 'dc', isMaster: true, recoveryPassword: 'R3covery!word' }],
  ...more,
});
/** A list whose every entry may clash with, need, or be needed by each other one. */
const kinds: Record<string, (n: number, of: number) => JsonObject> = {
  'with names of their own': (n) => web(n),
  'with one and the same name': (n) => web(n, { name: 'web', unitNamingPattern: 'web#' }),
  'that provide domains': (n) => directory(n),
  'that provide one domain': (n) => directory(n, { domain: 'd.local' }),
  'that need a domain nobody provides': (n) => web(n, { domain: 'gone.local' }),
  'that need the domain of the next, in a circle': (n, of) => directory(n, { domain: `d${(n + 1) % of}.local` }),
};
const model = (services: JsonObject[]) => ({ id: id(0, 'e'), name: 'many', services }) as unknown as EnvironmentModel;
const list = (kind: string, count: number, change: JsonObject = {}) =>
  Array.from({ length: count }, (_, n) => ({ ...(kinds[kind]?.(n, count) ?? {}), ...change }));

/** How many reads more four times as many services take. */
async function growth(run: (count: number) => (() => number) | Promise<() => number>): Promise<number> {
  const [few, many] = [await run(100), await run(400)];
  return many() / few();
}
/** Four times as many, and something for what grows in steps. */
const LINEAR = 4.6;

describe.each(Object.keys(kinds))('services %s', (kind) => {
  it('are checked in as many steps as there are', async () => {
    const of = (count: number) => {
      const { value, reads } = counted(model(list(kind, count)));
      checkEnvironment(value, { types, offer: { ...offer, quota: NO_QUOTA }, deployed: value });
      return reads;
    };
    expect(await growth(of)).toBeLessThan(LINEAR);
  });

  it('are prepared for an import or a copy in as many steps as there are', async () => {
    const of = async (count: number) => {
      const { value, reads } = counted(list(kind, count));
      await prepareServices('many', value, { box, types, offer: { ...offer, quota: NO_QUOTA }, now: new Date() });
      return reads;
    };
    expect(await growth(of)).toBeLessThan(LINEAR);
  });
});

const NO_QUOTA = {
  machines: { used: 0, limit: -1 },
  vcpus: { used: 0, limit: -1 },
  memoryMb: { used: 0, limit: -1 },
};

describe('two documents of many services', () => {
  const pairs = (count: number) => {
    const before = counted(model(list('with names of their own', count)));
    const after = counted(model(list('with names of their own', count, { flavor: 'm1.large' }).reverse()));
    return { before: before.value, after: after.value, reads: () => before.reads() + after.reads() };
  };
  it.each<[string, (before: EnvironmentModel, after: EnvironmentModel, types: ServiceType[]) => unknown]>([
    ['told apart', diffModels],
    ['compared side by side', compareModels],
    ['merged', (before, after, types) => reapplyChanges(before, after, before, types)],
    ['put back', (before, after) => restoredModel(before, after, new Date())],
    ['shown with their changes', (base, drafted) => servicesView(drafted, { deployed: 'nothing', types, base })],
    [
      'drawn',
      (deployed, drafted) =>
        buildTopology({ deployed, next: { model: drafted, is: 'draft' }, types, deployment: null, machines: {} }),
    ],
    ['made a template', (before) => blueprintOf(before, types, { name: 'many', secrets: 'generate' })],
  ])('are %s in as many steps as there are services', async (_what, run) => {
    const of = (count: number) => {
      const { before, after, reads } = pairs(count);
      run(before, after, types);
      return reads;
    };
    expect(await growth(of)).toBeLessThan(LINEAR);
  });

  it('with many machines in one service are told apart in as many steps as there are machines', async () => {
    const units = (count: number, of: string) =>
      Array.from({ length: count }, (_, n) => ({ id: id(n, of), name: `u${n}` }));
    const of = (count: number) => {
      const before = counted(model([web(1, { units: units(count, 'b') })]));
      const after = counted(model([web(1, { units: units(count, 'c') })]));
      diffModels(before.value, after.value, types);
      checkEnvironment(after.value, { types, deployed: before.value });
      restoredModel(before.value, after.value, new Date());
      return () => before.reads() + after.reads();
    };
    expect(await growth(of)).toBeLessThan(LINEAR);
  });
});

describe('the components of a graph', () => {
  it('are the points that lead to each other and back, also along a way of any length', () => {
    expect(stronglyConnectedComponents([[1], [2], [0, 3], [4], [3], []])).toSatisfy(
      ([a, b, c, d, e, f]: number[]) => a === b && b === c && d === e && new Set([a, d, f]).size === 3,
    );
    const long = Array.from({ length: 20_000 }, (_, n) => [n + 1]);
    expect(new Set(stronglyConnectedComponents([...long, []])).size).toBe(20_001);
    expect(new Set(stronglyConnectedComponents([...long, [0]])).size).toBe(1);
  });
});

it('counts reads wherever they are', () => {
  const { value, reads } = counted({ a: [{ b: 1 }] });
  expect(isObject(value) && value.a[0]?.b).toBe(1);
  expect(reads()).toBeGreaterThanOrEqual(3);
});
