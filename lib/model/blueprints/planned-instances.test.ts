import { describe, expect, it } from 'vitest';
import { emptyModel, expand } from '../lifecycle/expand';
import type { InstanceState } from '../lifecycle/instance';
import { HOST_TYPE, ROOT_TYPE } from '../lifecycle/node-types';
import { resolveTemplate } from '../lifecycle/resolve';
import { node, relation } from '../lifecycle/testing/topology';
import type { UnitPlan } from '../runs/unit-plan';
import { type GraphPhase, instancesBeside, instancesOn, machineOf, type ServiceGraph } from './graph';
import { NO_FILTER, passingInstances } from './instance-filter';
import { meantInstances, offersOperation, phasesOf } from './phases';
import { plannedInstances, possibleWorkflows, removedInstances, unitsByInstances } from './planned-instances';

const PARTS = ['lifecycle.create', 'lifecycle.start', 'lifecycle.stop'];

/** A web page on a web machine, which reads a database on another; something shared stands on no machine. */
const template = resolveTemplate({
  ...{ types: {}, groups: [] },
  nodes: [
    node('db_host', HOST_TYPE, ['cloudify_agent.create_amqp']),
    node('db', ROOT_TYPE, [...PARTS, 'lifecycle.pull'], [relation('contained_in', 'db_host')]),
    node('web_host', HOST_TYPE),
    node('page', ROOT_TYPE, PARTS, [relation('contained_in', 'web_host'), relation('connected_to', 'db')]),
    node('shared', ROOT_TYPE, PARTS),
  ],
});
const units = ['u-db', 'u-web'].map((id) => ({ id, name: id.slice(2), state: {} }));
const service = { id: 's', name: 'shop', type: 'com.example.Shop', units };

function graphWith(states: Record<string, InstanceState> = {}): ServiceGraph {
  const model = expand(emptyModel('seed'), template, {});
  const instances = model.instances.map((one) => ({ ...one, state: states[one.node] ?? ('started' as const) }));
  const hosts = instances.filter(({ id, host }) => id === host);
  return {
    ...{ package: 'com.example.Shop', operationHosts: { shared: 'web_host' }, model: { ...model, instances } },
    units: Object.fromEntries(
      hosts.map(({ id, node: name }) => [id, { unitId: `u-${name.split('_')[0]}`, host: name.split('_')[0] ?? '' }]),
    ),
  };
}

/** `turn step node@host` of each instance. */
function planOf(graph: ServiceGraph, phase: GraphPhase): string[] {
  return plannedInstances(service, graph, { titles: {} }, [phase]).map(
    ({ turn, does, node: name, host }) => `${turn} ${does} ${name}@${host}`,
  );
}
const idsOf = (graph: ServiceGraph, ...names: string[]) =>
  graph.model.instances.filter((one) => names.includes(one.node)).map(({ id }) => id);

