import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { errors } from '@/lib/errors';
import { failuresOf, handledFailuresOf } from '@/lib/model/progress/failure';
import { foldEvents } from '@/lib/model/progress/fold';
import { EMPTY_PROGRESS, emptyRun } from '@/lib/model/progress/projection';
import type { AgentMessage } from '@/lib/ports/cloud/cloud';
import type { ReplyStore } from '@/lib/ports/conductor';
import { eventually } from '@/lib/testing/patience';
import type { LanguageJob } from '../language/language';
import { RUNTIME_SCHEMA } from './dbos-journal';
import {
  type Bench,
  type BenchOptions,
  ended,
  eventsOf,
  modelOf,
  newTestId,
  planFor,
  queueRun,
  startBench,
} from './testing/bench';
import { allDone, createScriptedCloud, type ScriptedCloud } from './testing/scripted-cloud';

let database: TestDatabase;
let bench: Bench | null = null;
let cloud: ScriptedCloud;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await bench?.stop();
  bench = null;
});

type Options = Partial<BenchOptions> & { run: NonNullable<BenchOptions['run']> };
async function start(options: Options): Promise<Bench> {
  bench = await startBench({ db: database.db, url: database.url, cloud, ...options });
  return bench;
}

async function deploy(hosts: string[], options: Options) {
  const queued = await queueRun(database.db, hosts);
  const { conductor } = await start(options);
  await conductor.submit(queued.id);
  return { ...queued, row: await ended(database.db, queued.id) };
}

const stack = { template: { resources: {} }, parameters: {} };
/** One stack, then one plan for each host at the same time. */
async function plain({ model, effects }: LanguageJob) {
  await effects.updateStack(stack);
  await Promise.all(model.services.map(({ name }) => effects.executePlan(planFor(model, name, 'Install'))));
  for (const service of model.services) service.state = { installed: true };
  await effects.saveModel(model);
  return model;
}
/** As `plain`, but a failed plan is reported and leaves no state, as packages do it. */
async function careful({ model, effects }: LanguageJob, timeoutMs?: number) {
  for (const service of model.services) {
    if (service.state?.installed === true) continue;
    const outcome = await effects.executePlan(planFor(model, service.name, 'Install', timeoutMs));
    const done = outcome.answered && !JSON.stringify(outcome.result).includes('"IsException":true');
    if (done) service.state = { installed: true };
    else if (outcome.answered || outcome.problem.kind !== 'cancelled')
      await effects.report({ entity: 'service', id: service.id, level: 'error', text: `${service.name} has failed` });
    await effects.saveModel(model);
    if (await effects.cancelled()) break;
  }
  return model;
}

