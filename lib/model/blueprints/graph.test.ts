import { describe, expect, it } from 'vitest';
import type { EnvironmentModel } from '../environment';
import type { JsonObject } from '../json';
import { HOST_TYPE, ROOT_TYPE } from '../lifecycle/node-types';
import { resolveTemplate } from '../lifecycle/resolve';
import type { ScalingGroup } from '../lifecycle/template';
import { node, relation } from '../lifecycle/testing/topology';
import {
  emptyGraph,
  fitted,
  graphsOf,
  instancesOn,
  machineOf,
  packagesOfGraphs,
  type ServiceGraph,
  UnevenMachines,
  withGraph,
  withoutUnfinished,
} from './graph';
import { filterNames, type InstanceFilter, NO_FILTER, unitFilter } from './instance-filter';
import { scalableNames, scaledEntity, serviceOfParts } from './scaling';

const PACKAGE = 'com.example.Shop';
const HOSTS = ['db_host', 'web_host'];

/** A page on each web machine, which reads a database on another machine; a cache stands on no machine. */
function shop(...groups: ScalingGroup[]) {
  return resolveTemplate({
    ...{ types: {}, groups },
    nodes: [
      node('db_host', HOST_TYPE),
      node('db', 'cloudify.nodes.DBMS', ['lifecycle.start'], [relation('contained_in', 'db_host')]),
      node('web_host', HOST_TYPE),
      node('page', ROOT_TYPE, [], [relation('contained_in', 'web_host'), relation('connected_to', 'db')]),
      node('cache', ROOT_TYPE),
    ],
  });
}

const unitsOf = (...nodes: string[]) =>
  nodes.map((of, at) => ({ id: `u${at}`, name: `unit${at}`, node: of, state: {} as JsonObject }));
const EMPTY = emptyGraph(PACKAGE, { operationHosts: { cache: 'web_host' } } as never, 'seed');
const nodesOf = ({ model }: ServiceGraph) => model.instances.map((one) => one.node);
/** `node unit` of each machine. */
const machinesOf = ({ model, units }: ServiceGraph) =>
  model.instances.flatMap(({ id, node: of }) => (units[id] ? [`${of} ${units[id].unitId}`] : []));
const idsOf = ({ model }: ServiceGraph, name: string) =>
  model.instances.filter((one) => one.node === name).map(({ id }) => id);

/** An environment with the graph of a shop on a database machine and two web machines, and a service without a graph. */
function environmentWith(graph: ServiceGraph, units = unitsOf('db_host', 'web_host', 'web_host')): EnvironmentModel {
  const plain = { id: 'p', name: 'files', type: 'fileServer', units: [{ id: 'f', name: 'fs1', state: {} }] };
  const model = { id: 'e', name: 'env', services: [{ id: 's', name: 'shop', type: PACKAGE, units }, plain] };
  return withGraph(model as unknown as EnvironmentModel, 's', graph);
}

