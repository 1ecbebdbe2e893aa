import { beforeAll, describe, expect, it } from 'vitest';
import { partsOf } from '@/lib/api/testing/by-itself';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { probeMachines } from '@/lib/environments/health/probe';
import type { JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';

/** The life of an environment and how it was at its moments, through the HTTP API. */

const product = productForTests();

const momentsOf = async (client: Client, at: string, query = '') => {
  const { moments, next_marker } = await client.ok('GET', `${at}/moments${query}`);
  return { moments: list(moments), next_marker };
};
const stateAt = (at: string, instant: string) =>
  product.reader.ok('GET', `${at}/state?at=${encodeURIComponent(instant)}`);
/** Instants as close together as the clock tells apart: a moment is then between two of them. */
const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
const named = ({ kind, run, action }: JsonObject) =>
  run ? `run ${object(run).kind} ${object(run).version}` : action ? object(action).action : kind;

async function crashed(id: string, host: string): Promise<void> {
  const body = { kind: 'crash', target: host, environment_id: id, message: '' };
  await product.admin.ok('POST', '/v1/simulation/faults', { body });
  await eventually('the cloud says that the machine is off', async () => {
    const where = { environmentId: id, kind: 'machine.changed', data: { path: ['phase'], equals: 'stopped' } };
    return (await product.db.event.count({ where })) > 0;
  });
  const parts = { ...partsOf(product), cloud: product.container.cloud };
  await eventually('a probe finds it', async () => {
    await probeMachines(parts, new Date(Date.now() + 3_600_000));
    return (await product.db.event.count({ where: { environmentId: id, kind: 'machine.checked' } })) > 0;
  });
}

describe('an environment that was deployed, lost its machine, was repaired and has grown', () => {
  const host = 'past1';
  let at = '';
  let moments: JsonObject[] = [];
  const moment = (name: string) => object(moments.find((one) => named(one) === name));
  const units = ({ services }: JsonObject) => list(services).flatMap((service) => list(service.units));

  beforeAll(async () => {
    const { member } = product;
    const { at: path, id } = await deployed(member, [webServer({ unitNamingPattern: 'past#', flavor: 'm1.small' })]);
    at = path;
    await crashed(id, host);
    await member.ok('POST', `${at}/executions`, { body: { workflow: 'heal' } });
    await settled(member, at);
    const session = await open(member, at);
    await member.ok('POST', `${at}/services`, {
      session,
      body: webServer({ name: 'second', unitNamingPattern: 'extra#', flavor: 'm1.small' }),
    });
    await deploy(member, at, session);
    await settled(member, at);
    ({ moments } = await momentsOf(member, at));
  });

  it('tells its life newest first: who, what, and what was found by itself', () => {
    expect(moments.map(named)).toEqual([
      'run deploy 2',
      'run heal null',
      'outage',
      'fault.add',
      'run deploy 1',
      'created',
    ]);
    expect(moment('outage')).toMatchObject({
      user_name: null,
      machine: { host, sentence: `${host} is switched off.` },
    });
    expect(moment('run deploy 1')).toMatchObject({ user_name: 'max', run: { state: 'success', outcome: 'success' } });
    expect(moment('created')).toMatchObject({ user_name: 'max', run: null, machine: null, action: null });
  });

  it('tells readers no actions of people, page by page the same, and refuses an unknown marker', async () => {
    const { reader, stranger } = product;
    const all = (await momentsOf(reader, at)).moments;
    expect(all.map(named)).toEqual(['run deploy 2', 'run heal null', 'outage', 'run deploy 1', 'created']);
    const first = await momentsOf(reader, at, '?limit=2');
    const second = await momentsOf(reader, at, `?limit=2&marker=${text(first.next_marker)}`);
    const third = await momentsOf(reader, at, `?limit=2&marker=${text(second.next_marker)}`);
    expect([...first.moments, ...second.moments, ...third.moments]).toEqual(all);
    expect(third.next_marker).toBeUndefined();
    expect((await reader.call('GET', `${at}/moments?marker=run-x`)).status).toBe(400);
    expect((await reader.call('GET', `${at}/moments?limit=501`)).status).toBe(400);
    expect((await stranger.call('GET', `${at}/moments`)).status).toBe(404);
  });

  it('shows the services and the version of each moment', async () => {
    const one = await stateAt(at, text(moment('run deploy 1').at));
    expect(one.version).toMatchObject({ version: 1, user_name: 'max', outcome: 'success', current: false });
    expect(units(one).map(({ state }) => object(state).hostname)).toEqual([host]);
    expect(JSON.stringify(one)).not.toMatch(/vetro:secret/);
    const two = await stateAt(at, text(moment('run deploy 2').at));
    expect(two.version).toMatchObject({ version: 2, current: true });
    expect(list(two.services).map(({ name }) => name)).toEqual(['frontend', 'second']);
  });

  it('shows a machine broken from when that was found until it was repaired', async () => {
    const status = async (instant: string) => {
      const state = await stateAt(at, instant);
      const [unit] = units(state);
      const known = object(object(unit?.state).lifecycle ?? {}).status as JsonObject | null | undefined;
      return { ok: known?.ok, message: known?.message, phase: object(object(state.machines)[host] ?? {}).phase };
    };
    const found = text(moment('outage').at);
    expect(await status(later(found, 1))).toMatchObject({
      ok: false,
      message: `${host} is switched off.`,
      phase: 'stopped',
    });
    expect((await status(text(moment('run deploy 1').at))).ok).not.toBe(false);
    const repaired = await status(later(text(moment('run heal null').at), 1));
    expect(repaired.ok).not.toBe(false);
    expect(repaired.phase).toBe('ready');
  });

  it('shows what a deployment under way was making true, as far as it had come', async () => {
    const { run } = await product.member.ok('GET', `${at}/runs/${text(object(moment('run deploy 2').run).run_id)}`);
    const begun = text(object(run).started);
    const state = await stateAt(at, later(begun, 50));
    expect(state.version).toMatchObject({ version: 1 });
    expect(list(state.services)).toHaveLength(1);
    expect(list(state.next).map(({ name }) => name)).toEqual(['frontend', 'second']);
    expect(object(state.run)).toMatchObject({ outcome: null, finishedAt: null });
    const over = await stateAt(at, text(object(run).finished));
    expect(over.next).toBeNull();
  });

  it('is empty before it was made, and the present in the future', async () => {
    expect(await stateAt(at, '2001-01-01T00:00:00Z')).toMatchObject({ version: null, services: [], run: null });
    expect((await stateAt(at, later(new Date().toISOString(), 86_400_000))).version).toMatchObject({ current: true });
    expect((await product.reader.call('GET', `${at}/state?at=yesterday`)).status).toBe(400);
    expect((await product.reader.call('GET', `${at}/state`)).status).toBe(400);
    expect((await product.stranger.call('GET', `${at}/state?at=2026-01-01T00:00:00Z`)).status).toBe(404);
  });

  it('names the run by which a draft of a moment is made', async () => {
    const { version } = await stateAt(at, text(moment('outage').at));
    const run = text(object(version).run_id);
    const session = await product.member.ok('POST', `${at}/deployments/${run}/rollback`);
    const { services } = await product.member.ok('GET', at, { session: text(session.id) });
    expect(list(services).map(({ name }) => name)).toEqual(['frontend']);
    await product.member.ok('DELETE', `${at}/sessions/${text(session.id)}`);
  });
});

it('an environment in which nothing was deployed has the moment of its creation', async () => {
  const { at } = await newEnvironment(product.member);
  expect((await momentsOf(product.member, at)).moments.map(named)).toEqual(['created']);
});
