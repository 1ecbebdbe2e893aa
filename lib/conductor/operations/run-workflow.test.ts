import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '@/lib/catalog';
import { loadCatalog, packagesFor } from '@/lib/catalog/testing/load-catalog';
import {
  activeDirectory,
  environment,
  recordingEffects,
  type Script,
  webServer,
} from '@/lib/catalog/testing/recording-effects';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { type Condition, conditionOf, withCondition } from '@/lib/model/operations/condition';
import type { PlanBinding, UnitType } from '@/lib/model/operations/declared';
import type { RunTarget } from '@/lib/model/runs/target';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import { type WorkflowInput, WorkflowInputSchema } from '@/lib/model/runs/workflow-input';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import { runWorkflow } from '.';
import type { WorkflowJob } from './run-workflow';

/** Workflows over the machines of the packages that ship, on recorded effects. */

let catalog: Catalog;
beforeAll(async () => {
  catalog = await loadCatalog(path.resolve('catalog'));
});

/** A domain and a web server in it, both deployed. */
function deployed(...conditions: (Partial<Condition> | null)[]): EnvironmentModel {
  const model = environment(activeDirectory(1), webServer({ domain: 'acme.local' }));
  let at = 0;
  for (const service of model.services) {
    for (const unit of service.units) {
      const condition = conditions[at];
      at += 1;
      const state = { hostname: service.type === 'activeDirectory' ? 'dc1' : 'web1' };
      unit.state = condition ? withCondition(state, { status: null, state: 'started', ...condition }) : state;
    }
  }
  return model;
}

const EVERYTHING: RunTarget = { entity: 'environment' };

/** The web server alone, by the service that it is the one machine of. */
const WEB_SERVER: RunTarget = { entity: 'service', serviceId: webServer().id };

const AS_USUAL = WorkflowInputSchema.parse({});

interface ScenarioOptions {
  /** whether somebody has asked for the end, by the plans so far */
  isStopped?: (plans: readonly string[]) => boolean;
  /** sets machines up anew; nobody asks for that when left out */
  setUpAnew?: WorkflowJob['setUpAnew'];
  /** how the packages have web servers stopped */
  tries?: Partial<PlanBinding>;
  /** whether the packages have their machines do before a suspension what they do when they are stopped */
  drains?: boolean;
}

const NEVER_SET_UP = () => Promise.reject(new Error('Nobody asked for that.'));

function withStops(packages: LoadedPackages, tries: Partial<PlanBinding>, drains: boolean): LoadedPackages {
  const unitTypes = Object.entries(packages.unitTypes ?? {}).map(([name, type]): [string, UnitType] => {
    const stop = type.operations['lifecycle.stop'];
    if (!stop) return [name, type];
    const stops = { 'lifecycle.stop': { ...stop, ...tries }, ...(drains ? { 'lifecycle.suspend': stop } : {}) };
    return [name, { ...type, operations: { ...type.operations, ...stops } }];
  });
  return { ...packages, unitTypes: Object.fromEntries(unitTypes) };
}

async function run(
  workflow: UnitWorkflow,
  model: EnvironmentModel,
  script: Script = {},
  target = EVERYTHING,
  input: WorkflowInput = AS_USUAL,
  { isStopped = () => false, tries = {}, drains = false, setUpAnew = NEVER_SET_UP }: ScenarioOptions = {},
) {
  const { effects: recorded, recording } = recordingEffects(script);
  const effects: Effects = {
    ...recorded,
    executePlan: async (request) => {
      const outcome = await recorded.executePlan(request);
      // what is repaired works when it is looked at again
      if (request.name === 'RepairWebServer') delete script.plans?.[`${request.host} CheckWebServer`];
      return outcome;
    },
  };
  const packages = withStops(await packagesFor(catalog, model), tries, drains);
  const sent = () => recording.plans.map(({ host, name }) => `${host} ${name}`);
  const job = { workflow, target, input, model, packages, effects, isStopped: () => isStopped(sent()), setUpAnew };
  const end = await runWorkflow(job);
  const plans = sent();
  const conditions = end.model.services.flatMap(({ units }) => units.map(conditionOf));
  return {
    ...end,
    plans,
    requests: recording.plans,
    reports: recording.reports.filter((line) => !line.startsWith('debug')),
    notes: recording.reports.filter((line) => line.startsWith('debug')),
    suspensions: recording.suspensions,
    states: conditions.map((one) => one?.state),
    conditions,
  };
}