describe('a deployment', () => {
  it('begins once the database answers again that has lost a connection in the meantime', async () => {
    cloud = createScriptedCloud();
    let asked = 0;
    const classConfigs = async () => {
      asked += 1;
      if (asked <= 2) throw new Error('Connection terminated unexpectedly');
      return {};
    };
    const { row } = await deploy(['dc1'], { run: plain, classConfigs });
    expect(row.state).toBe('success');
    expect(asked).toBe(3);
  });

  it('goes on once the database answers again that has lost a connection in the middle of a step', async () => {
    cloud = createScriptedCloud();
    const lost = new Set(['expect', 'find', 'record', 'forget']);
    const losing =
      <Given extends unknown[], Answer>(name: string, method: (...given: Given) => Promise<Answer>) =>
      async (...given: Given) => {
        if (lost.delete(name)) throw new Error('Connection terminated unexpectedly');
        return method(...given);
      };
    const replies = (own: ReplyStore): ReplyStore => ({
      expect: losing('expect', own.expect),
      find: losing('find', own.find),
      record: losing('record', own.record),
      forget: losing('forget', own.forget),
    });
    const { row } = await deploy(['dc1'], { run: plain, replies });
    expect(row.state).toBe('success');
    expect([...lost]).toEqual(['find']);
  });

  it('runs its effects, keeps the model reached, and tells all of it as events once', async () => {
    cloud = createScriptedCloud();
    const { id, row } = await deploy(['dc1', 'web1'], { run: plain });
    expect(row.state).toBe('success');
    expect(cloud.stacksAsked).toHaveLength(1);
    expect(cloud.plansSent.map((plan) => plan.planId).sort()).toEqual([`${id}-3`, `${id}-4`]);
    expect(JSON.stringify(row.modelAfter)).toContain('"installed":true');
    const kinds = (await eventsOf(database.db, id)).map((event) => event.kind);
    expect(kinds.filter((kind) => kind === 'effect.started')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'effect.finished')).toHaveLength(3);
    expect(kinds[0]).toBe('run.started');
    expect(kinds.at(-1)).toBe('run.finished');
  });

  it('begins also when it cannot be played through before, and its log says why', async () => {
    cloud = createScriptedCloud();
    const { id, row } = await deploy(['dc1'], { run: plain });
    expect(row.state).toBe('success');
    const planned = (await eventsOf(database.db, id)).filter((event) => event.kind === 'run.planned');
    expect(planned.map(({ data }) => data)).toEqual([
      { problem: expect.objectContaining({ code: 'no_dry_run', sentence: 'This cloud has no dry run.' }) },
    ]);
  });

  it('sends plans for one machine in the order they were asked for, even all at once', async () => {
    const names = ['SetPassword', 'CreatePrimaryDC', 'AskDnsIp'];
    let slowest = 30;
    cloud = createScriptedCloud({
      send: async () => {
        slowest -= 10;
        await new Promise((resolve) => setTimeout(resolve, slowest));
      },
    });
    await deploy(['dc1'], {
      run: async ({ model, effects }) => {
        await Promise.all(names.map((name) => effects.executePlan(planFor(model, 'dc1', name))));
        return model;
      },
    });
    expect(cloud.plansSent.map(({ plan }) => plan.Commands[0]?.Name)).toEqual(names.map((name) => `Do-${name}`));
  });

  it('keeps the answers it took until it is over, and drops them then', async () => {
    const rows = (runId: string) => database.db.agentReply.findMany({ where: { runId }, orderBy: { planId: 'asc' } });
    const kept: boolean[][] = [];
    cloud = createScriptedCloud({
      send: async ({ planId }) => {
        const [runId = ''] = planId.split('-');
        kept.push((await rows(runId)).map(({ receivedAt }) => receivedAt !== null));
      },
    });
    const { id } = await deploy(['dc1', 'web1'], { run: careful });
    expect(kept).toEqual([[false], [true, false]]);
    expect(await rows(id)).toEqual([]);
  });

  it('is carried out once, however often it is submitted', async () => {
    cloud = createScriptedCloud();
    const { id } = await queueRun(database.db, ['dc1']);
    const { conductor } = await start({ run: plain });
    await Promise.all([1, 2, 3, 4].map(() => conductor.submit(id)));
    expect((await ended(database.db, id)).state).toBe('success');
    expect(cloud.plansSent).toHaveLength(1);
  });

  it('waits until one of the places is free', async () => {
    let inside = 0;
    let most = 0;
    let full: () => void = () => undefined;
    const bothIn = new Promise<void>((resolve) => {
      full = resolve;
    });
    cloud = createScriptedCloud();
    const run = async ({ model }: LanguageJob) => {
      inside += 1;
      most = Math.max(most, inside);
      if (inside === 2) full();
      await bothIn;
      // Time for a third one to come in, if it could.
      await new Promise((resolve) => setTimeout(resolve, 50));
      inside -= 1;
      return model;
    };
    const queued = await Promise.all([1, 2, 3, 4, 5].map(() => queueRun(database.db, ['dc1'])));
    const { conductor } = await start({ run, maxRuns: 2 });
    await Promise.all(queued.map(({ id }) => conductor.submit(id)));
    for (const { id } of queued) expect((await ended(database.db, id)).state).toBe('success');
    expect(most).toBe(2);
  });

  it('waits while its tenant has as many places as it may, and keeps no other tenant waiting', async () => {
    cloud = createScriptedCloud();
    cloud.script.plan = () => null;
    const begun: string[] = [];
    const run = async ({ model, effects }: LanguageJob) => {
      begun.push(model.id);
      await effects.executePlan(planFor(model, model.services[0]?.name ?? '', 'Check'));
      return model;
    };
    const crowd = await Promise.all([1, 2, 3].map(() => queueRun(database.db, ['dc1'])));
    const other = await queueRun(database.db, ['web1'], { tenantId: 'd'.repeat(32) });
    const { conductor } = await start({ run, maxRuns: 3, maxRunsOfTenant: 2 });
    await Promise.all([...crowd, other].map(({ id }) => conductor.submit(id)));
    await cloud.planSent(({ queue }) => queue.includes(other.model.id));
    await eventually('the runs that have a place', async () => begun.length >= 3);
    expect(new Set(begun).size).toBe(3);
    expect(begun).toContain(other.model.id);
    for (const { id } of [...crowd, other]) await conductor.cancel(id, 'cancel');
  });
});