describe('the instances of a service', () => {
  const units = unitsOf('db_host', 'web_host', 'web_host');
  const graph = fitted(EMPTY, shop(), HOSTS, units);

  it('are as many as its machines ask for, each machine with what stands on it', () => {
    expect(nodesOf(graph)).toEqual(['db_host', 'db', 'web_host', 'web_host', 'page', 'page', 'cache']);
    expect(machinesOf(graph)).toEqual(['db_host u0', 'web_host u1', 'web_host u2']);
    expect(machineOf(graph, idsOf(graph, 'page')[1] ?? '')).toEqual({ unitId: 'u2', host: 'unit2' });
    // the first machine of the host that it names
    expect(machineOf(graph, idsOf(graph, 'cache')[0] ?? '')).toEqual({ unitId: 'u1', host: 'unit1' });
    expect(machineOf({ ...graph, operationHosts: {} }, idsOf(graph, 'cache')[0] ?? '')).toBeNull();
  });

  it('are those of the first host where a machine names none', () => {
    const one = fitted(EMPTY, shop(), HOSTS, [{ id: 'u', name: 'unit' }]);
    expect(machinesOf(one)).toEqual(['db_host u']);
  });

  it('stay with their machines; those of a machine that goes go, whichever it was', () => {
    const [db, , second] = units as [never, never, never];
    const shrunk = fitted(graph, shop(), HOSTS, [db, second]);
    expect(machinesOf(shrunk)).toEqual(['db_host u0', 'web_host u2']);
    expect(idsOf(shrunk, 'page')).toEqual(idsOf(graph, 'page').slice(1));
    const grown = fitted(shrunk, shop(), HOSTS, [db, second, { id: 'new', name: 'web9', node: 'web_host' }]);
    expect(machinesOf(grown)).toEqual(['db_host u0', 'web_host u2', 'web_host new']);
    expect(idsOf(grown, 'page').slice(0, 1)).toEqual(idsOf(shrunk, 'page'));
  });

  it('stay as many as were scaled while the topology says what it said, and follow it when it says something else', () => {
    const counts = { ...graph.model.counts, cache: 3 };
    const scaled = fitted({ ...graph, model: { ...graph.model, counts } }, shop(), HOSTS, units);
    expect(idsOf(scaled, 'cache')).toHaveLength(3);
    const other = shop();
    const nodes = other.nodes.map((one) => (one.id === 'cache' ? { ...one, instances: 2 } : one));
    expect(idsOf(fitted(scaled, { ...other, nodes }, HOSTS, units), 'cache')).toHaveLength(2);
  });

  it('come in whole groups, or are refused with the name of the group', () => {
    const farm = shop({ name: 'farm', members: ['web_host'], instances: 1 });
    const twoEach = {
      ...farm,
      nodes: farm.nodes.map((one) => (one.id === 'web_host' ? { ...one, instances: 2 } : one)),
    };
    const four = fitted(EMPTY, twoEach, HOSTS, unitsOf('db_host', ...Array<string>(4).fill('web_host')));
    expect(four.model.groups).toHaveLength(2);
    expect(() => fitted(EMPTY, twoEach, HOSTS, unitsOf('db_host', ...Array<string>(3).fill('web_host')))).toThrow(
      new UnevenMachines('The machines do not make whole groups: each "farm" has 2 of web_host, and there are 3.'),
    );
    const both = shop({ name: 'pair', members: ['db_host', 'web_host'], instances: 1 });
    expect(() => fitted(EMPTY, both, HOSTS, unitsOf('db_host', 'web_host', 'web_host'))).toThrow(UnevenMachines);
    const pairs = fitted(EMPTY, both, HOSTS, unitsOf('db_host', 'web_host', 'db_host', 'web_host'));
    expect(pairs.model.groups).toHaveLength(2);
    // a pair goes with the machine of it that goes, and the other one stays
    const left = fitted(pairs, both, HOSTS, unitsOf('db_host', 'web_host', 'db_host', 'web_host').slice(2));
    expect(machinesOf(left)).toEqual(['db_host u2', 'web_host u3']);
    expect(idsOf(left, 'web_host')).toEqual(idsOf(pairs, 'web_host').slice(1));
  });

  it('are kept with the environment, without what their types say anyway', () => {
    const model = environmentWith(graph);
    expect(graphsOf(model).s).toEqual(graph);
    expect(packagesOfGraphs(model)).toEqual([PACKAGE]);
    const kept = JSON.stringify(model.state);
    expect(kept).toContain('plan lifecycle.start');
    expect(kept).not.toContain('monitoring_agent');
    const gone = withGraph(model, 's', null);
    expect([graphsOf(gone), gone.state]).toEqual([{}, {}]);
    const other = withGraph(withGraph(model, 't', graph), 's', null);
    expect(Object.keys(graphsOf(other))).toEqual(['t']);
  });

  it('are kept without what was left half-way once something else is done, but for a change of their number', () => {
    const phases = [{ workflow: 'heal', parameters: {} }];
    const leaving = (modification: unknown) =>
      withoutUnfinished(
        environmentWith({
          ...graph,
          unfinished: { phases, progress: null, modification } as ServiceGraph['unfinished'] & object,
        }),
      );
    expect(graphsOf(leaving(null)).s).toEqual(graph);
    const modification = { name: 'page' };
    expect(graphsOf(leaving(modification)).s?.unfinished).toEqual({ phases: [], progress: null, modification });
    expect(instancesOn(graph, new Set(['u2'])).size).toBe(2);
  });
});

