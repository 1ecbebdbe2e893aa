import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';
import type { Client } from './testing/product';
import { productForTests } from './testing/product-for-tests';
import { object, text } from './testing/responses';
import { webServer } from './testing/services';
import { deployed, settled } from './testing/stories';

/** Places for two runs: three silent machines do here what dozens do to an installation. */
const product = productForTests({ conductor: { maxRuns: 2, maxRunsOfTenant: 2 } });
const SILENT = ['silent1', 'silent2', 'silent3'];

const check = async (client: Client, at: string) =>
  text((await client.ok('POST', `${at}/executions`, { body: { workflow: 'check_status' } })).execution_id);

describe('runs that wait for silent machines', () => {
  it('keep no other run waiting, of their own tenant or of another, and end where they were', async () => {
    const { member, stranger, faults, db } = product;
    const of = async (client: Client, name: string) =>
      (await deployed(client, [webServer({ unitNamingPattern: name })])).at;
    const silent: { at: string; run: string }[] = [];
    for (const name of SILENT) silent.push({ at: await of(member, name), run: '' });
    const [own, other] = [await of(member, 'awake1'), await of(stranger, 'awake2')];

    for (const target of SILENT) await faults.add({ kind: 'silence', target });
    for (const one of silent) one.run = await check(member, one.at);
    const started = (runId: string) => db.event.count({ where: { runId, kind: 'effect.started' } });
    for (const { run } of silent) await eventually('a plan that nobody answers', async () => (await started(run)) > 0);

    const outcomes: JsonObject[] = [];
    for (const [client, at] of [[stranger, other] as const, [member, own] as const]) {
      const run = await check(client, at);
      await settled(client, at);
      outcomes.push(object((await client.ok('GET', `${at}/executions/${run}`)).run));
    }
    expect(outcomes).toMatchObject([{ outcome: 'success' }, { outcome: 'success' }]);

    for (const { at, run } of silent) {
      const before = object((await member.ok('GET', `${at}/executions/${run}`)).run);
      expect(before).toMatchObject({ state: 'running' });
      await member.ok('POST', `${at}/executions/${run}/cancel`);
      // A workflow waits for what is under way, and a silent machine has no end.
      await member.ok('POST', `${at}/executions/${run}/cancel?mode=force`);
      await settled(member, at);
      const after = object((await member.ok('GET', `${at}/executions/${run}`)).run);
      // What was asked of the machine was asked once, also where the run was put down and taken up again.
      expect([after.outcome, await started(run)]).toEqual(['cancelled', 1]);
    }
  });
});

describe('a run that has not begun', () => {
  it('says what it waits for: the run of its environment, or those of its tenant that begin before it', async () => {
    const { db } = product;
    const own = await product.clientOf('waiter', `Waiters ${randomUUID().slice(0, 8)}`, 'admin');
    const [busy, first, second] = [
      await deployed(own, [webServer({ unitNamingPattern: 'busy1' })]),
      await deployed(own, [webServer({ unitNamingPattern: 'first1' })]),
      await deployed(own, [webServer({ unitNamingPattern: 'second1' })]),
    ];
    const placeOf = async ({ at }: { at: string }, run: string) => (await own.ok('GET', `${at}/runs/${run}`)).place;
    // as one that waits is stored: what gives it its turn is not what is looked at here
    const { userId } = await db.run.findFirstOrThrow({ where: { environmentId: busy.id } });
    const queued = async ({ id }: { id: string }, kind: string, seconds: number) => {
      const run = randomUUID().replaceAll('-', '');
      const createdAt = new Date(Date.now() + seconds * 1_000);
      await db.run.create({ data: { id: run, environmentId: id, userId, kind, state: 'queued', createdAt } });
      await db.environment.updateMany({ where: { id, activeRunId: null }, data: { activeRunId: run } });
      return run;
    };
    const runs = {
      one: await queued(first, 'check_status', 1),
      two: await queued(second, 'check_status', 2),
      behind: await queued(second, 'restart', 3),
      urgent: await queued(busy, 'stop', 4),
    };
    // each of the three deployments has ended; that is no pace yet
    expect(await placeOf(first, runs.one)).toEqual({ after: null, ahead: 1, expected_seconds: null });
    expect(await placeOf(second, runs.two)).toEqual({ after: null, ahead: 2, expected_seconds: null });
    expect(await placeOf(busy, runs.urgent)).toEqual({ after: null, ahead: 0, expected_seconds: null });
    expect(await placeOf(second, runs.behind)).toMatchObject({ after: { id: runs.two, kind: 'check_status' } });

    for (const run of Object.values(runs))
      await db.run.update({ where: { id: run }, data: { state: 'success', finishedAt: new Date() } });
    expect(await placeOf(first, runs.one)).toBeNull();
    const last = await queued(first, 'check_status', 5);
    await db.environment.update({ where: { id: first.id }, data: { activeRunId: last } });
    expect(await placeOf(first, last)).toEqual({ after: null, ahead: 0, expected_seconds: 43 });
  });
});