describe('a refused stack', () => {
  it('fails the deployment with the resource, its unit and the words of the cloud', async () => {
    cloud = createScriptedCloud({
      stack: async () => ({
        ok: false,
        status: 'CREATE_FAILED',
        resource: 'dc1-server',
        resourceType: 'OS::Nova::Server',
        reason: 'Quota exceeded for cores',
      }),
    });
    const queued = await queueRun(database.db, ['dc1']);
    const unit = queued.model.services[0]?.units[0];
    const { conductor } = await start({
      run: async ({ model, effects }) => {
        const outcome = await effects.updateStack({
          template: { resources: { 'dc1-server': { properties: { name: 'dc1' } } } },
          parameters: {},
        });
        if (!outcome.ok)
          await effects.report({ entity: 'environment', id: model.id, level: 'error', text: outcome.message });
        return model;
      },
    });
    await conductor.submit(queued.id);
    const row = await ended(database.db, queued.id);
    expect(row.state).toBe('failed');
    expect(row.problem).toMatchObject({
      kind: 'cloud',
      code: 'stack_failed',
      sentence:
        'The cloud failed at dc1-server: Quota exceeded for cores. Remove what is no longer needed, ask for less, or ' +
        'ask an administrator for a larger quota; then deploy again.',
      details: { unitId: unit?.id, host: 'dc1', reason: 'Quota exceeded for cores' },
    });
  });

  it('is not tried again, but a cloud that is out for a moment is', async () => {
    let calls = 0;
    cloud = createScriptedCloud({
      stack: async () => {
        calls += 1;
        if (calls < 3) throw errors.cloud('cloud_unreachable', 'The cloud does not answer.', { retryable: true });
        return { ok: true, outputs: {} };
      },
    });
    const { row } = await deploy(['dc1'], { run: plain });
    expect(row.state).toBe('success');
    expect(calls).toBe(3);
  });

  it('a cloud that stays out fails the deployment in its own words', async () => {
    cloud = createScriptedCloud({
      stack: () => Promise.reject(errors.cloud('cloud_unreachable', 'The cloud does not answer.', { retryable: true })),
    });
    const { row } = await deploy(['dc1'], {
      run: async ({ model, effects }) => {
        const outcome = await effects.updateStack(stack);
        if (!outcome.ok) throw errors.language('action_failed', outcome.message);
        return model;
      },
    });
    expect(row.state).toBe('failed');
    expect(row.problem).toMatchObject({ code: 'cloud_unreachable', sentence: 'The cloud does not answer.' });
  });
});

describe('an agent that fails', () => {
  it('fails the deployment with unit, command and its own words; the other service goes on', async () => {
    cloud = createScriptedCloud({
      plan: (message) =>
        message.queue.includes(broken)
          ? { IsException: false, Result: [{ IsException: true, Result: ['System.Exception', 'No such role'] }] }
          : allDone(message),
    });
    const queued = await queueRun(database.db, ['dc1', 'web1']);
    const broken = queued.model.services[0]?.units[0]?.id ?? '';
    const { conductor } = await start({ run: careful });
    await conductor.submit(queued.id);
    const row = await ended(database.db, queued.id);
    expect(row.state).toBe('failed');
    expect(row.problem).toMatchObject({
      code: 'plan_failed',
      sentence: 'Install failed on dc1: No such role',
      details: { unitId: broken, host: 'dc1', command: 'Do-Install' },
    });
    expect(row.modelAfter).toMatchObject({ services: [{ name: 'dc1' }, { state: { installed: true } }] });
  });

  it('that never answers is given up after its time, with "no answer from HOST in N minutes"', async () => {
    cloud = createScriptedCloud({ plan: () => null });
    const { id, row } = await deploy(['dc1'], { run: (job) => careful(job, 60) });
    expect(row.state).toBe('failed');
    expect(row.problem).toMatchObject({ kind: 'agent', code: 'agent_silent' });
    expect(JSON.stringify(row.problem)).toContain('no answer from dc1 in 0.1 seconds');
    const [message] = cloud.plansSent;
    expect(message).toMatchObject({ planId: `${id}-2`, generation: row.createdAt.getTime() / 1_000 });
  });
});