describe('a restart', () => {
  it('stops who needs others before those, and starts them after', async () => {
    const { plans, states } = await run('restart', deployed());
    expect(plans).toEqual([
      'web1 StopWebServer',
      'dc1 StopDomainController',
      'dc1 StartDomainController',
      'web1 StartWebServer',
    ]);
    expect(states).toEqual(['started', 'started']);
  });

  it('of one service leaves the others alone', async () => {
    expect((await run('restart', deployed(), {}, WEB_SERVER)).plans).toEqual([
      'web1 StopWebServer',
      'web1 StartWebServer',
    ]);
  });

  it('starts nothing when something could not be stopped, and says so at the machine', async () => {
    const { plans, reports, states } = await run('restart', deployed(), {
      plans: { 'web1 StopWebServer': { fails: 'It hangs.' } },
    });
    expect(plans).toEqual(['web1 StopWebServer']);
    expect(reports).toEqual([
      expect.stringMatching(/^error unit \w+: web1 could not be stopped: It hangs\. Repair may help\.$/),
    ]);
    expect(states).toEqual(['started', 'stopping']);
  });
});

describe('an operation that fails', () => {
  /** Stopping web1 fails so often, then it works. */
  const failing = (times: number): Script => {
    let failed = 0;
    return {
      plans: {
        get 'web1 StopWebServer'() {
          failed += 1;
          return failed > times ? { returns: [] } : { fails: 'It is busy.' };
        },
      },
    };
  };

  it('is tried again as often as its package says, and nothing is told of it but that', async () => {
    const tries = { maxRetries: 2, retryInterval: 5 };
    const { plans, states, reports, notes } = await run('stop', deployed(), failing(2), EVERYTHING, AS_USUAL, {
      tries,
    });
    expect(plans).toEqual([...Array(3).fill('web1 StopWebServer'), 'dc1 StopDomainController']);
    expect(states).toEqual(['stopped', 'stopped']);
    expect(reports).toEqual([
      expect.stringMatching(/^info unit \w+: web1: It is busy\. It is tried again in 5 seconds \(1\/2\)\.$/),
      expect.stringMatching(/\(2\/2\)\.$/),
    ]);
    // the log has what the engine notes, with the names of machines
    expect(notes).toEqual([1, 2].map((n) => expect.stringMatching(`on web1: It is busy\\. \\[retry ${n}/2\\]`)));
  });

  it('fails for good after that, and at once where another try changes nothing', async () => {
    const tries = { maxRetries: 1, retryInterval: 0 };
    expect((await run('stop', deployed(), failing(9), EVERYTHING, AS_USUAL, { tries })).plans).toHaveLength(2);
    const hopeless = { ...tries, nonRecoverable: ['System.InvalidOperationException'] };
    const { plans, reports } = await run('stop', deployed(), failing(9), EVERYTHING, AS_USUAL, { tries: hopeless });
    expect({ plans: plans.length, reports: reports.length }).toEqual({ plans: 1, reports: 1 });
    const others = { ...tries, nonRecoverable: ['System.InvalidOperation', 'System.IO.IOException'] };
    expect((await run('stop', deployed(), failing(9), EVERYTHING, AS_USUAL, { tries: others })).plans).toHaveLength(2);
  });

  it('is a warning and keeps nobody from going on where that was asked for', async () => {
    const input = WorkflowInputSchema.parse({ ignoreFailure: true });
    const tries = { maxRetries: 3 };
    const { plans, states, reports } = await run('stop', deployed(), failing(9), EVERYTHING, input, { tries });
    expect(plans).toEqual(['web1 StopWebServer', 'dc1 StopDomainController']);
    expect(states).toEqual(['stopped', 'stopping']);
    expect(reports).toEqual([expect.stringMatching(/^warning unit \w+: web1 could not be stopped: It is busy\./)]);
  });
});

