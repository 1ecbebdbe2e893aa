import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '@/lib/catalog';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { loadCatalog, packagesFor } from '@/lib/catalog/testing/load-catalog';
import { activeDirectory, environment, recordingEffects, type Script } from '@/lib/catalog/testing/recording-effects';
import { type LanguageEnd, runLanguages } from '@/lib/conductor/language/language';
import { createLanguages } from '@/lib/conductor/languages';
import { errors, toProblem } from '@/lib/errors';
import { graphsOf, withoutUnfinished } from '@/lib/model/blueprints/graph';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { conditionOf } from '@/lib/model/operations/condition';
import { conclusionOf } from '@/lib/model/runs/conclusion';
import type { Operation } from '@/lib/model/runs/operation';
import type { RunTarget } from '@/lib/model/runs/target';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import { WorkflowInputSchema } from '@/lib/model/runs/workflow-input';
import type { Effects } from '@/lib/ports/conductor';

/** Services of blueprints from the packages that a user would import, by the real languages on recorded effects. */

const HEAL = 'com.example.HealExample';
const PORTAL = 'com.example.TeamPortal';
const LIMITS = { defaultPlanTimeoutMs: 60_000, maxRounds: 50, maxProcessorMs: 60_000, maxItems: 2_000 };

let catalog: Catalog;
beforeAll(async () => {
  const packages = [`lib/conductor/runtime/testing/packages/${HEAL}`, `examples/${PORTAL}`];
  catalog = await loadCatalog(catalogWith(...packages.map((folder) => path.resolve(folder))));
});

const languages = createLanguages([]);

function service(type: string, nodes: readonly string[], more: Record<string, Json> = {}): Service {
  return {
    id: 'a'.repeat(32),
    type,
    name: 'portal',
    adminPassword: 'Adm1n!stern',
    domain: '',
    portal_title: 'Hello',
    unitNamingPattern: 'p#',
    flavor: 'm1.small',
    osImage: { name: 'ws-2022-std', type: 'windows.2022', title: 'Windows Server 2022 Standard' },
    units: nodes.map((node, at): Unit => ({ id: `${at}`.padStart(32, 'b'), name: `portal_instance_${at}`, node })),
    ...more,
  };
}

async function run(
  model: EnvironmentModel,
  operation: Operation,
  script: Script = {},
  isStopped: (plans: readonly string[]) => boolean = () => false,
  cutShort: readonly string[] = [],
) {
  const { effects: recorded, recording } = recordingEffects(script);
  const handled: string[] = [];
  const effects: Effects = {
    ...recorded,
    failureHandled: async (effectId) => void handled.push(effectId),
    executePlan: async (request) => {
      const outcome = await recorded.executePlan(request);
      if (cutShort.includes(`${request.host} ${request.name}`)) {
        return { answered: false, problem: toProblem(errors.cancelled('effect_cancelled', 'It was left off.')) };
      }
      return { ...outcome, effectId: `${request.host} ${request.name}` };
    },
  };
  // a document without its services is taken down with what it had
  const packages = await packagesFor(catalog, model);
  const end: LanguageEnd = await runLanguages(languages, {
    operation,
    model: structuredClone(model),
    packages,
    effects,
    limits: LIMITS,
    watch: { now: () => 0, isStopped: () => isStopped(recording.plans.map(({ host, name }) => `${host} ${name}`)) },
    origin: {
      startedAt: '2026-01-01T00:00:00Z',
      seed: 'seed',
      project: { id: 'p', name: 'p' },
      user: { id: 'u', name: 'u' },
    },
  });
  const plans = recording.plans.map(({ host, name }) => `${host} ${name}`);
  return {
    ...end,
    plans,
    handled,
    requests: recording.plans,
    reports: recording.reports.filter((line) => !line.startsWith('debug')),
    rounds: recording.rounds,
  };
}

const deploy = (model: EnvironmentModel, script?: Script) => run(model, { kind: 'deploy' }, script);