describe('a failure that the program has dealt with', () => {
  const failing = (message: AgentMessage) =>
    message.plan.Commands[0]?.Name === 'Do-BadArg'
      ? { IsException: false, Result: [{ IsException: true, Result: ['System.Exception', 'No such parameter'] }] }
      : allDone(message);
  /** One plan fails, and the program goes on. */
  async function dealtWith({ model, effects }: LanguageJob) {
    const outcome = await effects.executePlan(planFor(model, 'dc1', 'BadArg'));
    await effects.failureHandled(outcome.effectId ?? '');
    return model;
  }

  it('is not what the run reports when another error ends it; the log has that error, and the events tell both apart', async () => {
    cloud = createScriptedCloud({ plan: failing });
    const { id, row } = await deploy(['dc1', 'web1'], {
      run: async (job) => {
        await dealtWith(job);
        throw errors.language('invalid_execution_plan', 'The plan NoFunc calls what no script has.');
      },
    });
    expect(row.state).toBe('failed');
    expect(row.problem).toMatchObject({
      code: 'invalid_execution_plan',
      sentence: 'The plan NoFunc calls what no script has.',
    });
    const events = await eventsOf(database.db, id);
    const failed = events.find(({ kind, data }) => kind === 'effect.finished' && data.outcome === 'failed');
    expect(events.filter(({ kind }) => kind === 'effect.handled')).toMatchObject([
      { level: 'info', data: { effectId: failed?.data.effectId }, text: expect.stringContaining('No such parameter') },
    ]);
    const { deployments } = foldEvents(EMPTY_PROGRESS, events);
    const progress = deployments[id] ?? emptyRun(id);
    expect(failuresOf(progress, null)).toMatchObject([{ code: 'invalid_execution_plan', unitId: null }]);
    expect(handledFailuresOf(progress, null)).toMatchObject([{ code: 'plan_failed', host: 'dc1' }]);
  });

  it('fails no run that comes to its end', async () => {
    cloud = createScriptedCloud({ plan: failing });
    const { row } = await deploy(['dc1'], { run: dealtWith });
    expect(row).toMatchObject({ state: 'success', problem: null });
  });

  it('is nothing that a failure beside it hides behind: the effect whose error ended the run is told', async () => {
    cloud = createScriptedCloud({
      plan: (message) => ({ IsException: true, Result: ['System.Exception', message.plan.Commands[0]?.Name ?? ''] }),
    });
    const { row } = await deploy(['dc1', 'web1'], {
      run: async ({ model, effects }) => {
        await effects.executePlan(planFor(model, 'dc1', 'First'));
        const { effectId } = await effects.executePlan(planFor(model, 'web1', 'Second'));
        throw errors.agent('plan_failed', 'Second failed', { details: { effectId } });
      },
    });
    expect(row.problem).toMatchObject({ details: { host: 'web1', message: 'Do-Second' } });
  });
});

describe('deploying again after a failure', () => {
  it('does not redo what succeeded', async () => {
    const fails = new Set(['web1']);
    cloud = createScriptedCloud({
      plan: (message) =>
        [...fails].some((host) => message.queue === queueOf(host))
          ? { IsException: true, Result: ['System.Exception', 'no'] }
          : allDone(message),
    });
    const first = await queueRun(database.db, ['dc1', 'web1']);
    const queueOf = (host: string) => {
      const service = first.model.services.find(({ name }) => name === host);
      return `e${first.model.id}-${service?.id}-${service?.units[0]?.id}`;
    };
    const { conductor } = await start({ run: careful });
    await conductor.submit(first.id);
    expect((await ended(database.db, first.id)).state).toBe('failed');
    fails.clear();
    const { model } = await database.db.environment.findUniqueOrThrow({ where: { id: first.model.id } });
    const second = await queueRun(database.db, [], { model: model as unknown as typeof first.model });
    await conductor.submit(second.id);
    expect((await ended(database.db, second.id)).state).toBe('success');
    expect(cloud.plansSent.filter((plan) => plan.planId.startsWith(second.id)).map((plan) => plan.queue)).toEqual([
      queueOf('web1'),
    ]);
  });
});