describe('names of what may have more or fewer instances', () => {
  const graph = fitted(EMPTY, shop(), HOSTS, unitsOf('db_host', 'web_host', 'web_host'));
  const model = environmentWith(graph);
  const entity = (name: string, withHost = false, serviceId?: string) =>
    scaledEntity(model, { name, withHost, serviceId });
  const parts = (name: string, withHost = false, serviceId?: string) =>
    serviceOfParts(model, { name, withHost, serviceId });

  it('are those of services, and of the nodes and groups of blueprints', () => {
    expect(scalableNames(model)).toEqual(['shop', 'db_host', 'db', 'web_host', 'page', 'cache', 'files']);
    const farm = fitted(
      EMPTY,
      shop({ name: 'farm', members: ['web_host'], instances: 1 }),
      HOSTS,
      unitsOf('db_host', 'web_host'),
    );
    expect(scalableNames(environmentWith(farm)).slice(0, 2)).toEqual(['shop', 'farm']);
  });

  it('stand for the machines of a service, by its name or id', () => {
    const all = { serviceId: 's', nodes: null, instances: [['u0'], ['u1'], ['u2']] };
    expect([entity('shop'), entity('s')]).toEqual([all, all]);
    expect(entity('files')).toEqual({ serviceId: 'p', nodes: null, instances: [['f']] });
    expect(entity('files', false, 's')).toBeNull();
    expect(entity('nobody')).toBeNull();
    expect([parts('shop'), parts('s')]).toEqual([null, null]);
  });

  it('stand for the machines of a host, of a node with its host where that is meant, and else for the node alone', () => {
    const machines = { serviceId: 's', nodes: ['web_host'], instances: [['u1'], ['u2']] };
    expect([entity('web_host'), entity('page', true)]).toEqual([machines, machines]);
    expect(entity('page')).toBeNull();
    expect([parts('page'), parts('page', true), parts('web_host')]).toEqual(['s', null, null]);
    expect([entity('cache', true), parts('cache', true), parts('cache')]).toEqual([null, 's', 's']);
    expect([parts('page', false, 'p'), parts('nobody')]).toEqual([null, null]);
  });

  it('stand for the machines of each group, in groups of groups as well; a host of a group comes with it alone', () => {
    const grouped = shop(
      { name: 'farm', members: ['web_host', 'inner'], instances: 1 },
      { name: 'inner', members: ['db_host', 'cache'], instances: 2 },
    );
    const units = unitsOf('db_host', 'db_host', 'web_host');
    const farm = environmentWith(fitted(EMPTY, grouped, HOSTS, units), units);
    expect(scaledEntity(farm, { name: 'farm', withHost: false })).toEqual({
      ...{ serviceId: 's', nodes: ['web_host', 'db_host', 'db_host'], instances: [['u0', 'u1', 'u2']] },
    });
    expect(scaledEntity(farm, { name: 'inner', withHost: false })).toMatchObject({ instances: [['u0'], ['u1']] });
    expect(scaledEntity(farm, { name: 'web_host', withHost: false })).toBe(
      'The machines of web_host come in whole groups only: scale farm.',
    );
    expect(serviceOfParts(farm, { name: 'farm', withHost: false })).toBeNull();
    const pages = environmentWith(
      fitted(EMPTY, shop({ name: 'caches', members: ['cache'], instances: 1 }), HOSTS, units.slice(0, 1)),
      units,
    );
    expect(serviceOfParts(pages, { name: 'caches', withHost: false })).toBe('s');
  });
});

describe('a choice of instances', () => {
  const units = unitsOf('db_host', 'web_host', 'web_host');
  const graph = fitted(EMPTY, shop(), HOSTS, units);
  const model = environmentWith(graph);
  const typesOf = ({ type }: { type: string }) => (type === 'fileServer' ? ['com.example.Files'] : []);
  /** Units of which anything is meant. */
  const meant = (filter: Partial<InstanceFilter>) => {
    const isMeant = unitFilter({ ...NO_FILTER, ...filter }, model, typesOf);
    return model.services.flatMap((service) =>
      service.units.filter((unit) => isMeant(service, unit)).map(({ id }) => id),
    );
  };

  it('is everything where nothing is named', () => {
    expect(meant({})).toEqual(['u0', 'u1', 'u2', 'f']);
  });

  it('meets a machine of a blueprint by what stands on it', () => {
    expect(meant({ nodes: ['page'] })).toEqual(['u1', 'u2']);
    expect(meant({ instances: idsOf(graph, 'page').slice(1) })).toEqual(['u2']);
    expect(meant({ types: ['cloudify.nodes.SoftwareComponent'] })).toEqual(['u0']);
    expect(meant({ types: [PACKAGE], nodes: ['db', 'page'] })).toEqual(['u0', 'u1', 'u2']);
  });

  it('meets any other machine by its service and what that derives from', () => {
    for (const filter of [
      ...[{ types: ['fileServer'] }, { types: ['com.example.Files'] }, { nodes: ['p'] }, { nodes: ['files'] }],
      ...[{ instances: ['f'] }, { instances: ['fs1'] }],
    ]) {
      expect(meant(filter)).toEqual(['f']);
    }
    expect(meant({ nodes: ['files'], instances: ['fs2'] })).toEqual([]);
  });

  it('may name what there is', () => {
    const { types, nodes, instances } = filterNames(model, typesOf);
    expect([...nodes].sort()).toEqual(['cache', 'db', 'db_host', 'files', 'p', 'page', 'web_host']);
    expect([...types]).toEqual(
      expect.arrayContaining([
        PACKAGE,
        'fileServer',
        'com.example.Files',
        HOST_TYPE,
        'cloudify.nodes.SoftwareComponent',
      ]),
    );
    expect([...instances].sort()).toEqual([...graph.model.instances.map(({ id }) => id), 'f', 'fs1'].sort());
  });
});
