import { beforeAll, describe, expect, test } from 'vitest';
import { partsOf } from '@/lib/api/testing/by-itself';
import type { ApiResponse, Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer, webServerFarm } from '@/lib/api/testing/services';
import { add, deployed, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { WEB_PAIR, webPair } from '@/lib/conductor/runtime/testing/web-pair';
import { probeMachines } from '@/lib/environments/health/probe';
import { fireDueSchedules } from '@/lib/environments/schedules/fire';
import type { JsonObject } from '@/lib/model/json';
import { RUN_KINDS, type RunKind } from '@/lib/model/runs/kinds';
import { eventually } from '@/lib/testing/patience';

/** A rule set that cannot be loaded, and every way in which a run begins: none passes in silence. */

const product = productForTests({ catalogDirectory: catalogWith(WEB_PAIR) });
let root: Client;
/** An environment with an application that has actions, and a farm. */
let at = '';
let farm = '';
/** An environment whose machine goes off. */
let other = '';

beforeAll(async () => {
  root = await systemAdmin(product);
  ({ at } = await deployed(product.member, [
    webPair('pages', ['web1', 'web2']),
    webServerFarm({ name: 'shop', unitNamingPattern: 'shop#' }),
  ]));
  ({ at: other } = await deployed(product.member, [webServer()]));
  const { services } = await product.member.ok('GET', at);
  farm = text(object(list(services).find((one) => one.name === 'shop')).id);
  const { id } = await product.admin.ok('POST', '/v1/policies', { body: { name: 'Unreadable', text: 'fine(1)' } });
  // as after an update that knows a table no longer which rules ask for: nobody could save this
  await product.db.$executeRaw`update policies set text = 'p(x) :- murano:gone(x' where id = ${text(id)}`;
});

const onFailure = (mode: 'stop' | 'warn') => root.ok('PUT', '/v1/policy-settings', { body: { on_failure: mode } });
const execute = (body: JsonObject) => product.member.call('POST', `${at}/executions`, { body });
const workflow = (name: string) => () => execute({ workflow: name });

/** How a run of each kind is begun. A new kind has to say so here. */
const BEGIN: Record<RunKind, () => Promise<ApiResponse>> = {
  deploy: async () => {
    const session = await open(product.member, at);
    await add(product.member, at, session, webPair('more', ['more1']));
    return product.member.call('POST', `${at}/sessions/${session}/deploy`);
  },
  action: async () => {
    const { actions } = await product.member.ok('GET', `${at}/actions`);
    const greet = list(actions).find(({ method, object: name }) => method === 'greet' && name === 'pages');
    return product.member.call('POST', `${at}/actions/${text(greet?.id)}`, { body: { greeting: 'Hello' } });
  },
  start: workflow('start'),
  stop: workflow('stop'),
  restart: workflow('restart'),
  check_status: workflow('check_status'),
  check_drift: workflow('check_drift'),
  update: workflow('update'),
  heal: workflow('heal'),
  suspend: workflow('suspend'),
  wake: workflow('wake'),
  execute_operation: () =>
    execute({ workflow: 'execute_operation', operation: 'maintenance.clear_logs', parameters: { days: 40 } }),
  scale: () => execute({ workflow: 'scale', service_id: farm, delta: 1 }),
  uninstall: () => execute({ workflow: 'uninstall', service_id: farm }),
  delete: () => product.member.call('DELETE', at),
};
/** What leaves others nothing to do is followed by what undoes it, and what takes the environment away comes last. */
const IN_TURN: RunKind[] = ['stop', 'start', 'scale', 'uninstall', 'suspend', 'wake', 'delete'];
const KINDS = [...RUN_KINDS.filter((kind) => !IN_TURN.includes(kind)), ...IN_TURN];
const UNREADABLE = /The rules of "Unreadable" could not be asked/;
const WHO_TO_ASK = /Who can make an exception from "Unreadable": (.+, )?ada(, .+)?\./;

const runs = async () => list((await product.member.ok('GET', `${at}/runs`)).runs).map(object);

describe('rules that cannot be loaded', () => {
  test.each(KINDS)('stop a run of kind %s', async (kind) => {
    await onFailure('stop');
    const before = await runs();
    const { status, json } = await BEGIN[kind]();
    expect([status, object(json).code]).toEqual([422, 'policy_stopped']);
    expect(object(json).detail).toMatch(UNREADABLE);
    const audited = await product.db.auditEntry.findFirst({
      where: { action: 'policy.stop' },
      orderBy: { id: 'desc' },
    });
    expect(audited).toMatchObject({ actor: 'policy', actorName: 'Unreadable' });
    // whoever begins it may make no exception, and is told who may
    expect(object(json).detail).toMatch(WHO_TO_ASK);
    expect(list(object(json).fields)).toContainEqual({
      ...{ path: '', code: 'exception' },
      sentence: expect.stringMatching(WHO_TO_ASK),
    });
    expect(await runs()).toEqual(before);
  });

  test('stop what begins by itself, which then says so', async () => {
    await onFailure('stop');
    const body = { name: 'New year', workflow: 'stop', cron: '0 3 1 1 *', time_zone: 'UTC' };
    const schedule = await product.member.ok('POST', `${at}/schedules`, { body });
    await fireDueSchedules(partsOf(product), new Date(text(schedule.next)));
    const path = `${at}/schedules/${text(schedule.id)}`;
    expect(list((await product.member.ok('GET', path)).recent)).toMatchObject([
      { outcome: 'refused', sentence: expect.stringMatching(UNREADABLE) },
    ]);
    await product.member.ok('DELETE', path);
  });

  test('stop a repair that would begin by itself, which then says so', async () => {
    await onFailure('stop');
    const { services } = await product.member.ok('GET', other);
    const [unit] = list(object(list(services)[0]).units).map(object);
    const target = text(object(unit?.state).hostname);
    const self_healing = { enabled: true, most_per_day: 2, cool_down_minutes: 10 };
    await product.member.ok('PUT', `${other}/health`, { body: { check_minutes: null, self_healing } });
    const environment_id = other.split('/').at(-1);
    await product.admin.ok('POST', '/v1/simulation/faults', {
      body: { kind: 'crash', target, environment_id, message: '' },
    });
    const where = {
      environmentId: environment_id,
      kind: 'machine.changed',
      data: { path: ['phase'], equals: 'stopped' },
    };
    await eventually('the cloud says that the machine is off', () => product.db.event.count({ where }));
    const parts = { ...partsOf(product), cloud: product.container.cloud };
    const repairs = async () => list((await product.member.ok('GET', `${other}/health`)).repairs);
    // A pass that meets other work in the environment leaves it to the next one.
    let hours = 0;
    await eventually('a repair would begin', async () => {
      hours += 1;
      await probeMachines(parts, new Date(Date.now() + hours * 60 * 60_000));
      return (await repairs()).length > 0;
    });
    expect(await repairs()).toMatchObject([{ outcome: 'refused', sentence: expect.stringMatching(UNREADABLE) }]);
  });

  test.each(KINDS)('warn of a run of kind %s where the installation says so, and are kept with it', async (kind) => {
    await onFailure('warn');
    const before = (await runs()).length;
    const begun = await BEGIN[kind]();
    expect(begun.status, JSON.stringify(begun.json)).toBe(200);
    const [run] = kind === 'delete' ? [] : await runs();
    const [kept] = await product.db.$queryRaw<{ kind: string; stopped: boolean; sentence: string }[]>`
      select v.kind, v.stopped, v.sentence from policy_verdicts v join runs r on r.id = v.run_id
       where r.kind = ${kind} order by v.at desc limit 1`;
    expect(kept).toMatchObject({ kind: 'failure', stopped: false, sentence: expect.stringMatching(UNREADABLE) });
    if (run) expect([run.kind, (await runs()).length]).toEqual([kind, before + 1]);
    await settled(product.member, at);
  });
});