function work(
  model: EnvironmentModel,
  workflow: UnitWorkflow,
  {
    target = { entity: 'environment' },
    operation,
    script,
    isStopped,
    cutShort,
    input: more = {},
  }: {
    target?: RunTarget;
    operation?: string;
    input?: JsonObject;
    script?: Script;
    isStopped?: (plans: readonly string[]) => boolean;
    /** plans whose answers nobody waits for any more */
    cutShort?: readonly string[];
  } = {},
) {
  const named = operation && { name: operation, title: operation, on: { id: 'x', name: 'x' }, parameters: {} };
  const input = WorkflowInputSchema.parse({ ...(named && { operation: named }), ...more });
  return run(model, { kind: 'workflow', workflow, target, input }, script, isStopped, cutShort);
}

/** The document with its packages noted, as a run leaves it. */
async function kept(model: EnvironmentModel): Promise<EnvironmentModel> {
  return { ...model, packages: await catalog.lock('tenant', model) };
}

const statesOf = (model: EnvironmentModel) =>
  Object.values(graphsOf(model)).flatMap(({ model: { instances } }) =>
    instances.map(({ node, state }) => `${node} ${state}`),
  );

/** Sets of instances as nodes. */
function nodesIn(sets: Json | undefined): Record<string, string[]> {
  const byService = isObject(sets) ? (Object.values(sets)[0] as JsonObject) : {};
  return Object.fromEntries(
    Object.entries(byService).map(([name, ids]) => [name, (ids as string[]).map((id) => id.replace(/_[^_]+$/, ''))]),
  );
}

describe('the example of the heal workflow', () => {
  const fails = { fails: 'This operation always fails.' };
  const FAILING: Script = { plans: { 'p1 failing_operation': fails } };

  it('is healed, reinstalled, left alone and linked again as the example says', async () => {
    const { model } = await deploy(environment(service(HEAL, ['webserver_host'])));
    expect(statesOf(model).every((one) => one.endsWith('started'))).toBe(true);
    const { result, plans, reports, model: healed } = await work(await kept(model), 'heal', { script: FAILING });
    expect(result).toMatchObject({ repaired: ['p1'], reinstalled: ['p1'], failed: [], done: ['p1'], untouched: [] });
    expect(conclusionOf({ kind: 'heal', outcome: 'success', result: result ?? null })?.verdict).toBe('reinstalled');
    const { sets } = result as JsonObject;
    expect(nodesIn(sets)).toEqual({
      checked: ['webserver_host', 'webserver', 'database', 'floating_ip'],
      healed: ['webserver_host'],
      healFailed: ['webserver', 'database'],
      reinstalled: ['webserver', 'module', 'database'],
      untouched: ['floating_ip'],
    });
    // checked: four; healed: three tries; then what was linked is unlinked once and linked once
    expect(plans.filter((one) => one.endsWith('failing_operation'))).toHaveLength(5);
    expect(plans.filter((one) => one.endsWith('passing_operation'))).toHaveLength(2);
    expect(plans.slice(-2)).toEqual(['p1 unlinking_operation', 'p1 establishing_operation']);
    expect(reports).toEqual([]);
    expect(statesOf(healed).every((one) => one.endsWith('started'))).toBe(true);
    expect(conditionOf((healed.services[0] as Service).units[0] as Unit)).toMatchObject({ status: { ok: true } });
  });
});

