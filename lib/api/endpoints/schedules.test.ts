import { describe, expect, it } from 'vitest';
import { partsOf } from '@/lib/api/testing/by-itself';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { fireDueSchedules } from '@/lib/environments/schedules/fire';
import { MAX_SCHEDULES } from '@/lib/environments/schedules/write';
import type { JsonObject } from '@/lib/model/json';
import { MASK } from '@/lib/model/secret';

const product = productForTests();

const SERVER: JsonObject = {
  type: 'webServer',
  name: 'web',
  adminPassword: 'Adm1n-Passw0rd!',
  flavor: 'm1.small',
  osImage: { name: 'ws-2022-std', title: 'Windows Server 2022', type: 'windows.2022' },
  unitNamingPattern: 'sched1',
  units: [{}],
};

/** Once a year: no real clock comes by while a test runs. */
const YEARLY = { name: 'New year', workflow: 'stop', cron: '0 3 1 1 *', time_zone: 'UTC' };

const MINUTE = 60_000;

const create = (at: string, body: JsonObject = {}, client = product.member) =>
  client.ok('POST', `${at}/schedules`, { body: { ...YEARLY, ...body } });

const dueOf = (schedule: JsonObject) => new Date(text(schedule.next));
const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
/** Passes until nothing is due: one takes a limited number, and other tests' schedules are due at the same instant. */
async function fire(now: Date): Promise<number> {
  let fired = 0;
  for (let found = -1; found !== 0; fired += found) found = await fireDueSchedules(partsOf(product), now);
  return fired;
}
const read = (at: string, schedule: JsonObject) => product.member.ok('GET', `${at}/schedules/${text(schedule.id)}`);
const runsOf = async (at: string) => list((await product.member.ok('GET', `${at}/runs`)).runs).map(object);

describe('schedules of an environment', () => {
  it('are written by members, read by readers, and tell when they come next', async () => {
    const { at } = await newEnvironment(product.member);
    const schedule = await create(at, { cron: '0 20 * * 1-5', time_zone: 'Europe/Berlin' });
    expect(schedule).toMatchObject({ name: 'New year', workflow: 'stop', enabled: true, recent: [], user_name: 'max' });
    const [listed] = list((await product.reader.ok('GET', `${at}/schedules`)).schedules);
    expect(listed).toEqual(schedule);
    const refused = await product.reader.call('POST', `${at}/schedules`, { body: YEARLY });
    expect(refused.status).toBe(403);
    expect((await product.stranger.call('GET', `${at}/schedules`)).status).toBe(404);
    const off = await product.member.ok('PATCH', `${at}/schedules/${text(schedule.id)}`, { body: { enabled: false } });
    expect(off).toMatchObject({ enabled: false, next: null });
    await product.member.ok('DELETE', `${at}/schedules/${text(schedule.id)}`);
    expect((await product.member.call('GET', `${at}/schedules/${text(schedule.id)}`)).status).toBe(404);
  });

  it('run in the name of who changed them last, but for switching off', async () => {
    const { at } = await newEnvironment(product.member);
    const path = `${at}/schedules/${text((await create(at)).id)}`;
    expect(await product.colleague.ok('PATCH', path, { body: { enabled: false } })).toMatchObject({ user_name: 'max' });
    expect(await product.colleague.ok('PATCH', path, { body: { enabled: true } })).toMatchObject({ user_name: 'mia' });
  });

  it('tell before which moments they have, and refuse what is none, naming the field', async () => {
    const { at } = await newEnvironment(product.member);
    const preview = (body: JsonObject) => product.reader.call('POST', `${at}/schedules/preview`, { body });
    const { times } = object((await preview({ cron: '0 20 * * 1-5', time_zone: 'Europe/Berlin' })).json);
    expect(times).toHaveLength(5);
    const wrong = await preview({ cron: 'at night', time_zone: 'UTC' });
    expect(wrong.status).toBe(400);
    expect(object(wrong.json).fields).toMatchObject([{ path: 'cron' }]);
    const nobody = await product.member.call('POST', `${at}/schedules`, {
      body: { ...YEARLY, service_id: 'f'.repeat(32) },
    });
    expect(object(nobody.json).fields).toMatchObject([{ path: 'service_id' }]);
  });

  it('are limited in number', async () => {
    const { at } = await newEnvironment(product.member);
    for (let made = 0; made < MAX_SCHEDULES; made += 1) await create(at);
    const refused = await product.member.call('POST', `${at}/schedules`, { body: YEARLY });
    expect(object(refused.json)).toMatchObject({ code: 'too_many_schedules' });
  });
});

