import { describe, expect, it } from 'vitest';
import { evaluate } from '@/lib/model/blueprints/functions';
import { emptyGraph, fitted, graphsOf, type ServiceGraph } from '@/lib/model/blueprints/graph';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { Json, JsonObject } from '@/lib/model/json';
import type { OperationSubject } from '@/lib/model/lifecycle/execution';
import { HOST_TYPE, ROOT_TYPE } from '@/lib/model/lifecycle/node-types';
import { resolveTemplate } from '@/lib/model/lifecycle/resolve';
import { node, relation } from '@/lib/model/lifecycle/testing/topology';
import { withMarks } from './marks';
import { sourcesOf } from './plan-operations';
import { reachOf, reachOfPhases, unitsOf } from './reached-units';

/** A page on each of two web machines, which reads a database on another; an address and a backup stand on none. */
const template = resolveTemplate({
  ...{ types: {}, groups: [] },
  nodes: [
    node('db_host', HOST_TYPE),
    { ...node('db', ROOT_TYPE, [], [relation('contained_in', 'db_host')]), properties: { port: 1433 } },
    node('web_host', HOST_TYPE),
    {
      ...node('page', ROOT_TYPE, [], [relation('contained_in', 'web_host'), relation('connected_to', 'db')]),
      properties: { site: { name: 'shop' } },
    },
    ...[node('address', ROOT_TYPE), node('backup', ROOT_TYPE), node('licence', ROOT_TYPE)],
  ],
});
const units = ['db_host', 'web_host', 'web_host'].map((of, at) => ({
  ...{ id: `u${at}`, name: `unit${at}`, node: of },
  state: { hostname: `m${at}`, address: `10.0.0.${at}` } as JsonObject,
}));

function graphWith(change: Record<string, object> = {}): ServiceGraph {
  const empty = emptyGraph('com.example.Shop', { operationHosts: { backup: 'db_host' } } as never, 'seed');
  const graph = fitted(empty, template, ['db_host', 'web_host'], units);
  const instances = graph.model.instances.map((one) => ({ ...one, state: 'started' as const, ...change[one.node] }));
  return { ...graph, model: { ...graph.model, instances } };
}
const idsOf = ({ model }: ServiceGraph, name: string) =>
  model.instances.filter((one) => one.node === name).map(({ id }) => id);

describe('what an operation finds by the names of nodes', () => {
  const graph = graphWith({ db: { runtimeProperties: { version: 15, address: 'db.local' } } });
  const [first = '', second = ''] = idsOf(graph, 'page');
  const [db = ''] = idsOf(graph, 'db');
  const found = (value: Json, subject: OperationSubject | null) => evaluate(value, sourcesOf(graph, units, subject));

  it('is its own instance, on its own machine', () => {
    for (const [id, host] of Object.entries({ [first]: 'm1', [second]: 'm2' })) {
      expect(found({ get_attribute: ['SELF', 'hostname'] }, { instance: id })).toBe(host);
      expect(found({ get_attribute: ['web_host', 'hostname'] }, { instance: id })).toBe(host);
    }
    expect(found({ get_property: ['SELF', 'site', 'name'] }, { instance: first })).toBe('shop');
  });

  it('is the first instance of another machine, with what operations have said of it before what its machine says', () => {
    expect(found({ get_attribute: ['db', 'hostname'] }, { instance: second })).toBe('m0');
    expect(found({ get_attribute: ['db', 'address'] }, { instance: second })).toBe('db.local');
    expect(found({ get_attribute: ['db_host', 'address'] }, { instance: second })).toBe('10.0.0.0');
    expect(found({ get_property: ['db', 'port'] }, { instance: second })).toBe(1433);
    expect(found({ get_attribute: ['page', 'hostname'] }, null)).toBe('m1');
  });

  it('is both ends of a relationship, whichever side it is on', () => {
    const link = { source: second, target: db };
    for (const side of ['source', 'target'] as const) {
      expect(found({ get_attribute: ['SOURCE', 'hostname'] }, { ...link, side })).toBe('m2');
      expect(found({ get_attribute: ['TARGET', 'version'] }, { ...link, side })).toBe(15);
    }
    expect(found({ get_attribute: ['web_host', 'hostname'] }, { ...link, side: 'source' })).toBe('m2');
    expect(found({ get_attribute: ['SELF', 'hostname'] }, { ...link, side: 'source' })).toBeNull();
  });

  it('is nothing where there is no such node', () => {
    expect(found({ get_attribute: ['ghost', 'hostname'] }, { instance: first })).toBeNull();
    expect(found({ get_property: ['ghost', 'port'] }, { instance: first })).toBeNull();
    expect(found({ get_attribute: ['licence', 'hostname'] }, { instance: first })).toBeNull();
  });
});