describe('a cancel', () => {
  /** The look that finds what was missed does not come: it must work at once. */
  const noSafetyNet = { recoveryIntervalMs: 60 * 60_000 };

  it('ends the wait for an agent, takes its plan back, keeps what was reached and says what is left', async () => {
    cloud = createScriptedCloud();
    const queued = await queueRun(database.db, ['dc1', 'web1', 'web2']);
    const silent = queued.model.services[1]?.units[0]?.id ?? '';
    const isSilent = (message: AgentMessage) => message.queue.includes(silent);
    cloud.script.plan = (message) => (isSilent(message) ? null : allDone(message));
    const { conductor } = await start({
      ...noSafetyNet,
      run: async ({ model, effects }) => {
        for (const service of model.services) {
          const outcome = await effects.executePlan(planFor(model, service.name, 'Install'));
          if (outcome.answered) service.state = { installed: true };
          await effects.saveModel(model);
          if (await effects.cancelled()) break;
        }
        return model;
      },
    });
    await conductor.submit(queued.id);
    await cloud.planSent(isSilent);
    await database.db.run.update({ where: { id: queued.id }, data: { cancelledBy: 'c'.repeat(32) } });
    await conductor.cancel(queued.id);
    const row = await ended(database.db, queued.id);
    expect(row.state).toBe('cancelled');
    expect(row.problem).toMatchObject({ code: 'run_cancelled', details: { leftOff: ['Install on web1'] } });
    expect(row.modelAfter).toMatchObject({ services: [{ state: { installed: true } }, {}, {}] });
    expect(cloud.plansSent).toHaveLength(2);
  });

  it('ends a stack operation through its signal', async () => {
    cloud = createScriptedCloud();
    const asked = new Promise<void>((resolve) => {
      cloud.script.stack = (_, signal) =>
        new Promise((_done, reject) => {
          signal.addEventListener('abort', () => reject(errors.cancelled('cancelled', 'stopped')));
          resolve();
        });
    });
    const queued = await queueRun(database.db, ['dc1']);
    const { conductor } = await start({
      ...noSafetyNet,
      run: async ({ model, effects }) => {
        const outcome = await effects.updateStack(stack);
        expect(outcome).toMatchObject({ ok: false, problem: { kind: 'cancelled' } });
        return model;
      },
    });
    await conductor.submit(queued.id);
    await asked;
    await database.db.run.update({ where: { id: queued.id }, data: { cancelledBy: 'c'.repeat(32) } });
    await conductor.cancel(queued.id);
    expect((await ended(database.db, queued.id)).state).toBe('cancelled');
  });

  /** A restart that waits for an agent that says nothing by itself. */
  async function waitingRestart(answers: string[]) {
    cloud = createScriptedCloud();
    cloud.script.plan = () => null;
    const queued = await queueRun(database.db, ['dc1', 'web1'], { kind: 'restart' });
    const { conductor } = await start({
      ...noSafetyNet,
      run: async ({ model, effects }) => {
        for (const { name } of model.services) {
          const outcome = await effects.executePlan(planFor(model, name, 'Restart'));
          answers.push(outcome.answered ? `${name} answered` : `${name} ${outcome.problem.kind}`);
          if (await effects.cancelled()) break;
        }
        return model;
      },
    });
    await conductor.submit(queued.id);
    const sent = await cloud.planSent(() => true);
    const ask = async (mode: 'cancel' | 'force' | 'kill') => {
      const data = { cancelledBy: 'c'.repeat(32), cancelMode: mode };
      await database.db.run.update({ where: { id: queued.id }, data });
      await conductor.cancel(queued.id, mode);
    };
    return { ...queued, sent, ask, conductor };
  }

  it('of a workflow lets what is under way come to its end and be recorded, and begins nothing new', async () => {
    const answers: string[] = [];
    const { id, sent, ask } = await waitingRestart(answers);
    await ask('cancel');
    await cloud.answer({ planId: sent.planId, result: allDone(sent) });
    expect(await ended(database.db, id)).toMatchObject({ state: 'cancelled' });
    expect(answers).toEqual(['dc1 answered']);
    expect(cloud.plansSent).toHaveLength(1);
  });

  it('with force waits for nothing any more', async () => {
    const answers: string[] = [];
    const { id, ask } = await waitingRestart(answers);
    await ask('cancel');
    await ask('force');
    const row = await ended(database.db, id);
    expect(row).toMatchObject({ state: 'cancelled', problem: { code: 'run_cancelled' } });
    expect(answers).toEqual(['dc1 cancelled']);
  });

  it('that kills ends a run whose program never comes back, gives its place to the next, and hears nothing of it later', async () => {
    cloud = createScriptedCloud();
    const stuck = await queueRun(database.db, ['dc1'], { kind: 'restart' });
    const { conductor } = await start({
      ...noSafetyNet,
      maxRuns: 1,
      run: async ({ model, effects }) => {
        await effects.executePlan(planFor(model, model.services[0]?.name ?? '', 'Restart'));
        if (model.id === stuck.model.id) await new Promise(() => undefined);
        return model;
      },
    });
    await conductor.submit(stuck.id);
    const sent = await cloud.planSent(() => true);
    const data = { cancelledBy: 'c'.repeat(32), cancelMode: 'kill' };
    await database.db.run.update({ where: { id: stuck.id }, data });
    await conductor.cancel(stuck.id, 'kill');
    const row = await database.db.run.findUniqueOrThrow({ where: { id: stuck.id } });
    expect(row).toMatchObject({ state: 'cancelled', problem: { code: 'run_killed' } });
    // it has stored nothing: the environment is the version that it was
    expect(row).toMatchObject({ changesModel: false, version: null });
    const last = (await eventsOf(database.db, stuck.id)).length;
    // the only place is free again
    const next = await queueRun(database.db, ['web1'], { kind: 'heal' });
    await conductor.submit(next.id);
    expect((await ended(database.db, next.id)).state).toBe('success');
    await cloud.answer({ planId: sent.planId, result: allDone(sent) });
    expect(await eventsOf(database.db, stuck.id)).toHaveLength(last);
  });

  it('that came while nobody ran the deployment is found when it starts', async () => {
    cloud = createScriptedCloud();
    const queued = await queueRun(database.db, ['dc1']);
    await database.db.run.update({ where: { id: queued.id }, data: { cancelledBy: 'c'.repeat(32) } });
    await start({ run: careful });
    expect((await ended(database.db, queued.id)).state).toBe('cancelled');
    expect(cloud.plansSent).toEqual([]);
  });
});