describe('what a workflow will do with instances', () => {
  it('goes to what others need first, to stop the other way, or to all at once', () => {
    const graph = graphWith();
    expect(planOf(graph, { workflow: 'start', parameters: {} })).toEqual([
      ...['1 start shared@web', '2 start db@db', '3 start page@web'],
    ]);
    expect(planOf(graph, { workflow: 'stop', parameters: {}, reverse: true })).toEqual([
      ...['1 stop page@web', '1 stop shared@web', '2 stop db@db'],
    ]);
    expect(planOf(graph, { workflow: 'start', parameters: { run_by_dependency_order: false } })).toEqual([
      ...['1 start db@db', '1 start page@web', '1 start shared@web'],
    ]);
  });

  it('installs what is not there, in order, and nothing else', () => {
    expect(planOf(graphWith(), { workflow: 'install', parameters: {} })).toEqual([]);
    const half = graphWith({ db: 'creating', page: 'uninitialized' });
    expect(planOf(half, { workflow: 'install', parameters: {} })).toEqual(['1 setUp db@db', '2 setUp page@web']);
  });

  it('takes back what is half done, with everything else where it is to', () => {
    const half = graphWith({ db: 'configuring', page: 'uninitialized' });
    expect(planOf(half, { workflow: 'rollback', parameters: {} })).toEqual(['1 rollBack db@db']);
    const full = planOf(half, { workflow: 'rollback', parameters: { full_rollback: true } });
    expect(full.map((line) => line.split(' ').slice(1).join(' '))).toEqual(
      expect.arrayContaining(['remove db@db', 'remove shared@web', 'remove web_host@web']),
    );
    expect(full.some((line) => line.includes('page'))).toBe(false);
  });

  it('runs an operation where it is bound, on those that are chosen', () => {
    const graph = graphWith();
    const operation = 'lifecycle.pull';
    expect(planOf(graph, { workflow: 'execute_operation', parameters: { operation } })).toEqual(['1 run db@db']);
    const node_instance_ids = idsOf(graph, 'page');
    expect(planOf(graph, { workflow: 'start', parameters: { node_instance_ids } })).toEqual(['1 start page@web']);
    expect(planOf(graph, { workflow: 'reinstall', parameters: { node_ids: ['db'] } })).toEqual(['1 replace db@db']);
  });

  it('repairs what is known not to work, and checks the others', () => {
    const graph = graphWith();
    const checked = resolveTemplate({
      ...template,
      nodes: template.nodes.map((one) => ({
        ...one,
        operations: { ...one.operations, 'validation.check_status': { implementation: 'check' } },
      })),
    });
    const instances = graph.model.instances.map((one) =>
      one.node === 'db' ? { ...one, status: { ok: false, source: 'check' as const } } : one,
    );
    const broken = { ...graph, model: { ...graph.model, template: checked, instances } };
    const steps = planOf(broken, { workflow: 'heal', parameters: {} });
    expect(steps).toContain('1 repair db@db');
    expect(steps).toContain('1 check page@web');
  });

  it('adds and takes away what is scaled, and nothing where that cannot be', () => {
    const scale = (name: string, delta: number) =>
      planOf(graphWith(), { workflow: 'scale', parameters: { scalable_entity_name: name, delta } });
    expect(scale('shared', 1)).toEqual(['1 setUp shared@web']);
    expect(scale('shared', -1)).toEqual(['1 remove shared@web']);
    expect([scale('shared', 0), scale('shared', -2), scale('ghost', 1)]).toEqual([[], [], []]);
  });

  it('takes several phases one after the other, and calls nodes what the blueprint calls them', () => {
    const phases = [
      { workflow: 'stop', parameters: {}, reverse: true },
      { workflow: 'start', parameters: {} },
    ];
    const planned = plannedInstances(service, graphWith(), { titles: { db: 'Database' } }, phases);
    expect(planned.map(({ turn, does, title }) => `${turn} ${does} ${title}`)).toEqual([
      ...['1 stop page', '1 stop shared', '2 stop Database', '3 start shared', '4 start Database', '5 start page'],
    ]);
    const gone = plannedInstances({ ...service, units: [] }, graphWith(), { titles: {} }, phases.slice(1));
    expect(gone[1]).toMatchObject({ serviceId: 's', serviceName: 'shop', unitId: 'u-db', host: 'db' });
  });

  it('updates what is known to have drifted, and compares the others', () => {
    const graph = graphWith();
    const compared = resolveTemplate({
      ...template,
      nodes: template.nodes.map((one) => ({
        ...one,
        operations: { ...one.operations, 'lifecycle.check_drift': { implementation: 'compare' } },
      })),
    });
    const instances = graph.model.instances.map((one) =>
      one.node === 'page' ? { ...one, drift: { ok: true, result: ['It is off.'] } } : one,
    );
    const drifted = { ...graph, model: { ...graph.model, template: compared, instances } };
    const steps = planOf(drifted, { workflow: 'update', parameters: {} });
    expect(steps).toEqual(expect.arrayContaining(['1 update page@web', '1 compare db@db']));
    expect(planOf(drifted, { workflow: 'check_drift', parameters: {} })).toContain('1 compare page@web');
  });

  it('takes down what needs others first, and leaves hosts to the cloud', () => {
    const graph = graphWith();
    const both = removedInstances(service, graph, { titles: {} }, new Set(['u-db', 'u-web']));
    expect(both.map(({ turn, node: name }) => `${turn} ${name}`)).toEqual(['1 page', '1 shared', '2 db']);
  });
});

describe('workflows that are offered', () => {
  it('are those that have something to do now', () => {
    expect(possibleWorkflows(service, graphWith())).toEqual(['reinstall', 'pull', 'install_new_agents']);
    expect(possibleWorkflows(service, graphWith({ page: 'starting' }))).toEqual([
      ...['install', 'reinstall', 'rollback', 'pull', 'install_new_agents'],
    ]);
    expect(possibleWorkflows(service, graphWith({ page: 'stopped' }))).not.toContain('rollback');
  });

  it('are judged by what nodes declare', () => {
    const graph = graphWith();
    expect(offersOperation(graph, 'workflow.scale')).toBe(true);
    expect(offersOperation(graph, 'workflow.nothing')).toBe(false);
    expect(offersOperation(graph, 'lifecycle.heal')).toBe(true);
    expect(offersOperation(graph, 'maintenance.spoil')).toBe(false);
  });
});

