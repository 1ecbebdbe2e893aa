import { describe, expect, test } from 'vitest';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { MASK } from '@/lib/model/secret';
import { PropertySchema, type ServiceType } from '@/lib/model/service-type';
import { reapplyChanges } from './three-way';

const service = (id: string, more: Record<string, unknown> = {}): Service => ({
  id,
  type: 'webServer',
  name: id,
  flavor: 'small',
  units: [{ id: `${id}-u0`, name: `${id}_instance_0` }],
  ...more,
});
const model = (...services: Service[]): EnvironmentModel => ({ id: 'e', name: 'env', services });
const sealed = (fingerprint: string, payload: string) => `vetro:secret:v1:${fingerprint.padEnd(22, 'x')}:${payload}.`;

/** Runs the merge and returns the services and the paths in conflict. */
function merge(base: EnvironmentModel, draft: EnvironmentModel, current: EnvironmentModel) {
  const { model: merged, conflicts } = reapplyChanges(base, draft, current, []);
  return { services: merged.services, paths: conflicts.map(({ path }) => path) };
}

describe('changes of a draft, applied again to what is deployed now', () => {
  test('additions of both sides stay, deployed ones first', () => {
    const { services, paths } = merge(
      model(service('a')),
      model(service('a'), service('mine')),
      model(service('a'), service('theirs')),
    );
    expect([services.map(({ id }) => id), paths]).toEqual([['a', 'theirs', 'mine'], []]);
  });

  test('different attributes of one service are merged; units too', () => {
    const base = model(service('a'));
    const draft = model(
      service('a', { domain: 'acme.local', units: [...service('a').units, { id: 'new', name: 'n' }] }),
    );
    const current = model(
      service('a', {
        flavor: 'large',
        units: [{ ...service('a').units[0], id: 'a-u0', name: 'a_instance_0', state: { hostname: 'h' } }],
      }),
    );
    const { services, paths } = merge(base, draft, current);
    expect(paths).toEqual([]);
    expect(services[0]).toMatchObject({ flavor: 'large', domain: 'acme.local' });
    expect(services[0]?.units).toEqual([
      { id: 'a-u0', name: 'a_instance_0', state: { hostname: 'h' } },
      { id: 'new', name: 'n' },
    ]);
  });

  test('one attribute changed by both keeps the deployed value and is named; the same change is none', () => {
    const base = model(service('a'));
    const both = merge(base, model(service('a', { flavor: 'tiny' })), model(service('a', { flavor: 'large' })));
    expect([both.services[0]?.flavor, both.paths]).toEqual(['large', ['services.a.flavor']]);
    const same = merge(base, model(service('a', { flavor: 'large' })), model(service('a', { flavor: 'large' })));
    expect(same.paths).toEqual([]);
  });

  test('a removal applies unless the other side changed the thing; then it stays and is named', () => {
    const base = model(service('a'), service('b'));
    expect(merge(base, model(service('a')), base).services.map(({ id }) => id)).toEqual(['a']);
    const changed = merge(base, model(service('a')), model(service('a'), service('b', { flavor: 'large' })));
    expect([changed.services.map(({ id }) => id), changed.paths]).toEqual([['a', 'b'], ['services.b']]);
    const removed = merge(base, model(service('a'), service('b', { flavor: 'large' })), model(service('a')));
    expect([removed.services.map(({ id }) => id), removed.paths]).toEqual([['a'], ['services.b']]);
  });

  test('the draft counts where its owner takes it: a change, a removal, and a thing that was removed meanwhile as a new one', () => {
    const base = model(service('a'), service('b', { state: { x: 1 }, uri: 'http://1' }));
    const large = model(service('a', { flavor: 'large' }), service('b', { flavor: 'large', state: { x: 1 } }));
    const small = model(service('a', { flavor: 'tiny' }), service('b', { state: { x: 1 } }));
    const take = (draft: EnvironmentModel, current: EnvironmentModel, ...paths: string[]) => {
      const { model: merged, conflicts } = reapplyChanges(base, draft, current, [], paths);
      return [merged.services, conflicts.map(({ path }) => path)];
    };
    expect(take(large, small, 'services.a.flavor')).toMatchObject([[{ id: 'a', flavor: 'large' }, { id: 'b' }], []]);
    const [removed] = take(model(service('a')), large, 'services.b') as [EnvironmentModel['services']];
    expect(removed.map(({ id }) => id)).toEqual(['a']);
    const [kept, left] = take(large, model(service('a')), 'services.b') as [EnvironmentModel['services'], string[]];
    expect(left).toEqual([]);
    expect(kept[1]).toEqual(service('b', { flavor: 'large' }));
  });

  test('nobody reads the id of a machine that has no name', () => {
    const machine = (isMaster: boolean, more: Record<string, unknown> = {}) =>
      model(service('a', { units: [{ id: 'f'.repeat(32), isMaster, ...more }] }));
    const { conflicts } = reapplyChanges(
      machine(false),
      machine(true, { size: 1 }),
      model(service('a', { units: [] })),
      [],
    );
    expect(conflicts.map(({ sentence }) => sentence)).toEqual([
      'One of the machines of "a" was changed by you and by what was deployed meanwhile.',
    ]);
  });

  test('what deployments write is never a change: state and instants come from what is deployed', () => {
    const base = model(service('a', { updated: '1' }));
    const draft = model(service('a', { updated: '2' }));
    const current = model(service('a', { updated: '3', state: { x: 1 }, uri: 'http://1' }));
    expect(merge(base, draft, current)).toEqual({ services: current.services, paths: [] });
  });

  test('one secret sealed twice is one secret; two secrets are a conflict', () => {
    const base = model(service('a', { adminPassword: sealed('p1', 'AAA') }));
    const resealed = model(service('a', { adminPassword: sealed('p1', 'BBB') }));
    const mine = model(service('a', { adminPassword: sealed('p2', 'CCC') }));
    const theirs = model(service('a', { adminPassword: sealed('p3', 'DDD') }));
    expect(merge(base, mine, resealed).services[0]?.adminPassword).toBe(sealed('p2', 'CCC'));
    expect(merge(base, mine, theirs).paths).toEqual(['services.a.adminPassword']);
  });

  test('each side of a conflict is named with what it had made of the thing, a secret only as changed', () => {
    const type = {
      type: 'webServer',
      title: 'Web Server',
      properties: [
        PropertySchema.parse({ name: 'flavor', kind: 'flavor', label: 'Machine size' }),
        PropertySchema.parse({ name: 'adminPassword', kind: 'password', label: 'Administrator password' }),
      ],
      unitProperties: [],
      units: { min: 1, max: 9, default: 1, noun: 'web server' },
    } as unknown as ServiceType;
    const base = model(service('a', { adminPassword: sealed('p1', 'AAA') }));
    const mine = model(service('a', { flavor: 'tiny', adminPassword: sealed('p2', 'BBB') }));
    const theirs = model(service('a', { flavor: 'large', adminPassword: sealed('p3', 'CCC') }));
    const { conflicts } = reapplyChanges(base, mine, theirs, [type]);
    const sides = conflicts.map((one) => [one.mine, one.deployed].map((changes) => changes.map(({ after }) => after)));
    expect(sides).toEqual([
      [['tiny'], ['large']],
      [[MASK], [MASK]],
    ]);
    const removed = reapplyChanges(base, mine, model(), [type]).conflicts;
    expect(removed.map((one) => [one.mine.length, one.deployed.map(({ kind }) => kind)])).toEqual([
      [2, ['serviceRemoved']],
    ]);
  });
});