describe('a cancel', () => {
  it('begins nothing new, lets what is under way come to its end, and keeps what came of that', async () => {
    const isStopped = (plans: readonly string[]) => plans.length > 0;
    const { plans, states, cancelled, reports } = await run('stop', deployed(), {}, EVERYTHING, AS_USUAL, {
      isStopped,
    });
    expect({ plans, states, cancelled, reports }).toEqual({
      ...{ plans: ['web1 StopWebServer'], states: ['started', 'stopped'] },
      ...{ cancelled: true, reports: [] },
    });
  });

  it('that came before anything began does nothing at all', async () => {
    const { plans, cancelled } = await run('restart', deployed(), {}, EVERYTHING, AS_USUAL, { isStopped: () => true });
    expect({ plans, cancelled }).toEqual({ plans: [], cancelled: true });
  });

  it('makes no failure good: what failed meanwhile is said', async () => {
    const script = { plans: { 'web1 StopWebServer': { fails: 'It hangs.' } } };
    const isStopped = (plans: readonly string[]) => plans.length > 0;
    const { cancelled, reports } = await run('restart', deployed(), script, EVERYTHING, AS_USUAL, { isStopped });
    expect({ cancelled, reports: reports.length }).toEqual({ cancelled: false, reports: 1 });
  });

  it('suspends no stack once its machines have been made ready', async () => {
    const isStopped = () => true;
    expect(await run('suspend', deployed(), {}, EVERYTHING, AS_USUAL, { isStopped })).toMatchObject({
      suspensions: [],
    });
  });
});

describe('a stop', () => {
  it('leaves machines stopped, which later workflows leave alone', async () => {
    const stopped = await run('stop', deployed());
    expect(stopped.states).toEqual(['stopped', 'stopped']);
    for (const later of ['stop', 'check_status', 'heal'] as const) {
      expect(await run(later, stopped.model)).toMatchObject({ plans: [], result: { untouched: ['dc1', 'web1'] } });
    }
    expect((await run('start', stopped.model)).plans).toEqual(['dc1 StartDomainController', 'web1 StartWebServer']);
  });
});

describe('a workflow that did not come to its end', () => {
  it('claims nothing that it has not reached', async () => {
    const script = { plans: { 'web1 StopWebServer': { fails: 'It hangs.' } } };
    const { result, states } = await run('stop', deployed(), script);
    expect(result).toMatchObject({ failed: ['web1'], done: [], unreached: ['dc1'] });
    expect(states[0]).toBe('started');
  });

  it('tells after a cancel what was done and what was not reached', async () => {
    const isStopped = (plans: readonly string[]) => plans.length > 0;
    const { cancelled, result } = await run('stop', deployed(), {}, EVERYTHING, AS_USUAL, { isStopped });
    expect({ cancelled, result }).toMatchObject({ cancelled: true, result: { done: ['web1'], unreached: ['dc1'] } });
  });
});

