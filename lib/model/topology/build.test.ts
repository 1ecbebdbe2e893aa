import { describe, expect, it } from 'vitest';
import type { EnvironmentModel } from '../environment';
import type { JsonObject } from '../json';
import { type EffectProgress, emptyRun, type RunProgress } from '../progress/projection';
import { ServiceTypeSchema } from '../service-type';
import { buildTopology } from './build';
import { hostNodeId, type Topology, type TopologyInput } from './graph';
import { EXAMPLE_TYPES, exampleDomain, exampleEnvironment, exampleUnit, exampleWeb } from './testing/example';

const draw = (input: Partial<TopologyInput> & { deployed: EnvironmentModel }) =>
  buildTopology({ next: null, types: EXAMPLE_TYPES, deployment: null, machines: {}, ...input });

const node = (graph: Topology, id: string) => {
  const found = graph.nodes.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no node ${id}`);
  return found;
};
const host = (graph: Topology, digit: string) => node(graph, hostNodeId(digit.repeat(32)));
const edge = (graph: Topology, kind: string, from: string, to: string) =>
  graph.edges.find(
    (e) => e.kind === kind && e.source === hostNodeId(from.repeat(32)) && e.target === hostNodeId(to.repeat(32)),
  );

const effect = (more: Partial<EffectProgress>): EffectProgress => ({
  id: 'x',
  seq: 1,
  endSeq: 0,
  kind: 'plan',
  title: 'Install',
  unitId: null,
  serviceId: null,
  host: null,
  template: null,
  stackChange: null,
  speed: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  outcome: null,
  durationMs: null,
  problem: null,
  ...more,
});
const running = (...effects: EffectProgress[]): RunProgress => ({
  ...emptyRun('d'),
  startedAt: '2026-01-01T00:00:00.000Z',
  effects: Object.fromEntries(effects.map((one) => [one.id, one])),
});

const DONE_DOMAIN = exampleDomain({
  state: { primaryDc: 'unit_1', primaryDcIp: '10.0.0.4' },
  units: [
    exampleUnit('1', { isMaster: true, state: { hostname: 'dc1' } }),
    exampleUnit('2', { isMaster: false, state: { hostname: 'dc2', domain: 'acme.local', installed: true } }),
  ],
});
const DONE_WEB = exampleWeb({
  uri: 'http://10.0.0.9',
  units: [
    exampleUnit('3', { state: { hostname: 'web1', domain: 'acme.local', iisInstalled: true, siteInstalled: true } }),
  ],
});

describe('what is contained in what', () => {
  const graph = draw({ deployed: exampleEnvironment(DONE_DOMAIN, DONE_WEB) });

  it('nests environment, service, host, role and application', () => {
    const application = node(graph, `application:site@${'3'.repeat(32)}`);
    const role = node(graph, application.parentId ?? '');
    const machine = node(graph, role.parentId ?? '');
    const service = node(graph, machine.parentId ?? '');
    expect([application, role, machine, service].map((one) => one.title)).toEqual([
      'Web site',
      'Internet Information Services',
      'web1',
      'shop',
    ]);
    expect(node(graph, service.parentId ?? '').kind).toBe('environment');
  });

  it('draws only the roles a unit should carry', () => {
    expect(
      graph.nodes.filter((one) => one.unitId === '2'.repeat(32) && one.kind === 'role').map((one) => one.title),
    ).toEqual(['Domain controller']);
  });

  it('has an edge contained_in for every node but the environment', () => {
    expect(graph.edges.filter((one) => one.kind === 'contained_in')).toHaveLength(graph.nodes.length - 1);
  });

  it('lists parents before their children', () => {
    const seen = new Set<string | null>([null]);
    for (const one of graph.nodes) {
      expect(seen.has(one.parentId)).toBe(true);
      seen.add(one.id);
    }
  });
});

describe('how machines relate', () => {
  it('connects a member to the machine that provides its domain, and says so once it has joined', () => {
    const graph = draw({ deployed: exampleEnvironment(DONE_DOMAIN, DONE_WEB) });
    expect(edge(graph, 'connected_to', '3', '1')).toMatchObject({
      relation: { capability: 'domain', name: 'acme.local', joins: true },
      state: 'established',
    });
  });

  it('plans the connection while it is a draft', () => {
    const graph = draw({
      deployed: exampleEnvironment(),
      next: { model: exampleEnvironment(exampleDomain(), exampleWeb()), is: 'draft' },
    });
    expect(edge(graph, 'connected_to', '3', '1')).toMatchObject({ relation: { name: 'acme.local' }, state: 'planned' });
  });

  it('makes further controllers depend on the first, and members on the domain', () => {
    const graph = draw({ deployed: exampleEnvironment(DONE_DOMAIN, DONE_WEB) });
    expect(edge(graph, 'depends_on', '2', '1')).toBeDefined();
    expect(edge(graph, 'depends_on', '3', '1')).toBeDefined();
    expect(edge(graph, 'depends_on', '1', '1')).toBeUndefined();
  });

  it('draws no connection to a domain that nobody provides', () => {
    const graph = draw({ deployed: exampleEnvironment(exampleWeb({ domain: 'other.local' })) });
    expect(graph.edges.some((one) => one.kind !== 'contained_in')).toBe(false);
  });
});

describe('the state of what is drawn', () => {
  it('is ready when every role is installed and the domain is joined', () => {
    const graph = draw({ deployed: exampleEnvironment(DONE_DOMAIN, DONE_WEB) });
    expect(new Set(graph.nodes.map((one) => one.state))).toEqual(new Set(['ready']));
  });

  it('wants attention when a deployed machine never joined its domain', () => {
    const stray = exampleWeb({
      units: [exampleUnit('3', { state: { hostname: 'web1', iisInstalled: true, siteInstalled: true } })],
    });
    const graph = draw({ deployed: exampleEnvironment(DONE_DOMAIN, stray) });
    expect(host(graph, '3').state).toBe('attention');
    expect(host(graph, '3').host?.joining).toBe('acme.local');
  });

  it('is ready when the machine says the domain’s name in other letters', () => {
    const joined = { hostname: 'web1', iisInstalled: true, siteInstalled: true, domain: 'ACME.local' };
    const graph = draw({
      deployed: exampleEnvironment(DONE_DOMAIN, exampleWeb({ units: [exampleUnit('3', { state: joined })] })),
    });
    expect(host(graph, '3').host?.joining).toBeNull();
    expect(edge(graph, 'connected_to', '3', '1')?.state).toBe('established');
  });

  it('is a draft before anything was deployed', () => {
    const graph = draw({
      deployed: exampleEnvironment(),
      next: { model: exampleEnvironment(exampleDomain()), is: 'draft' },
    });
    expect(graph.nodes.every((one) => one.state === 'draft')).toBe(true);
    expect(host(graph, '1').change).toBe('added');
  });

  it('calls a machine without a host name by what it will be', () => {
    const graph = draw({
      deployed: exampleEnvironment(),
      next: { model: exampleEnvironment(exampleDomain(), exampleWeb()), is: 'draft' },
    });
    expect(['1', '2', '3'].map((digit) => host(graph, digit).title)).toEqual([
      'Domain controller 1',
      'Domain controller 2',
      'Web server',
    ]);
  });

  it('shows the whole plan waiting while only one machine is worked on', () => {
    const asked = exampleEnvironment(exampleDomain(), exampleWeb());
    const graph = draw({
      deployed: exampleEnvironment(),
      next: { model: asked, is: 'deploying' },
      deployment: running(effect({ unitId: '1'.repeat(32), host: 'dc1' })),
    });
    expect(['1', '2', '3'].map((digit) => host(graph, digit).state)).toEqual(['running', 'waiting', 'waiting']);
    expect(host(graph, '1').title).toBe('dc1');
  });

  it('works on the first missing role, the later ones wait', () => {
    const graph = draw({
      deployed: exampleEnvironment(),
      next: { model: exampleEnvironment(exampleWeb()), is: 'deploying' },
      deployment: running(effect({ unitId: '3'.repeat(32) })),
    });
    expect(node(graph, `role:iis@${'3'.repeat(32)}`).state).toBe('running');
    expect(node(graph, `application:site@${'3'.repeat(32)}`).state).toBe('waiting');
  });

  it('works on every machine while the cloud creates them', () => {
    const graph = draw({
      deployed: exampleEnvironment(),
      next: { model: exampleEnvironment(exampleWeb()), is: 'deploying' },
      deployment: running(effect({ kind: 'stack.update' })),
    });
    expect(host(graph, '3').state).toBe('running');
    expect(node(graph, `role:iis@${'3'.repeat(32)}`).state).toBe('waiting');
  });

  it('joins a domain only once the domain is there', () => {
    const joining = (domain: typeof DONE_DOMAIN) => {
      const asked = exampleEnvironment(domain, exampleWeb());
      const next = { model: asked, is: 'deploying' as const };
      const deployment = running(effect({ unitId: '3'.repeat(32), title: 'JoinDomain' }));
      return edge(draw({ deployed: exampleEnvironment(), next, deployment }), 'connected_to', '3', '1')?.state;
    };
    expect(joining(exampleDomain())).toBe('planned');
    expect(joining(DONE_DOMAIN)).toBe('running');
  });

  it('is failed after a failed step, until a new deployment makes it good', () => {
    const failure = effect({ unitId: '3'.repeat(32), outcome: 'failed' });
    const over = { ...running(failure), outcome: 'failed' as const };
    const unfinished = exampleWeb({ units: [exampleUnit('3', { state: { hostname: 'web1' } })] });
    expect(host(draw({ deployed: exampleEnvironment(unfinished), deployment: over }), '3').state).toBe('failed');
    const repaired = running(failure, effect({ id: 'y', seq: 5, unitId: '3'.repeat(32), outcome: 'ok' }));
    expect(
      host(draw({ deployed: exampleEnvironment(DONE_WEB), deployment: { ...repaired, outcome: 'success' } }), '3')
        .state,
    ).not.toBe('failed');
  });

  it('is running while its machine restarts, and wants attention once it is stopped', () => {
    const phase = (name: 'rebooting' | 'stopped') => ({
      web1: { seq: 9, host: 'web1', unitId: null, phase: name, at: '2026-01-01T00:00:00.000Z' },
    });
    const deployed = exampleEnvironment(DONE_DOMAIN, DONE_WEB);
    expect(host(draw({ deployed, machines: phase('rebooting') }), '3').state).toBe('running');
    expect(host(draw({ deployed, machines: phase('stopped') }), '3').state).toBe('attention');
  });
});

describe('what is on a machine that does not do what it is for', () => {
  const [unit] = DONE_WEB.units;
  const parts = (state: JsonObject) => {
    const units = [{ ...exampleUnit('3'), state: { ...unit?.state, ...state } }];
    const graph = draw({ deployed: exampleEnvironment(DONE_DOMAIN, exampleWeb({ ...DONE_WEB, units })) });
    return [host(graph, '3').state, node(graph, `application:site@${'3'.repeat(32)}`).state];
  };
  const checked = (ok: boolean) => ({
    lifecycle: { state: 'started', status: { ok, details: 'web1 is switched off.' } },
  });

  it('is not said to be ready: nobody knows which of it works', () => {
    expect(parts(checked(true))).toEqual(['ready', 'ready']);
    expect(parts(checked(false))).toEqual(['failed', 'attention']);
  });
});

describe('a draft beside what is deployed', () => {
  const deployed = exampleEnvironment(DONE_DOMAIN, DONE_WEB);

  it('marks what is added, removed and changed, and leaves the rest unmarked', () => {
    const draft = exampleEnvironment(
      exampleDomain({
        flavor: 'm1.large',
        units: [exampleUnit('1', { isMaster: true }), exampleUnit('4', { isMaster: false })],
      }),
    );
    const graph = draw({ deployed, next: { model: draft, is: 'draft' } });
    expect(node(graph, `service:${'a'.repeat(32)}`).change).toBe('changed');
    expect(node(graph, `service:${'b'.repeat(32)}`).change).toBe('removed');
    expect(['1', '2', '4'].map((digit) => host(graph, digit).change)).toEqual([null, 'removed', 'added']);
  });

  it('notices a change deep inside a property', () => {
    const image = (name: string) => ({ osImage: { name, type: 'windows', title: 'Windows' } });
    const graph = draw({
      deployed: exampleEnvironment(exampleWeb({ ...image('2019'), state: {} })),
      next: { model: exampleEnvironment(exampleWeb(image('2022'))), is: 'draft' },
    });
    expect(node(graph, `service:${'b'.repeat(32)}`).change).toBe('changed');
  });

  it('shows the real state of what exists, not the copy the draft was opened with', () => {
    const graph = draw({ deployed, next: { model: exampleEnvironment(exampleDomain(), exampleWeb()), is: 'draft' } });
    expect(host(graph, '3')).toMatchObject({ state: 'ready', change: null, title: 'web1' });
  });
});

describe('what a service has beside machines', () => {
  const existing = ServiceTypeSchema.parse({
    type: 'existingDomain',
    package: 'x.ExistingDomain',
    version: '1.0.0',
    title: 'Existing domain',
    summary: 'A domain that is there.',
    properties: [],
    unitProperties: [],
    units: { min: 0, max: 0, default: 0, noun: 'machine' },
    offers: [{ capability: 'domain', name: 'domain' }],
    roles: [],
    facts: [{ label: 'Name server', path: 'state.nameServer', kind: 'address' }],
    form: [],
  });
  const farm = ServiceTypeSchema.parse({
    ...EXAMPLE_TYPES[1],
    type: 'farm',
    shared: [{ id: 'balancer', title: 'Load balancer', address: 'balancer' }],
    facts: [
      { label: 'Load balancer', path: 'state.balancer', kind: 'address' },
      { label: 'Address', path: 'uri', kind: 'link' },
    ],
  });
  const types = [...EXAMPLE_TYPES, existing, farm];
  const there = { id: 'f'.repeat(32), type: 'existingDomain', name: 'corp', domain: 'acme.local', units: [] };
  const service = (digit: string) => `service:${digit.repeat(32)}`;

  it('stands for a domain that is there already: its members are connected to the service itself', () => {
    const deployed = exampleEnvironment({ ...there, state: { nameServer: '10.1.1.1' } }, DONE_WEB);
    const graph = draw({ deployed, types });
    expect(node(graph, service('f'))).toMatchObject({
      state: 'ready',
      service: { elsewhere: true, addresses: [{ label: 'Name server', value: '10.1.1.1' }] },
    });
    expect(graph.edges.find((one) => one.kind === 'connected_to')).toMatchObject({
      source: hostNodeId('3'.repeat(32)),
      target: service('f'),
      relation: { name: 'acme.local' },
      state: 'established',
    });
  });

  it('is drafted, then waits, then is ready once its package has noted it down', () => {
    const state = (input: Partial<TopologyInput>) =>
      node(draw({ deployed: exampleEnvironment(), types, ...input }), service('f')).state;
    const model = exampleEnvironment(there);
    expect(state({ next: { model, is: 'draft' } })).toBe('draft');
    expect(state({ next: { model, is: 'deploying' }, deployment: running() })).toBe('waiting');
    const noted = exampleEnvironment({ ...there, state: { nameServer: '10.1.1.1' } });
    expect(state({ next: { model: noted, is: 'deploying' }, deployment: running() })).toBe('ready');
  });

  it('is a load balancer with its address, told once and not among the addresses of the service', () => {
    const balanced = (more: object) => {
      const deployed = exampleEnvironment(DONE_DOMAIN, { ...DONE_WEB, type: 'farm', ...more });
      const graph = draw({ deployed, types });
      return { part: graph.nodes.find((one) => one.kind === 'shared'), service: node(graph, service('b')).service };
    };
    const ready = balanced({ state: { balancer: '10.0.0.50' } });
    expect(ready.part).toMatchObject({ title: 'Load balancer', address: '10.0.0.50', state: 'ready' });
    expect(ready.service?.addresses).toEqual([{ label: 'Address', value: 'http://10.0.0.9' }]);
    expect(balanced({}).part).toMatchObject({ address: null, state: 'attention' });
  });
});