describe('a conductor that stops', () => {
  it('leaves its deployments to the next one, which repeats nothing that was recorded', async () => {
    cloud = createScriptedCloud();
    const queued = await queueRun(database.db, ['dc1', 'web1']);
    const silent = queued.model.services[1]?.units[0]?.id ?? '';
    const isSilent = (message: AgentMessage) => message.queue.includes(silent);
    cloud.script.plan = (message) => (isSilent(message) ? null : allDone(message));
    const first = await start({ run: plain });
    await first.conductor.submit(queued.id);
    const open = await cloud.planSent(isSilent);
    // What is answered while it stops would be told again by an agent; the scripted cloud tells once.
    await eventually('the end of the other plan', () =>
      database.db.event.findFirst({
        where: { runId: queued.id, kind: 'effect.finished', text: { contains: 'dc1' } },
      }),
    );
    await first.stop();
    expect((await database.db.run.findUniqueOrThrow({ where: { id: queued.id } })).state).toBe('running');

    await start({ run: plain });
    // The agent keeps telling until somebody has taken its answer.
    await cloud.answer({ planId: open.planId, result: allDone(open) });
    expect((await ended(database.db, queued.id)).state).toBe('success');
    // what other runs were in the midst of is taken over, too
    expect(cloud.stacksAsked.filter((operation) => operation.startsWith(queued.id))).toHaveLength(1);
    expect(cloud.plansSent.filter(({ planId }) => planId.startsWith(queued.id))).toHaveLength(2);
    const kinds = (await eventsOf(database.db, queued.id)).map((event) => event.kind);
    expect(kinds.filter((kind) => kind === 'effect.started')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'effect.finished')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'run.started')).toHaveLength(1);
  });

  it('loses no answer that came while nobody was there', async () => {
    cloud = createScriptedCloud({ plan: () => null });
    const queued = await queueRun(database.db, ['dc1']);
    const first = await start({ run: plain });
    await first.conductor.submit(queued.id);
    const isOwn = ({ planId }: AgentMessage) => planId.startsWith(queued.id);
    const plan = await cloud.planSent(isOwn);
    await first.stop();
    await database.db.agentReply.update({
      where: { planId: plan.planId },
      data: { result: allDone(plan) as object, receivedAt: new Date() },
    });
    await start({ run: plain });
    expect((await ended(database.db, queued.id)).state).toBe('success');
    expect(cloud.plansSent.filter(isOwn)).toHaveLength(1);
  });

  it('does not give a machine more time because of a restart', async () => {
    cloud = createScriptedCloud({ plan: () => null });
    const queued = await queueRun(database.db, ['dc1']);
    const run = async ({ model, effects }: LanguageJob) => {
      const outcome = await effects.executePlan(planFor(model, 'dc1', 'Install', 60 * 60_000));
      if (!outcome.answered) throw errors.agent('silent', outcome.problem.sentence);
      return model;
    };
    const first = await start({ run });
    await first.conductor.submit(queued.id);
    await cloud.planSent();
    await first.stop();
    await database.db.agentReply.updateMany({
      where: { runId: queued.id },
      data: { sentAt: new Date(Date.now() - 61 * 60_000) },
    });
    await start({ run });
    const row = await ended(database.db, queued.id);
    expect(JSON.stringify(row.problem)).toContain('no answer from dc1 in 60 minutes');
  });

  it('rough edge 17: is followed by one that finds deployments which were queued but never started', async () => {
    cloud = createScriptedCloud();
    const queued = await Promise.all([queueRun(database.db, ['a']), queueRun(database.db, ['b'])]);
    await start({ run: plain });
    for (const { id } of queued) expect((await ended(database.db, id)).state).toBe('success');
  });
});