describe('a portal', () => {
  const portal = (webs: number) => environment(service(PORTAL, ['db_host', ...Array(webs).fill('web_host')]));

  it('is installed in the order of its relationships, each machine with what stands on it', async () => {
    const { model, plans, requests, reports } = await deploy(portal(2));
    expect(reports.filter((one) => one.startsWith('error'))).toEqual([]);
    const position = (plan: string) => plans.indexOf(plan);
    expect(position('p1 StartService')).toBeLessThan(position('p2 PublishPortal'));
    expect(position('p2 InstallService')).toBeLessThan(position('p2 StartService'));
    expect(plans.filter((one) => one.endsWith('ConnectPortal'))).toEqual(['p2 ConnectPortal', 'p3 ConnectPortal']);
    const [connect] = requests.filter(({ name }) => name === 'ConnectPortal');
    expect(connect?.plan.Commands[0]?.Arguments).toEqual({ Server: '10.0.0.11' });
    const [{ units, state }] = model.services as [Service];
    expect(units.map((unit) => unit.state?.nodes)).toEqual([
      { db_host: true, database: true },
      { web_host: true, web: true, portal: true },
      { web_host: true, web: true, portal: true },
    ]);
    expect(state?.outputs).toEqual({ database_address: '10.0.0.11' });
  });

  it('asks nothing of machines when it is deployed as it is', async () => {
    const { model } = await deploy(portal(1));
    expect((await deploy(await kept(model))).plans).toEqual([]);
  });

  it('grows by what its new machine needs, and shrinks by uninstalling before the machine goes', async () => {
    const { model } = await deploy(portal(1));
    const [one] = model.services as [Service];
    const larger = {
      ...(await kept(model)),
      services: [{ ...one, units: [...one.units, { id: 'c'.repeat(32), name: 'more', node: 'web_host' }] }],
    };
    const grown = await deploy(larger);
    expect(grown.plans.sort()).toEqual(
      ['p3 BringOnline', 'p3 ConnectPortal', 'p3 InstallService', 'p3 PublishPortal', 'p3 StartService']
        .concat('p3 SetPassword')
        .sort(),
    );
    expect(statesOf(grown.model)).toContain('web started');
    const [two] = grown.model.services as [Service];
    const shrunk = await deploy({ ...(await kept(grown.model)), services: [{ ...two, units: two.units.slice(0, 2) }] });
    expect(
      shrunk.rounds
        .flat()
        .filter((step) => step !== 'p3 SetPassword')
        .slice(0, 3),
    ).toEqual(['p3 TakeOffline', 'p3 StopService', expect.stringMatching(/^stack /)]);
    expect(statesOf(shrunk.model).filter((state) => state.startsWith('web '))).toEqual(['web started']);
  });

  it('is installed again on a machine that was made anew, whatever was on the one before', async () => {
    const { model } = await deploy(portal(1));
    const deployed = await kept(model);
    const [one] = deployed.services as [Service];
    const [db, web] = one.units as [Unit, Unit];
    const { plans } = await deploy({ ...deployed, services: [{ ...one, units: [db, { ...web, state: {} }] }] });
    expect(plans.filter((plan) => !plan.endsWith('SetPassword'))).toEqual(
      ['InstallService', 'StartService', 'PublishPortal', 'BringOnline', 'ConnectPortal'].map((name) => `p3 ${name}`),
    );
  });

  it('is updated in place when a setting changes that an operation takes up', async () => {
    const { model } = await deploy(portal(1));
    const [one] = model.services as [Service];
    const changed = await deploy({ ...(await kept(model)), services: [{ ...one, portal_title: 'Good day' }] });
    expect(changed.plans).toEqual(['p2 PublishPortal']);
    expect(changed.requests[0]?.plan.Commands[0]?.Arguments).toEqual({ Title: 'Good day' });
  });

  it('is stopped against the order of starting, and started again', async () => {
    const { model } = await deploy(portal(1));
    const { plans, model: restarted } = await work(await kept(model), 'restart');
    expect(plans[0]).toBe('p2 TakeOffline');
    expect(plans.slice(1, 3).sort()).toEqual(['p1 StopService', 'p2 StopService']);
    expect(plans.slice(3, 5).sort()).toEqual(['p1 StartService', 'p2 StartService']);
    expect(plans.slice(5)).toEqual(['p2 BringOnline']);
    expect(conditionOf((restarted.services[0] as Service).units[1] as Unit)).toMatchObject({ state: 'started' });
    const stopped = await work(await kept(model), 'stop', {
      target: { entity: 'unit', serviceId: 'a'.repeat(32), unitId: '1'.padStart(32, 'b') },
    });
    expect(stopped.plans).toEqual(['p2 TakeOffline', 'p2 StopService']);
    expect(conditionOf((stopped.model.services[0] as Service).units[1] as Unit)).toMatchObject({ state: 'stopped' });
  });

  it('runs operations and workflows of its own', async () => {
    const { model } = await deploy(portal(2));
    const cleared = await work(await kept(model), 'execute_operation', { operation: 'maintenance.clear_cache' });
    expect(cleared.plans.sort()).toEqual(['p2 ClearCache', 'p3 ClearCache']);
    const refreshed = await work(await kept(model), 'execute_operation', { operation: 'workflow.refresh' });
    expect(refreshed.plans.map((plan) => plan.replace(/^p\d /, ''))).toEqual([
      'ClearCache',
      'ClearCache',
      'StopService',
      'StopService',
      'StartService',
      'StartService',
    ]);
    expect(refreshed.plans.some((plan) => plan.startsWith('p1'))).toBe(false);
  });

  it('keeps what its instances answer when a workflow of its own asks them', async () => {
    const { model } = await deploy(portal(2));
    const script = { plans: { 'p3 ReadPortal': { returns: [{ title: 'Hello', online: true }] } } };
    const asked = await work(await kept(model), 'execute_operation', { operation: 'workflow.take_stock', script });
    expect(asked.plans.sort()).toEqual(['p2 ReadPortal', 'p3 ReadPortal']);
    expect((asked.result as JsonObject).outputs).toMatchObject({ p3: [{ title: 'Hello', online: true }] });
    const known = Object.values(graphsOf(asked.model)).flatMap(({ model: { instances } }) =>
      instances.filter(({ node }) => node === 'portal').map(({ runtimeProperties }) => runtimeProperties),
    );
    expect(known).toContainEqual({ title: 'Hello', online: true });
    // nothing else has changed
    expect(statesOf(asked.model)).toEqual(statesOf(model));
  });

  it('is set up anew by a workflow of its own: what is named goes against the order of coming, and nothing else', async () => {
    const { model } = await deploy(portal(1));
    const { plans, model: again } = await work(await kept(model), 'execute_operation', {
      operation: 'workflow.set_up_anew',
    });
    expect(plans.map((plan) => plan.replace('p2 ', ''))).toEqual([
      ...['TakeOffline', 'StopService', 'InstallService', 'StartService'],
      ...['PublishPortal', 'BringOnline', 'ConnectPortal'],
    ]);
    expect(statesOf(again)).toEqual(statesOf(model));
  });

  it('renews the agents of its machines once all of them answer, of all machines or of those that are chosen', async () => {
    const { model } = await deploy(portal(1));
    const renew = { operation: 'workflow.renew_agents' };
    const all = await work(await kept(model), 'execute_operation', renew);
    expect(all.plans.slice(0, 2).sort()).toEqual(['p1 CheckMachine', 'p2 CheckMachine']);
    expect(all.plans.filter((plan) => plan.endsWith('RenewAgent')).sort()).toEqual(['p1 RenewAgent', 'p2 RenewAgent']);
    const target = { entity: 'unit', serviceId: 'a'.repeat(32), unitId: '1'.padStart(32, 'b') } as const;
    const one = await work(await kept(model), 'execute_operation', { ...renew, target });
    expect(new Set(one.plans)).toEqual(new Set(['p2 CheckMachine', 'p2 RenewAgent']));
    const script = { plans: { 'p1 CheckMachine': { fails: 'It does not answer.' } } };
    const stopped = await work(await kept(model), 'execute_operation', { ...renew, script });
    expect(stopped.plans.filter((plan) => plan.endsWith('RenewAgent'))).toEqual([]);
    expect(stopped.reports).toContainEqual(expect.stringContaining('It does not answer.'));
  });

  it('says at a machine what is wrong with it', async () => {
    const { model } = await deploy(portal(1));
    const script = { plans: { 'p2 CheckPortal': { fails: 'Nobody has published the portal.' } } };
    const { reports, model: checked } = await work(await kept(model), 'check_status', { script });
    expect(reports).toEqual([expect.stringContaining('Nobody has published the portal.')]);
    const conditions = (checked.services[0] as Service).units.map(conditionOf);
    expect(conditions.map((one) => one?.status?.ok)).toEqual([true, false]);
  });

  it('that fails is reported at its machine, and goes on from there the next time', async () => {
    const script = { plans: { 'p2 InstallService': { fails: 'The disk is full.' } } };
    const { model, reports, plans } = await deploy(portal(1), script);
    expect(reports.filter((one) => one.startsWith('error unit'))).toEqual([
      expect.stringContaining('The disk is full.'),
    ]);
    expect(plans).toContain('p1 StartService');
    const again = await deploy(await kept(model));
    expect(again.plans.map((plan) => plan.replace('p2 ', ''))).toEqual([
      'InstallService',
      'StartService',
      'PublishPortal',
      'BringOnline',
      'ConnectPortal',
    ]);
  });

  it('that is to join a domain is installed on those of its machines that have joined it', async () => {
    const member = service(PORTAL, ['db_host', 'web_host', 'web_host'], { domain: 'acme.local' });
    const script = { plans: { 'p2 JoinDomain': { fails: 'The domain could not be contacted.' } } };
    const { model, plans } = await deploy(environment(activeDirectory(1), member), script);
    const installed = (all: readonly string[]) => all.filter((plan) => plan.endsWith(' InstallService')).sort();
    expect(plans).toEqual(expect.arrayContaining(['p1 JoinDomain', 'p2 JoinDomain', 'p3 JoinDomain']));
    expect(installed(plans)).toEqual(['p1 InstallService', 'p3 InstallService']);
    const { plans: later } = await deploy(await kept(model));
    expect(later[0]).toBe('p2 JoinDomain');
    expect(installed(later)).toEqual(['p2 InstallService']);
  });

  it('is installed nowhere on what is not there: that is told as not reached, and done once it is', async () => {
    const member = service(PORTAL, ['db_host', 'web_host'], { domain: 'acme.local' });
    const script = { plans: { 'p1 JoinDomain': { fails: 'The domain could not be contacted.' } } };
    const { model, plans, reports } = await deploy(environment(activeDirectory(1), member), script);
    expect(plans).toContain('p2 StartService');
    expect(plans).not.toContain('p2 PublishPortal');
    expect(reports).toContainEqual(expect.stringContaining('portal was not reached: database'));
    const later = await deploy(await kept(model));
    expect(later.plans.indexOf('p2 PublishPortal')).toBeGreaterThan(later.plans.indexOf('p1 StartService'));
    expect(later.reports.filter((report) => report.startsWith('warning'))).toEqual([]);
  });

  it('says after a repair which machines were repaired, and which could not be', async () => {
    const { model } = await deploy(portal(3));
    const deployed = await kept(model);
    expect((await work(deployed, 'heal')).result).toMatchObject({
      ...{ repaired: [], failed: [], done: ['p1', 'p2', 'p3', 'p4'], untouched: [] },
    });
    const offline = { fails: 'The portal is offline.' };
    const script = {
      plans: {
        ...{ 'p3 CheckPortal': offline, 'p4 CheckPortal': offline },
        // what cannot be brought online is published anew, which helps no more
        ...{ 'p4 BringOnline': offline, 'p4 PublishPortal': { fails: 'The disk is full.' } },
      },
    };
    const { result, reports } = await work(deployed, 'heal', { script });
    expect(result).toMatchObject({ repaired: ['p3'], failed: ['p4'], done: ['p1', 'p2', 'p3'], untouched: [] });
    expect(reports).toEqual([expect.stringContaining('The disk is full.')]);
  });

  describe('of whose machines not all were reached', () => {
    const conditions = ({ services }: EnvironmentModel) =>
      (services[0] as Service).units.map((unit) => conditionOf(unit)?.state);

    it('remembers after a cancel what was stopped: it can be started again, and the rest be stopped', async () => {
      const { model } = await deploy(portal(2));
      const deployed = await kept(model);
      const cancelled = await work(deployed, 'stop', {
        isStopped: (plans) => plans.filter((one) => one.endsWith(' StopService')).length >= 2,
      });
      expect(cancelled.cancelled).toBe(true);
      // what was under way came to its end: all there is was stopped
      const all = cancelled.plans.filter((one) => one.endsWith(' StopService')).map((one) => one.slice(0, 2));
      const stopped = ['p1', 'p2', 'p3'].map((host) => (all.includes(host) ? 'stopped' : 'started'));
      expect(conditions(cancelled.model)).toEqual(stopped);
      const { plans } = await work(await kept(cancelled.model), 'start');
      expect(
        plans
          .filter((one) => one.endsWith(' StartService'))
          .map((one) => one.slice(0, 2))
          .sort(),
      ).toEqual(all.sort());
    });

    it('is half-way after a cancel where something was stopped, and as it was where nothing was begun', async () => {
      const { model } = await deploy(portal(1));
      const { model: half, result } = await work(await kept(model), 'stop', {
        isStopped: (plans) => plans.includes('p2 TakeOffline'),
      });
      expect(conditions(half)).toEqual(['started', 'stopping']);
      expect(result).toMatchObject({ done: [], failed: [], unreached: ['p1', 'p2'] });
    });

    it('knows what was done when nobody waits for the rest any more', async () => {
      const { model } = await deploy(portal(2));
      const deployed = await kept(model);
      const left = await work(deployed, 'stop', { cutShort: ['p3 StopService'] });
      expect(left.cancelled).toBe(true);
      // what p1 answered after that nobody has heard
      expect(conditions(left.model)).toEqual(['stopping', 'stopped', 'stopping']);
      expect(left.result).toMatchObject({ done: ['p2'], unreached: ['p1', 'p3'] });
      const restarted = await work(deployed, 'restart', { cutShort: ['p1 StartService'] });
      expect(conditions(restarted.model)).not.toContain('started');
    });

    it('is what it was where only a part of what is on it was stopped', async () => {
      const { model } = await deploy(portal(1));
      const deployed = await kept(model);
      const part = await work(deployed, 'stop', { input: { nodes: ['portal'] } });
      expect([part.plans, conditions(part.model)]).toEqual([['p2 TakeOffline'], ['started', 'started']]);
      const whole = await work(deployed, 'stop', { input: { nodes: ['portal', 'web'] } });
      expect(conditions(whole.model)).toEqual(['started', 'stopped']);
    });

    it('works again once a restart has gone on: what was stopped is only started', async () => {
      const { model } = await deploy(portal(1));
      const cut = await work(await kept(model), 'restart', { isStopped: (plans) => plans.includes('p1 StopService') });
      expect(conditions(cut.model)).not.toContain('started');
      const { plans, model: on } = await work(await kept(cut.model), 'restart', { input: { resumes: 'earlier' } });
      expect(plans.filter((plan) => !plan.includes('Start') && !plan.includes('BringOnline'))).toEqual([]);
      expect(conditions(on)).toEqual(['started', 'started']);
    });

    it('works again though something else was done before its restart goes on: the others are stopped first', async () => {
      const { model } = await deploy(portal(2));
      const { model: cut } = await work(await kept(model), 'restart', { cutShort: ['p3 StopService'] });
      expect(conditions(cut)).toEqual(['stopping', 'starting', 'stopping']);
      const other = withoutUnfinished(await kept(cut));
      const { plans, model: on } = await work(other, 'restart', { input: { resumes: 'earlier' } });
      expect(plans).toContain('p3 StopService');
      expect(plans).not.toContain('p2 StopService');
      expect(conditions(on)).toEqual(['started', 'started', 'started']);
    });

    it('claims after a failure nothing that was never touched, and goes on with it later', async () => {
      const { model } = await deploy(portal(1));
      const script = { plans: { 'p2 TakeOffline': { fails: 'Sessions are open.' } } };
      const { model: failed, result, plans } = await work(await kept(model), 'stop', { script });
      expect(plans).toEqual(['p2 TakeOffline']);
      expect(result).toMatchObject({ failed: ['p2'], done: [], unreached: ['p1'] });
      expect(conditions(failed)[0]).toBe('started');
      const { result: later } = await work(await kept(failed), 'stop');
      expect(later).toMatchObject({ done: ['p1', 'p2'], unreached: [] });
    });
  });

  it('goes though its operations fail: a machine that does not answer is asked once, and what was passed over is told', async () => {
    const { model } = await deploy(portal(1));
    const script = { plans: { 'p2 TakeOffline': { silent: true as const } } };
    const gone = await run({ ...(await kept(model)), services: [] }, { kind: 'deploy' }, script);
    expect(gone.plans).toEqual(['p2 TakeOffline', 'p1 StopService']);
    expect(gone.handled).toEqual(['p2 TakeOffline']);
    const warnings = gone.reports.filter((one) => one.startsWith('warning'));
    expect(warnings.map((one) => /p2: \S+ of (\w+) /.exec(one)?.[1])).toEqual(['portal', 'web']);
    expect(gone.rounds.flat().at(-1)).toBe('delete');
    expect(graphsOf(gone.model)).toEqual({});
  });

  it('is taken down with its operations before its machines, and forgotten', async () => {
    const { model } = await deploy(portal(1));
    const { plans, rounds, model: gone } = await deploy({ ...(await kept(model)), services: [] });
    expect(plans[0]).toBe('p2 TakeOffline');
    expect(plans.slice(1).sort()).toEqual(['p1 StopService', 'p2 StopService']);
    expect(rounds.flat().at(-1)).toBe('delete');
    expect(graphsOf(gone)).toEqual({});
  });
});

