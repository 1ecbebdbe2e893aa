import { describe, expect, it } from 'vitest';
import { partsOf } from '@/lib/api/testing/by-itself';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { object, text } from '@/lib/api/testing/responses';
import { deployed, settled } from '@/lib/api/testing/stories';
import { startDueChecks } from '@/lib/environments/health/check';
import { healthTasks } from '@/lib/environments/health/health-tasks';
import { probeMachines } from '@/lib/environments/health/probe';
import type { Json, JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';

const product = productForTests();

const MINUTE = 60_000;
let made = 0;

/** An environment with one web server, and its host's name. */
async function withServer() {
  made += 1;
  const host = `ill${made}`;
  const { at, id } = await deployed(product.member, [
    {
      type: 'webServer',
      name: 'web',
      adminPassword: 'Adm1n-Passw0rd!',
      flavor: 'm1.small',
      osImage: { name: 'ws-2022-std', title: 'Windows Server 2022', type: 'windows.2022' },
      unitNamingPattern: host,
      units: [{}],
    },
  ]);
  return { at, id, host };
}

const parts = () => ({ ...partsOf(product), cloud: product.container.cloud });
/** The instant of the next probe: after those of the product itself. */
let clock = Date.now() + 60 * MINUTE;
const probe = (pause = MINUTE) => {
  clock += pause;
  return probeMachines(parts(), new Date(clock));
};

/** Switches a machine off behind everybody's back, and waits until the cloud has said so: what is new is probed later. */
async function crash(id: string, host: string, kind = 'crash') {
  const stops = () =>
    product.db.event.count({
      where: { environmentId: id, kind: 'machine.changed', data: { path: ['phase'], equals: 'stopped' } },
    });
  const before = await stops();
  const body = { kind, target: host, environment_id: id, message: '' };
  const fault = await product.admin.ok('POST', '/v1/simulation/faults', { body });
  await eventually('the cloud says that the machine is off', async () => (await stops()) > before);
  return fault;
}

async function statusOf(at: string): Promise<JsonObject | null> {
  const { services } = await product.member.ok('GET', at);
  const [service] = services as JsonObject[];
  const [unit] = (service?.units ?? []) as JsonObject[];
  const lifecycle = object(unit?.state).lifecycle as JsonObject | undefined;
  return (lifecycle?.status ?? null) as JsonObject | null;
}

async function listed(id: string): Promise<JsonObject> {
  const { environments } = await product.member.ok('GET', '/v1/environments?limit=100');
  return object((environments as JsonObject[]).find((one) => one.id === id) as Json);
}

const runs = async (at: string, kind: string) =>
  ((await product.member.ok('GET', `${at}/runs`)).runs as JsonObject[]).filter((one) => one.kind === kind);

const heals = (at: string, changes: JsonObject = {}) =>
  product.member.ok('PUT', `${at}/health`, {
    body: { check_minutes: null, self_healing: { enabled: true, most_per_day: 2, cool_down_minutes: 10, ...changes } },
  });

describe('a machine that dies', () => {
  it('is found by a probe from outside, without a version or a run, and wants somebody on the home page', async () => {
    const { at, id, host } = await withServer();
    await probe();
    expect(await statusOf(at)).toBeNull();
    await crash(id, host);
    await probe();
    expect(await statusOf(at)).toMatchObject({ ok: false, message: `${host} is switched off.`, by: 'cloud' });
    expect(await listed(id)).toMatchObject({ version: 1, status: 'ready', machines: { failed: 1, health: 'failed' } });
    const waiting = await product.member.ok('GET', '/v1/environments?group=waiting&limit=100');
    expect((waiting.environments as JsonObject[]).map((one) => one.id)).toContain(id);
    expect(await runs(at, 'check_status')).toEqual([]);
    const { events } = await product.member.ok('GET', `${at}/events?limit=1000`);
    expect((events as JsonObject[]).filter(({ kind }) => kind === 'machine.checked')).toHaveLength(1);
  });

  it('is repaired by a repair, which switches it on', async () => {
    const { at, id, host } = await withServer();
    await crash(id, host);
    await probe();
    await product.member.ok('POST', `${at}/executions`, { body: { workflow: 'heal' } });
    await settled(product.member, at);
    expect(await runs(at, 'heal')).toMatchObject([{ outcome: 'success', version: null }]);
    expect(await statusOf(at)).toMatchObject({ ok: true });
    expect(await listed(id)).toMatchObject({ machines: { failed: 0 } });
  });

  it('is no wait of a check: that it is switched off is the answer', async () => {
    const { at, id, host } = await withServer();
    const fault = await crash(id, host, 'off');
    await product.member.ok('POST', `${at}/executions`, { body: { workflow: 'check_status' } });
    await settled(product.member, at);
    expect(await statusOf(at)).toMatchObject({ ok: false, message: `${host} is switched off.` });
    await product.admin.ok('DELETE', `/v1/simulation/faults/${text(fault.id)}`);
    await eventually('the machine is found well', async () => {
      await probe();
      return (await statusOf(at))?.ok !== false;
    });
  });

  it('is well again when it comes back without anybody doing anything', async () => {
    const { at, id, host } = await withServer();
    const fault = await crash(id, host, 'off');
    await probe();
    expect(await statusOf(at)).toMatchObject({ ok: false });
    await product.admin.ok('DELETE', `/v1/simulation/faults/${text(fault.id)}`);
    await eventually('the machine is found well', async () => {
      await probe();
      return (await statusOf(at))?.ok === true;
    });
    expect(await listed(id)).toMatchObject({ machines: { failed: 0 } });
  });
});

describe('probes of machines', () => {
  it('are shared by processes, and not repeated before their time', async () => {
    await withServer();
    clock += 10 * MINUTE;
    const now = new Date(clock);
    const probed = await Promise.all([probeMachines(parts(), now), probeMachines(parts(), now)]);
    const all = await product.db.environment.count({ where: { deletedAt: null, machines: { some: {} } } });
    expect(probed[0].probed + probed[1].probed).toBe(all);
    expect(await probeMachines(parts(), new Date(clock + 1_000))).toEqual({ probed: 0, isFull: false });
  });

  it('go on at once where more environments are due than one pass takes', async () => {
    await withServer();
    clock += 10 * MINUTE;
    const now = new Date(clock);
    const all = await product.db.environment.count({ where: { deletedAt: null, machines: { some: {} } } });
    const task = healthTasks({ ...parts(), maxEnvironmentsPerPass: 1 }).find(
      ({ name }) => name === 'probes of machines',
    );
    const next = [];
    for (let pass = 0; pass <= all; pass += 1) next.push(await task?.run(now));
    expect(next).toEqual([...Array.from({ length: all }, () => now), null]);
  });

  it('say nothing of machines when the cloud does not answer', async () => {
    const { at, id, host } = await withServer();
    await crash(id, host);
    const inspection = { machines: () => Promise.reject(new Error('the database is busy')) };
    clock += MINUTE;
    await probeMachines({ ...parts(), cloud: { inspection } }, new Date(clock));
    expect(await statusOf(at)).toBeNull();
  });
});

describe('a repair by itself', () => {
  it('begins when it is switched on, says why, and keeps its limit and its pauses', async () => {
    const { at, id, host } = await withServer();
    expect(await heals(at)).toMatchObject({ self_healing: { enabled: true }, user_name: 'max', repairs: [] });
    const repairs = async (pause: number) => {
      await probe(pause);
      await settled(product.member, at);
      return (await runs(at, 'heal')).length;
    };
    await crash(id, host);
    expect(await repairs(MINUTE)).toBe(1);
    const [run] = await runs(at, 'heal');
    const { reports } = await product.member.ok('GET', `${at}/executions/${text(run?.id)}`);
    expect((reports as JsonObject[])[0]?.text).toContain(`Repair began by itself: ${host} is switched off.`);
    await crash(id, host);
    expect(await repairs(MINUTE)).toBe(1);
    expect(await repairs(10 * MINUTE)).toBe(2);
    await crash(id, host);
    expect(await repairs(20 * MINUTE)).toBe(2);
    const health = await product.member.ok('GET', `${at}/health`);
    expect((health.repairs as JsonObject[]).map(({ outcome }) => outcome)).toEqual(['gave_up', 'started', 'started']);
    expect(await repairs(20 * MINUTE)).toBe(2);
  });

  it('leads to a machine that works', async () => {
    const { at, id, host } = await withServer();
    await heals(at);
    await crash(id, host);
    await probe();
    await settled(product.member, at);
    expect(await runs(at, 'heal')).toMatchObject([{ outcome: 'success', user_name: 'max' }]);
    expect(await statusOf(at)).toMatchObject({ ok: true });
  });

  it('is switched off when whoever wanted it may start nothing any more', async () => {
    const { at, id, host } = await withServer();
    const leaver = await product.clientOf('leo', 'Contoso', 'member');
    await leaver.ok('PUT', `${at}/health`, {
      body: { check_minutes: null, self_healing: { enabled: true, most_per_day: 2, cool_down_minutes: 10 } },
    });
    await product.db.roleAssignment.updateMany({ where: { userId: leaver.userId }, data: { role: 'reader' } });
    await crash(id, host);
    await probe();
    expect(await product.member.ok('GET', `${at}/health`)).toMatchObject({
      self_healing: { enabled: false },
      problem: { code: 'owner_may_not' },
    });
  });

  it('is chosen by members, within limits', async () => {
    const { at } = await withServer();
    const body = { check_minutes: 1, self_healing: { enabled: true, most_per_day: 99, cool_down_minutes: 10 } };
    expect((await product.reader.call('PUT', `${at}/health`, { body })).status).toBe(403);
    const refused = await product.member.call('PUT', `${at}/health`, { body });
    expect(refused.status).toBe(400);
    expect(object(refused.json).fields).toMatchObject([
      { path: 'check_minutes' },
      { path: 'self_healing.most_per_day' },
    ]);
  });
});

describe('checks by packages', () => {
  it('begin as often as was chosen', async () => {
    const { at } = await withServer();
    await product.member.ok('PUT', `${at}/health`, {
      body: { check_minutes: 15, self_healing: { enabled: false, most_per_day: 3, cool_down_minutes: 15 } },
    });
    const now = Date.now();
    expect(await startDueChecks(parts(), new Date(now + 5 * MINUTE))).toBe(0);
    await Promise.all([1, 2].map(() => startDueChecks(parts(), new Date(now + 16 * MINUTE))));
    await settled(product.member, at);
    expect(await runs(at, 'check_status')).toMatchObject([{ outcome: 'success' }]);
  });
});