describe('a suspension', () => {
  it('of everything suspends the stacks at once, and a wake-up checks who is needed first', async () => {
    const suspended = await run('suspend', deployed());
    expect(suspended).toMatchObject({ suspensions: ['suspend all'], plans: [], states: ['suspended', 'suspended'] });
    const awake = await run('wake', suspended.model);
    expect(awake).toMatchObject({ suspensions: ['resume all'], states: ['started', 'started'], reports: [] });
    expect(awake.plans).toEqual(['dc1 CheckDomainController', 'web1 CheckWebServer']);
  });

  it('of one machine works its own switch, and leaves the others alone', async () => {
    const suspended = await run('suspend', deployed(), {}, WEB_SERVER);
    expect(suspended).toMatchObject({ suspensions: ['suspend web1'], states: ['started', 'suspended'] });
    const awake = await run('wake', suspended.model);
    expect(awake).toMatchObject({ suspensions: ['resume web1'], plans: ['web1 CheckWebServer'] });
    expect(awake.conditions.map((one) => one?.suspension)).toEqual([undefined, undefined]);
  });

  it('of a machine that could not be made ready leaves it awake', async () => {
    const script = { plans: { 'web1 StopWebServer': { fails: 'It is busy.' } } };
    const busy = await run('suspend', deployed(), script, WEB_SERVER, AS_USUAL, { drains: true });
    expect(busy).toMatchObject({ suspensions: [], result: { failed: ['web1'], done: [] } });
    const free = await run('suspend', deployed(), {}, WEB_SERVER, AS_USUAL, { drains: true });
    expect(free).toMatchObject({ plans: ['web1 StopWebServer'], suspensions: ['suspend web1'] });
  });

  it('of a stack is taken back by the last of its machines', async () => {
    const { model } = await run('suspend', deployed());
    const half = await run('wake', model, {}, WEB_SERVER);
    expect(half).toMatchObject({ suspensions: ['resume web1'], states: ['suspended', 'started'] });
    expect((await run('wake', half.model)).suspensions).toEqual(['resume all']);
  });

  it('of a stack is no business of a machine that was suspended by itself: that one has its own switch', async () => {
    const suspended = (how: 'machine' | 'stack'): Partial<Condition> => ({
      ...{ state: 'suspended', suspension: { with: how, wasStopped: false } },
    });
    const awake = await run('wake', deployed(suspended('machine'), suspended('stack')));
    expect(awake.suspensions).toEqual(['resume all', 'resume dc1']);
    expect(awake.states).toEqual(['started', 'started']);
  });

  it('leaves what was stopped stopped, and looks for nothing on it', async () => {
    const suspended = await run('suspend', deployed(null, { state: 'stopped' }));
    const awake = await run('wake', suspended.model);
    expect(awake).toMatchObject({ plans: ['dc1 CheckDomainController'], states: ['started', 'stopped'] });
  });

  it('keeps every other workflow away', async () => {
    const { model } = await run('suspend', deployed());
    for (const other of ['start', 'stop', 'restart', 'check_status', 'heal', 'update'] as const) {
      expect(await run(other, model)).toMatchObject({ plans: [], result: { untouched: ['dc1', 'web1'] } });
    }
  });

  it('that the cloud refuses leaves machines half-way, and both ways are open', async () => {
    const failed = await run('suspend', deployed(), { suspensionFails: 'No room.' });
    expect(failed.states).toEqual(['suspending', 'suspending']);
    expect(failed.reports).toEqual([
      expect.stringContaining('The machines could not be suspended: No room. Remove the cause, then suspend again.'),
    ]);
    expect(failed.result).toMatchObject({ failed: ['dc1', 'web1'], done: [] });
    expect((await run('suspend', failed.model)).states).toEqual(['suspended', 'suspended']);
    expect((await run('wake', failed.model)).states).toEqual(['started', 'started']);
  });
});

describe('an operation of a package', () => {
  const recycle = (parameters: JsonObject, more: Partial<WorkflowInput> = {}): WorkflowInput => ({
    ...AS_USUAL,
    operation: { name: 'maintenance.recycle_pools', title: 'Recycle', on: { id: 'e', name: 'shop' }, parameters },
    ...more,
  });
  const ran = (input: WorkflowInput, script: Script = {}) =>
    run('execute_operation', deployed(), script, EVERYTHING, input);

  it('runs where it is offered, with what was given and else what is usual, and answers by machine', async () => {
    const answers: Script = { plans: { 'web1 RecycleApplicationPools': { returns: ['shop'] } } };
    const { plans, requests, result } = await ran(recycle({ pool: 'shop' }), answers);
    expect(plans).toEqual(['web1 RecycleApplicationPools']);
    expect(requests[0]?.plan.Commands[0]?.Arguments).toEqual({ Name: 'shop' });
    expect(result).toMatchObject({ done: ['web1'], untouched: ['dc1'], outputs: { web1: ['shop'] } });
    const usual = await ran(recycle({}));
    expect(usual.requests[0]?.plan.Commands[0]?.Arguments).toEqual({ Name: '' });
  });

  it('runs on machines of the types alone that are named, by a service type or what its package derives from', async () => {
    for (const type of ['webServer', 'io.vetro.windows.Web', 'cloudify.nodes.WebServer']) {
      expect((await ran(recycle({}, { types: [type] }))).result).toMatchObject({ done: ['web1'], untouched: [] });
    }
    expect((await ran(recycle({}, { types: ['activeDirectory'] }))).plans).toEqual([]);
  });

  it('that fails is told at its machine by its title, and says nothing of whether the machine works', async () => {
    const fails: Script = { plans: { 'web1 RecycleApplicationPools': { fails: 'There is no pool.' } } };
    const { reports, conditions } = await ran(recycle({}), fails);
    expect(reports).toEqual([expect.stringContaining('web1: “Recycle” failed: There is no pool. Remove the cause')]);
    expect(conditions.map((one) => one?.status)).toEqual([null, null]);
  });
});