describe('what a run leaves undone', () => {
  const portal = () => environment(service(PORTAL, ['db_host', 'web_host']));
  const RESUMES = { resumes: 'earlier' };
  const unfinishedIn = (model: EnvironmentModel) => Object.values(graphsOf(model)).map(({ unfinished }) => unfinished);
  const namesOf = (plans: readonly string[]) => plans.map((plan) => plan.split(' ')[1]);

  it('is gone on with: a reinstallation takes nothing down twice, and deletes what an interrupted step may have left', async () => {
    const { model } = await deploy(portal());
    const reinstall = { operation: 'workflow.reinstall' };
    const fails = { fails: 'The folder is locked.' };
    const first = await work(await kept(model), 'execute_operation', {
      ...reinstall,
      script: { plans: { 'p2 PublishPortal': fails } },
    });
    expect(namesOf(first.plans)).toContain('TakeOffline');
    expect(unfinishedIn(first.model)).toEqual([expect.objectContaining({ phases: [expect.anything()] })]);
    const second = await work(await kept(first.model), 'execute_operation', { ...reinstall, input: RESUMES });
    expect(namesOf(second.plans).sort()).toEqual(['BringOnline', 'ConnectPortal', 'PublishPortal']);
    expect(statesOf(second.model).every((state) => state.endsWith('started'))).toBe(true);
    expect(unfinishedIn(second.model)).toEqual([undefined]);
  });

  it('goes on with the decisions of a repair, and what was cut short runs again or has failed, as it is wanted', async () => {
    const { model } = await deploy(portal());
    const script: Script = { plans: { 'p2 CheckPortal': { fails: 'It shows nothing.' } } };
    const cut = await work(await kept(model), 'heal', { script, cutShort: ['p2 BringOnline'] });
    expect(cut.cancelled).toBe(true);
    expect(namesOf(cut.plans)).toContain('CheckPortal');
    const left = await kept(cut.model);
    const again = await work(left, 'heal', { input: RESUMES });
    expect(namesOf(again.plans)).toEqual(['BringOnline']);
    expect(again.result).toMatchObject({ repaired: ['p2'], failed: [] });
    const lost = await work(left, 'heal', { input: { ...RESUMES, repeatsInterrupted: false } });
    // its repair has failed, so it is installed anew
    expect(namesOf(lost.plans)).toContain('TakeOffline');
    expect(lost.result).toMatchObject({ reinstalled: ['p2'], failed: [] });
  });

  it('is forgotten once something else is done', async () => {
    const { model } = await deploy(portal());
    const fails = { fails: 'The folder is locked.' };
    const first = await work(await kept(model), 'execute_operation', {
      operation: 'workflow.reinstall',
      script: { plans: { 'p2 PublishPortal': fails } },
    });
    const other = await work(await kept(first.model), 'check_status', {});
    expect(unfinishedIn(other.model)).toEqual([undefined]);
  });
});