describe('a replay that no longer does what was recorded', () => {
  it('ends the deployment and keeps what was reached', async () => {
    cloud = createScriptedCloud();
    const queued = await queueRun(database.db, ['dc1']);
    const isSecond = (message: AgentMessage) => message.planId.endsWith('-2');
    cloud.script.plan = (message) => (isSecond(message) ? allDone(message) : null);
    const first = await start({
      run: async ({ model, effects }) => {
        await effects.executePlan(planFor(model, 'dc1', 'Prepare'));
        model.state = { reached: 1 };
        await effects.saveModel(model);
        await effects.executePlan(planFor(model, 'dc1', 'Install'));
        return model;
      },
    });
    await first.conductor.submit(queued.id);
    await cloud.planSent((message) => !isSecond(message));
    await first.stop();
    const kept = await database.db.run.findUniqueOrThrow({ where: { id: queued.id } });
    expect(kept.modelAfter).toMatchObject({ state: { reached: 1 } });
    await start({
      run: async ({ model, effects }) => {
        await effects.updateStack(stack);
        return model;
      },
    });
    const row = await ended(database.db, queued.id);
    expect(row).toMatchObject({ state: 'failed', problem: { code: 'replay_diverged' } });
    expect(cloud.stacksAsked).toEqual([]);
  });

  it('ends a deployment whose packages an earlier Vetro recorded as texts', async () => {
    cloud = createScriptedCloud();
    const queued = await queueRun(database.db, ['dc1']);
    cloud.script.plan = () => null;
    const first = await start({ run: plain });
    await first.conductor.submit(queued.id);
    await cloud.planSent(() => true);
    await first.stop();
    const changed = await database.db.$executeRawUnsafe(
      `update ${RUNTIME_SCHEMA}.operation_outputs set output = replace(output, '"lock":', '"packages":')
        where workflow_uuid = '${queued.id}' and function_name = 'load'`,
    );
    expect(changed).toBe(1);
    await start({ run: plain });
    const row = await ended(database.db, queued.id);
    expect(row).toMatchObject({ state: 'failed', problem: { code: 'replay_diverged' } });
  });
});