describe('what people see of a service', () => {
  const model = {
    ...{ id: 'e', name: 'env' },
    services: [
      { id: 's', type: 'com.example.Shop', name: 'shop', units, state: { kept: true } },
      { id: 't', type: 'other', name: 'other', units: [] },
    ],
  } as unknown as EnvironmentModel;
  const marked = (graph: ServiceGraph, outputs: Record<string, Json> = {}) => withMarks(model, 's', graph, outputs);

  it('is what is started on each machine and beside them, with where that is', () => {
    const [one = ''] = idsOf(graphWith(), 'page');
    const graph = graphWith({ address: { runtimeProperties: { address: '10.1.1.1' } }, db: { state: 'stopped' } });
    const instances = graph.model.instances.map((each) =>
      each.id === one ? { ...each, state: 'creating' as const } : each,
    );
    const [shop, other] = marked({ ...graph, model: { ...graph.model, instances } }).services as [Service, Service];
    expect(shop.units.map(({ state }) => state?.nodes)).toEqual([
      ...[{ db_host: true }, { web_host: true }, { web_host: true, page: true }],
    ]);
    expect(shop.units[0]?.state).toMatchObject({ hostname: 'm0' });
    expect(shop.state).toEqual({
      ...{ kept: true, nodes: { address: '10.1.1.1', backup: 'unit0', licence: 'ready' } },
    });
    expect(other).toBe(model.services[1]);
  });

  it('is what the service tells of its instances', () => {
    const outputs = { url: { concat: ['http://', { get_attribute: ['page', 'hostname'] }] } };
    expect(marked(graphWith(), outputs).services[0]?.state).toMatchObject({ outputs: { url: 'http://m1' } });
    expect(marked(graphWith()).services[0]?.state).not.toHaveProperty('outputs');
  });

  it('is kept with what its machines are called now, for when they are gone', () => {
    const graph = graphWith();
    const gone = { ...graph, units: { ...graph.units, x: { unitId: 'gone', host: 'old' } } };
    expect(Object.values(graphsOf(marked(gone)).s?.units ?? {})).toEqual([
      ...units.map(({ id }, at) => ({ unitId: id, host: `m${at}` })),
      { unitId: 'gone', host: 'old' },
    ]);
  });
});

describe('how far a workflow came on a machine', () => {
  const graph = graphWith();
  const [first = '', second = ''] = idsOf(graph, 'page');
  const phase = (operation: string | null, ...instances: string[]) => ({
    operation,
    instances: instances.map((instanceId) => ({ instanceId, unitId: instanceId === first ? 'u1' : 'u2' })),
  });
  const reach = (of: ReturnType<typeof phase>, run: object, unitId = 'u1') =>
    reachOfPhases([of], { graph, executions: [], begun: new Set(), ended: new Set(), ...run } as never, unitId)[0];
  const status = (name: string, report: object = {}) => ({ executions: [{ status: name, report }] });

  it('is what its own operations did, until the phase has ended', () => {
    const stop = phase('stop', first, second);
    expect(reach(stop, {})).toBe('unreached');
    expect(reach(stop, { begun: new Set([`stop ${first}`]) })).toBe('begun');
    expect(reach(stop, { begun: new Set([`stop ${second}`]) })).toBe('unreached');
    expect(reach(stop, { ended: new Set([`stop ${first}`]) })).toBe('done');
    expect(reach(stop, status('terminated'))).toBe('done');
    expect(reach(stop, status('failed'))).toBe('unreached');
  });

  it('is done where nothing was to be done, once the phase was', () => {
    expect([reach(phase('stop', second), {}), reach(phase('stop', second), status('failed'))]).toEqual([
      ...['unreached', 'done'],
    ]);
  });

  it('is open where several operations were asked for, unless the machine was repaired in spite of a failure', () => {
    const heal = phase(null, first);
    expect([reach(heal, {}), reach(heal, status('failed')), reach(heal, status('cancelled'))]).toEqual([
      ...['unreached', 'begun', 'begun'],
    ]);
    expect(reach(heal, status('failed', { sets: { healed: [first] } }))).toBe('done');
    expect(reach(heal, status('failed', { sets: { reinstalled: [second] } }))).toBe('begun');
    const down = graphWith({ page: { state: 'stopped' } });
    expect(reach(heal, { ...status('failed', { sets: { healed: [first] } }), graph: down })).toBe('begun');
  });

  it('is as far as all its phases came', () => {
    expect([reachOf(['done', 'done']), reachOf(['done', 'unreached']), reachOf(['unreached', 'unreached'])]).toEqual([
      ...['done', 'begun', 'unreached'],
    ]);
    expect([...unitsOf(graph, [first, 'ghost'])]).toEqual(['u1']);
  });
});