describe('an operation of a package by schedule', () => {
  const CLEAR = { workflow: 'execute_operation', operation: 'maintenance.clear_logs' };

  it('is written with its parameters, and run with them', async () => {
    const { at } = await deployed(product.member, [SERVER]);
    const schedule = await create(at, { ...CLEAR, parameters: { days: 40 } });
    expect(schedule).toMatchObject({ ...CLEAR, operation_title: 'Clear old logs', parameters: { days: 40 } });
    await fire(dueOf(schedule));
    await settled(product.member, at);
    const runs = (await runsOf(at)).filter(({ kind }) => kind === 'execute_operation');
    expect(runs).toMatchObject([{ outcome: 'success', user_name: 'max' }]);
    const { reports } = await product.member.ok('GET', `${at}/executions/${text(runs[0]?.id)}`);
    expect(list(reports).map((report) => object(report).text)).toContain('Clear old logs scheduled by "New year"');
    // whoever reads the audit log learns that no person did it, and in whose name it was done
    const audited = await product.db.auditEntry.findFirst({ where: { action: 'execution.execute_operation' } });
    expect(audited).toMatchObject({ actor: 'schedule', actorId: schedule.id, actorName: 'New year' });
    expect(audited?.userId).toBe(product.member.userId);
  });

  it('is refused where nobody offers it, or for what it does not take, naming the field', async () => {
    const { at } = await deployed(product.member, [SERVER]);
    const refused = async (body: JsonObject) =>
      object((await product.member.call('POST', `${at}/schedules`, { body: { ...YEARLY, ...body } })).json);
    expect(await refused({ workflow: 'execute_operation' })).toMatchObject({ fields: [{ path: 'operation' }] });
    expect(await refused({ ...CLEAR, operation: 'backup.logs' })).toMatchObject({ fields: [{ path: 'operation' }] });
    expect(await refused({ ...CLEAR, parameters: { days: -1 } })).toMatchObject({
      code: 'schedule_invalid',
      fields: [{ path: 'parameters.days' }],
    });
    expect(await refused({ operation: CLEAR.operation })).toMatchObject({ fields: [{ path: 'operation' }] });
    expect(await refused({ parameters: { days: 3 } })).toMatchObject({ fields: [{ path: 'parameters' }] });
  });

  it('keeps a password sealed, shows it to nobody, and gives it to the run', async () => {
    const domain = {
      name: 'sched.local',
      domain: 'sched.local',
      units: [{ isMaster: true, recoveryPassword: 'R3covery-One!' }],
    };
    const { at } = await deployed(product.member, [activeDirectory(domain)]);
    const asked = { workflow: 'execute_operation', operation: 'accounts.create_user' };
    const schedule = await create(at, { ...asked, parameters: { user: 'ada', password: 'F1rst-Secret!' } });
    expect(schedule.parameters).toEqual({ user: 'ada', password: MASK });
    const path = `${at}/schedules/${text(schedule.id)}`;
    const changed = { parameters: { user: 'grace', password: MASK } };
    expect((await product.member.ok('PATCH', path, { body: changed })).parameters).toEqual(changed.parameters);
    expect(JSON.stringify(await product.db.schedule.findMany())).not.toContain('F1rst-Secret!');
    await fire(dueOf(schedule));
    await settled(product.member, at);
    expect((await runsOf(at)).filter(({ kind }) => kind === 'execute_operation')).toMatchObject([
      { outcome: 'success' },
    ]);
    const nothing = await product.member.call('POST', `${at}/schedules`, {
      body: { ...YEARLY, ...asked, parameters: { user: 'ada', password: MASK } },
    });
    expect(object(nothing.json)).toMatchObject({ fields: [{ path: 'parameters.password', code: 'nothing_kept' }] });
  });

  it('goes with its parameters when another workflow takes its place', async () => {
    const { at } = await deployed(product.member, [SERVER]);
    const path = `${at}/schedules/${text((await create(at, { ...CLEAR, parameters: { days: 40 } })).id)}`;
    const stays = await product.member.ok('PATCH', path, { body: { cron: '0 4 1 1 *' } });
    expect(stays).toMatchObject({ ...CLEAR, parameters: { days: 40 } });
    const stopped = await product.member.ok('PATCH', path, { body: { workflow: 'stop' } });
    expect(stopped).toMatchObject({ workflow: 'stop', operation: null, operation_title: null, parameters: {} });
  });
});