describe('a part that comes with no machine', () => {
  const scale = (delta: number, more: JsonObject = {}) => ({
    operation: 'workflow.scale',
    input: { parameters: { scalable_entity_name: 'portal', delta, ...more } },
  });
  const portals = (model: EnvironmentModel) => statesOf(model).filter((state) => state.startsWith('portal '));
  const fails = { fails: 'The folder is locked.' };
  const script: Script = { plans: { 'p2 PublishPortal': fails } };

  it('is scaled on the machines that there are, and stays so when its service is deployed again', async () => {
    const { model } = await deploy(environment(service(PORTAL, ['db_host', 'web_host'])));
    const grown = await work(await kept(model), 'execute_operation', scale(2));
    expect(grown.plans.filter((plan) => plan === 'p2 PublishPortal')).toHaveLength(2);
    expect(portals(grown.model)).toEqual(Array(3).fill('portal started'));
    const again = await deploy(await kept(grown.model));
    expect([again.plans, portals(again.model)]).toEqual([[], Array(3).fill('portal started')]);
    const shrunk = await work(await kept(grown.model), 'execute_operation', scale(-1));
    expect(shrunk.plans).toEqual(['p2 TakeOffline']);
    expect(portals(shrunk.model)).toEqual(Array(2).fill('portal started'));
  });

  it('is as it was when its growth fails, or waits for who goes on or takes it back', async () => {
    const { model } = await deploy(environment(service(PORTAL, ['db_host', 'web_host'])));
    const failed = await work(await kept(model), 'execute_operation', { ...scale(1), script });
    expect(portals(failed.model)).toEqual(['portal started']);
    const left = await work(await kept(model), 'execute_operation', {
      ...scale(1, { rollback_if_failed: false }),
      script,
    });
    expect(portals(left.model)).toEqual(['portal started', 'portal creating']);
    const halfWay = await kept(left.model);
    const refused = await work(halfWay, 'execute_operation', scale(1));
    expect(refused.plans).toEqual([]);
    expect(refused.reports.join(' ')).toContain('still started');
    const { input, ...named } = scale(1, { rollback_if_failed: false });
    const resumed = await work(halfWay, 'execute_operation', { ...named, input: { ...input, resumes: 'earlier' } });
    expect(portals(resumed.model)).toEqual(['portal started', 'portal started']);
    const anew = await work(await kept(refused.model), 'execute_operation', scale(1, { abort_started: true }));
    expect(portals(anew.model)).toEqual(['portal started', 'portal started']);
  });
});