describe('a look for changes by hand', () => {
  it('notes at each machine what differs, and changes nothing', async () => {
    const changed: Script = { plans: { 'web1 CompareWebServer': { returns: [['The firewall is closed.'], ''] } } };
    const { plans, conditions, reports } = await run('check_drift', deployed(), changed);
    expect(plans).toEqual(['dc1 CompareDomainController', 'web1 CompareWebServer']);
    expect(conditions.map((one) => one?.drift?.differences)).toEqual([[], ['The firewall is closed.']]);
    expect(reports).toEqual([]);
  });
});

describe('a check that compares, too', () => {
  const comparing = { ...AS_USUAL, parameters: { check_drift: true } };
  const changed = { returns: ['The firewall is closed.'] };

  it('looks whether all work first, and then for what was changed by hand', async () => {
    const script: Script = { plans: { 'web1 CompareWebServer': changed } };
    const { plans, conditions, result } = await run('check_status', deployed(), script, EVERYTHING, comparing);
    expect(plans.filter((plan) => plan.includes('Check'))).toHaveLength(2);
    expect(plans.slice(2)).toEqual(['dc1 CompareDomainController', 'web1 CompareWebServer']);
    expect(conditions.map((one) => one?.drift?.differences)).toEqual([[], ['The firewall is closed.']]);
    expect(result).toMatchObject({ differences: { web1: ['The firewall is closed.'] }, done: ['dc1', 'web1'] });
  });

  it('compares those that work when one does not', async () => {
    const script: Script = { plans: { 'web1 CheckWebServer': { fails: 'No answer.' } } };
    const { plans, result } = await run('check_status', deployed(), script, EVERYTHING, comparing);
    expect(plans.slice(2)).toEqual(['dc1 CompareDomainController']);
    expect(result).toMatchObject({ failed: ['web1'], differences: {} });
  });

  it('only checks where that is not asked for', async () => {
    const { plans, result } = await run('check_status', deployed());
    expect(plans.filter((plan) => plan.includes('Compare'))).toEqual([]);
    expect(result).not.toHaveProperty('differences');
  });
});

describe('an update in place', () => {
  const changed = (): Script => ({ plans: { 'web1 CompareWebServer': { returns: ['The firewall is closed.'] } } });

  it('compares all, checks and updates those that differ, and leaves the others as they are', async () => {
    const { plans, conditions } = await run('update', deployed(), changed());
    expect(plans).toEqual([
      'dc1 CompareDomainController',
      'web1 CompareWebServer',
      'web1 CheckWebServer',
      'web1 UpdateWebServer',
    ]);
    expect(conditions.map((one) => one?.drift?.differences)).toEqual([[], []]);
  });

  it('goes by the last look where it shall not look anew, and does not check where it shall not', async () => {
    const { model } = await run('check_drift', deployed(), changed());
    const known = await run('update', model, {}, EVERYTHING, { ...AS_USUAL, parameters: { skip_drift_check: true } });
    expect(known).toMatchObject({ plans: ['web1 UpdateWebServer'], result: { untouched: ['dc1'] } });
    const unchecked = await run('update', model, changed(), EVERYTHING, {
      ...AS_USUAL,
      parameters: { skip_heal: true },
    });
    expect(unchecked.plans).not.toContain('web1 CheckWebServer');
    expect(unchecked.plans.at(-1)).toBe('web1 UpdateWebServer');
  });

  it('of one machine compares, checks and updates that one, whatever has changed on others', async () => {
    const both = {
      ...changed().plans,
      'dc1 CompareDomainController': { returns: ['The clock is wrong.'] },
    };
    const { plans, conditions } = await run('update', deployed(), { plans: both }, WEB_SERVER);
    expect(plans).toEqual(['web1 CompareWebServer', 'web1 CheckWebServer', 'web1 UpdateWebServer']);
    expect(conditions.map((one) => one?.drift?.differences)).toEqual([undefined, []]);
  });

  it('never sets a machine up anew: one that cannot be updated is told, and stays as it is', async () => {
    const script = changed();
    const fails = { ...script.plans, 'web1 UpdateWebServer': { fails: 'Access is denied.' } };
    const { reports, conditions, plans } = await run('update', deployed(), { plans: fails });
    expect(plans.at(-1)).toBe('web1 UpdateWebServer');
    expect(reports).toEqual([expect.stringContaining('web1 could not be updated: Access is denied.')]);
    expect(conditions[1]?.drift?.differences).toEqual(['The firewall is closed.']);
  });
});