describe('a moment that has come', () => {
  it('is one run in the name of who wrote the schedule, however many processes are at it', async () => {
    const { at } = await deployed(product.member, [SERVER]);
    const schedule = await create(at);
    const due = dueOf(schedule);
    expect(await fire(later(due, -1))).toBe(0);
    await Promise.all([fire(due), fire(due), fire(later(due, 3 * MINUTE))]);
    await settled(product.member, at);
    const runs = (await runsOf(at)).filter(({ kind }) => kind === 'stop');
    expect(runs).toMatchObject([{ outcome: 'success', user_name: 'max' }]);
    const fired = await read(at, schedule);
    expect(fired.recent).toMatchObject([{ outcome: 'started', run_id: runs[0]?.id, due: schedule.next }]);
    expect(dueOf(fired).getTime()).toBeGreaterThan(due.getTime());
  });

  it('waits while another run holds the environment, and keeps the refusal when that does not end', async () => {
    const { member, faults } = product;
    const { at } = await deployed(member, [SERVER]);
    const schedule = await create(at);
    const due = dueOf(schedule);
    // a run that waits for a silent machine goes on for as long as the test wants
    const silence = await faults.add({ kind: 'silence', target: 'sched2' });
    const session = await open(member, at);
    await add(member, at, session, { ...SERVER, name: 'silent', unitNamingPattern: 'sched2' });
    const run = await deploy(member, at, session);
    await fire(due);
    expect(await read(at, schedule)).toMatchObject({ recent: [], retry: later(due, MINUTE).toISOString() });
    for (let minute = 1; minute < 10; minute += 1) await fire(later(due, minute * MINUTE));
    expect((await read(at, schedule)).recent).toMatchObject([
      { outcome: 'refused', run_id: null, sentence: 'Another run held the environment.' },
    ]);
    await member.ok('POST', `${at}/deployments/${run}/cancel`);
    await settled(member, at);
    await faults.remove(silence);
  });

  it('keeps why nothing could be done, and goes on with the next', async () => {
    const { at } = await newEnvironment(product.member);
    const schedule = await create(at);
    await fire(dueOf(schedule));
    const refused = await read(at, schedule);
    expect(refused.recent).toMatchObject([{ outcome: 'refused' }]);
    expect(refused.next).not.toBe(schedule.next);
  });

  it('that nobody was there for is skipped, or made up for once, as was chosen', async () => {
    const { at } = await deployed(product.member, [SERVER]);
    const skipped = await create(at, { name: 'skips' });
    const once = await create(at, { name: 'makes up', workflow: 'restart', when_missed: 'once' });
    await fire(later(dueOf(skipped), 60 * MINUTE));
    await settled(product.member, at);
    expect((await read(at, skipped)).recent).toMatchObject([{ outcome: 'missed', run_id: null }]);
    expect((await read(at, once)).recent).toMatchObject([{ outcome: 'started' }]);
  });

  it('of somebody who may start nothing any more switches the schedule off and says so', async () => {
    const leaver = await product.clientOf('lea', 'Contoso', 'member');
    const { at } = await newEnvironment(leaver);
    const schedule = await create(at, {}, leaver);
    await product.db.roleAssignment.updateMany({ where: { userId: leaver.userId }, data: { role: 'reader' } });
    await fire(dueOf(schedule));
    expect(await leaver.ok('GET', `${at}/schedules/${text(schedule.id)}`)).toMatchObject({
      enabled: false,
      next: null,
      problem: { code: 'owner_may_not' },
    });
  });
});