describe('machines on which nothing is done', () => {
  const plan = units.map(
    ({ id }): UnitPlan => ({ ...{ serviceId: 's', unitId: id, host: id }, does: 'run', because: null }),
  );
  const becauseOf = (operation: string) =>
    unitsByInstances(plan, [{ unitId: 'u-db', does: 'run' } as never], operation).map(
      ({ does, because }) => because ?? does,
    );

  it('say why', () => {
    expect(becauseOf('lifecycle.pull')).toEqual(['run', 'notOffered']);
    expect(becauseOf('workflow.install')).toEqual(['run', 'running']);
    expect(becauseOf('workflow.rollback')).toEqual(['run', 'settled']);
  });

  it('are installed or taken back where that is done with all that is on them', () => {
    const stepOf = (...steps: UnitPlan['does'][]) =>
      unitsByInstances(
        plan,
        steps.map((does) => ({ unitId: 'u-db', does }) as never),
        'workflow.rollback',
      )[0]?.does;
    expect(stepOf('rollBack', 'rollBack')).toBe('rollBack');
    expect(stepOf('setUp')).toBe('setUp');
    expect(stepOf('setUp', 'rollBack')).toBe('run');
    expect(stepOf('replace')).toBe('run');
  });

  it('are none where something is done on no machine', () => {
    expect(unitsByInstances(plan, [{ unitId: null } as never], '')).toEqual(plan);
  });
});

describe('what is meant of a graph', () => {
  it('is what stands on machines, and with all of them what stands on none', () => {
    const graph = graphWith();
    const meant = (...chosen: string[]) => meantInstances(graph, service, new Set(chosen));
    expect(meant('u-web')).toMatchObject({ instances: idsOf(graph, 'web_host', 'page'), isWhole: false });
    expect(meant('u-db', 'u-web').instances).toEqual(graph.model.instances.map(({ id }) => id));
    expect(meant('u-db', 'u-web').isWhole).toBe(true);
    expect(instancesBeside(graph).map((one) => one.node)).toEqual(['shared']);
    expect([...instancesOn(graph, new Set(['u-db']))].sort()).toEqual(idsOf(graph, 'db_host', 'db').sort());
    const [shared = ''] = idsOf(graph, 'shared');
    expect(machineOf(graph, shared)).toEqual({ unitId: 'u-web', host: 'web' });
    expect(machineOf(graph, 'nobody')).toBeNull();
  });

  it('complies with every list', () => {
    const graph = graphWith();
    const passing = (filter: Partial<typeof NO_FILTER>) =>
      passingInstances(graph, service.type, { ...NO_FILTER, ...filter });
    expect(passing({})).toEqual(graph.model.instances.map(({ id }) => id));
    expect(passing({ nodes: ['db', 'page'] })).toEqual(idsOf(graph, 'db', 'page'));
    expect(passing({ types: [HOST_TYPE] })).toEqual(idsOf(graph, 'db_host', 'web_host'));
    expect(passing({ types: [HOST_TYPE], nodes: ['db'] })).toEqual([]);
    expect(passing({ types: [service.type], instances: idsOf(graph, 'db') })).toEqual(idsOf(graph, 'db'));
  });

  it('is asked for in phases: a restart stops all, then starts all; what is stopped is only started', () => {
    const graph = graphWith();
    const asked = { workflow: 'restart' as const, operation: '', parameters: { stop_parms: { now: true } } };
    const meant = meantInstances(graph, service, new Set(['u-db', 'u-web']));
    const [stop, start, ...more] = phasesOf(asked, { workflows: {} }, meant, graph);
    expect(stop).toMatchObject({ workflow: 'stop', reverse: true, parameters: { operation_parms: { now: true } } });
    expect(start).toMatchObject({ workflow: 'start', parameters: { operation_parms: {} } });
    expect(more).toEqual([]);
    const stopped = new Set(meant.instances);
    expect(phasesOf(asked, { workflows: {} }, { ...meant, stopped }, graph).map(({ workflow }) => workflow)).toEqual([
      'start',
    ]);
    expect(phasesOf(asked, { workflows: {} }, { ...meant, chosen: new Set() }, graph)).toEqual([]);
  });

  it('is the steps of the package where that declares the workflow', () => {
    const graph = graphWith();
    const meant = meantInstances(graph, service, new Set(['u-db', 'u-web']));
    const workflows = {
      tidy: {
        ...{ title: 'Tidy', summary: '' },
        steps: [
          { operation: 'lifecycle.pull', nodes: ['db'], byDependency: true },
          { workflow: 'install_new_agents', parameters: {} },
        ],
      },
    };
    const asked = { workflow: 'execute_operation' as const, operation: 'workflow.tidy', parameters: {} };
    expect(phasesOf(asked, { workflows }, meant, graph)).toEqual([
      {
        workflow: 'execute_operation',
        parameters: {
          ...{ operation: 'lifecycle.pull', run_by_dependency_order: true },
          node_instance_ids: idsOf(graph, 'db'),
        },
      },
      { workflow: 'install_new_agents', parameters: {} },
    ]);
    const part = phasesOf(asked, { workflows }, { ...meant, isWhole: false }, graph).at(-1);
    expect(part?.parameters).toEqual({ node_instance_ids: idsOf(graph, 'db_host') });
  });
});