describe('the deletion of an environment', () => {
  it('runs without services and ends with the stack deleted', async () => {
    cloud = createScriptedCloud();
    const { id } = await queueRun(database.db, ['dc1'], { kind: 'delete' });
    let seen = -1;
    const { conductor } = await start({
      run: async ({ model }) => {
        seen = model.services.length;
        return model;
      },
    });
    await conductor.submit(id);
    expect((await ended(database.db, id)).state).toBe('success');
    expect(seen).toBe(0);
    expect((await eventsOf(database.db, id)).some(({ data }) => data.effect === 'stack.delete')).toBe(true);
  });

  it('waits for the deployment that goes on in the environment', async () => {
    cloud = createScriptedCloud({ plan: () => null });
    const first = await queueRun(database.db, ['dc1']);
    const { conductor } = await start({ run: plain });
    await conductor.submit(first.id);
    const second = await queueRun(database.db, [], { kind: 'delete', model: first.model, after: first.id });
    await conductor.submit(second.id);
    await database.db.run.update({ where: { id: first.id }, data: { cancelledBy: 'c'.repeat(32) } });
    await conductor.cancel(first.id);
    const [before, after] = [await ended(database.db, first.id), await ended(database.db, second.id)];
    expect([before.state, after.state]).toEqual(['cancelled', 'success']);
    expect(after.startedAt?.getTime()).toBeGreaterThanOrEqual(before.finishedAt?.getTime() ?? Number.POSITIVE_INFINITY);
  });
});

describe('news of the cloud', () => {
  it('reaches the event log of its environment once, with the deployment that goes on', async () => {
    cloud = createScriptedCloud({ plan: () => null });
    const { id, model } = await queueRun(database.db, ['dc1']);
    const { conductor } = await start({ run: plain });
    await conductor.submit(id);
    const plan = await cloud.planSent();
    const [service] = model.services;
    const queue = `e${model.id}-${service?.id}-${service?.units[0]?.id}`;
    const at = new Date();
    const common = { stack: `e${model.id}`, tenantId: 'a'.repeat(32), at };
    for (const _ of [1, 2]) {
      await cloud.emit({ ...common, kind: 'machine', host: 'dc1', queue, phase: 'ready' });
      await cloud.emit({
        ...common,
        kind: 'command',
        host: 'dc1',
        queue,
        planId: `${id}-4`,
        command: 'Do-Install',
        index: 0,
        count: 1,
        ok: true,
      });
    }
    const events = (await eventsOf(database.db, id)).filter(({ kind }) => /^(machine|command)\./.test(kind));
    expect(events.map(({ kind, data }) => [kind, data.unitId ?? data.effectId])).toEqual([
      ['machine.changed', service?.units[0]?.id],
      ['command.finished', `${id}-4`],
    ]);
    await cloud.answer({ planId: plan.planId, result: allDone(plan) });
    await ended(database.db, id);
  });

  it('of stacks that are none of ours is left alone', async () => {
    cloud = createScriptedCloud();
    await start({ run: plain });
    const before = await database.db.event.count();
    await cloud.emit({
      kind: 'machine',
      stack: 'somebody-elses',
      tenantId: newTestId(),
      host: 'x',
      queue: '',
      phase: 'ready',
      at: new Date(),
    });
    expect(await database.db.event.count()).toBe(before);
    expect(modelOf(newTestId()).services).toEqual([]);
  });
});

describe('the cap on runs at a time', () => {
  it('holds for workflows as for deployments: who has no place waits for one', async () => {
    cloud = createScriptedCloud();
    cloud.script.plan = () => null;
    const kinds = ['deploy', 'restart', 'heal'] as const;
    const queued = [];
    for (const kind of kinds) queued.push(await queueRun(database.db, [kind], { kind }));
    let atOnce = 0;
    const seen: number[] = [];
    const { conductor } = await start({
      maxRuns: 2,
      run: async ({ model, effects }) => {
        atOnce += 1;
        seen.push(atOnce);
        await effects.executePlan(planFor(model, model.services[0]?.name ?? '', 'Install'));
        atOnce -= 1;
        return model;
      },
    });
    await Promise.all(queued.map(({ id }) => conductor.submit(id)));
    for (const { model } of queued) {
      const unit = model.services[0]?.units[0]?.id ?? '';
      const sent = await cloud.planSent(({ queue }) => queue.includes(unit));
      await cloud.answer({ planId: sent.planId, result: allDone(sent) });
    }
    for (const { id } of queued) expect((await ended(database.db, id)).state).toBe('success');
    expect(Math.max(...seen)).toBe(2);
  });
});