describe('a check', () => {
  it('notes at each machine whether it works, and fails where it does not', async () => {
    const { conditions, reports } = await run('check_status', deployed(), {
      plans: { 'web1 CheckWebServer': { fails: 'W3SVC is Stopped.' } },
    });
    expect(conditions.map((one) => one?.status?.ok)).toEqual([true, false]);
    expect(conditions[1]?.status?.message).toBe('W3SVC is Stopped.');
    expect(reports).toEqual([expect.stringContaining('web1 does not work: W3SVC is Stopped. Repair may help.')]);
  });
});

describe('a repair', () => {
  /** Neither of the machines works. */
  const broken = (): Script => ({
    plans: {
      'dc1 CheckDomainController': { fails: 'NTDS is Stopped.' },
      'web1 CheckWebServer': { fails: 'W3SVC is Stopped.' },
    },
  });

  it('repairs what does not work and nothing else', async () => {
    const { plans, reports, conditions, result } = await run('heal', deployed(), {
      plans: { 'web1 CheckWebServer': { fails: 'W3SVC is Stopped.' } },
    });
    expect(plans).toEqual([
      'dc1 CheckDomainController',
      'web1 CheckWebServer',
      'web1 RepairWebServer',
      'web1 CheckWebServer',
    ]);
    expect(reports).toEqual([]);
    expect(conditions.map((one) => one?.status?.ok)).toEqual([true, true]);
    expect(result).toEqual({
      ...{ repaired: ['web1'], reinstalled: [], failed: [], done: ['dc1'], unreached: [], untouched: [] },
      plan: ['dc1', 'web1'].map((host) => ({ unitId: expect.any(String), host, does: 'check', because: null })),
      sets: {
        'acme.local': { checked: ['dc1'], healed: [], healFailed: [], reinstalled: [], untouched: ['dc1'] },
        web: { checked: ['web1'], healed: ['web1'], healFailed: [], reinstalled: [], untouched: [] },
      },
    });
  });

  it('of one machine checks and repairs that one, whatever is wrong with others', async () => {
    const { plans, reports, conditions, result } = await run('heal', deployed(), broken(), WEB_SERVER);
    expect(plans).toEqual(['web1 CheckWebServer', 'web1 RepairWebServer', 'web1 CheckWebServer']);
    expect(reports).toEqual([]);
    expect(conditions.map((one) => one?.status ?? null)).toEqual([null, expect.objectContaining({ ok: true })]);
    expect(result).toMatchObject({ repaired: ['web1'], failed: [], done: [], untouched: [] });
  });

  it('never sets a machine up again by itself: what cannot be repaired is told', async () => {
    const { plans, reports, result } = await run('heal', deployed(), {
      plans: {
        'web1 CheckWebServer': { fails: 'It is broken.' },
        'web1 RepairWebServer': { fails: 'It stays broken.' },
      },
    });
    expect(plans.at(-1)).toBe('web1 RepairWebServer');
    expect(reports).toEqual([
      expect.stringContaining('web1 could not be repaired: It stays broken. Replace the machine'),
    ]);
    expect(result).toMatchObject({ failed: ['web1'], repaired: [] });
  });

  it('sets a machine up anew that it could not repair, where that is allowed, and then the run has gone well', async () => {
    const script = () => ({ plans: { ...broken().plans, 'web1 RepairWebServer': { fails: 'It stays broken.' } } });
    const input = { ...AS_USUAL, parameters: { allow_reinstall: true } };
    const anew: string[] = [];
    const setUpAnew: WorkflowJob['setUpAnew'] = async (model, ids) => {
      anew.push(...ids);
      return { model, cancelled: false };
    };
    const { result, reports } = await run('heal', deployed(), script(), WEB_SERVER, input, { setUpAnew });
    expect(anew).toEqual(deployed().services[1]?.units.map(({ id }) => id));
    expect(result).toMatchObject({ reinstalled: ['web1'], repaired: ['web1'], failed: [], unreached: [] });
    expect(reports).toEqual([expect.stringMatching(/^info environment \w+: web1: set up anew$/)]);
    const lost = await run('heal', deployed(), script(), WEB_SERVER, input, {
      setUpAnew: async (model) => ({ model: { ...model, services: [] }, cancelled: true }),
    });
    expect(lost.cancelled).toBe(true);
  });
});
