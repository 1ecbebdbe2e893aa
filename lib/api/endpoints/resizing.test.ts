import { afterEach, describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer, webServerFarm } from '@/lib/api/testing/services';
import { add, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

/** More and fewer machines of what is deployed, and services that go: without a draft, by the executions. */

const product = productForTests();

/** What a test has made goes again: all of them share one quota. */
const made: string[] = [];
afterEach(async () => {
  for (const at of made.splice(0)) {
    await product.member.call('DELETE', at);
    await settled(product.member, at);
  }
});

/** An environment with a farm of two web servers, and what else is asked for, deployed. */
async function withFarm(...others: JsonObject[]) {
  const { at } = await deployed(product.member, [...others, farm()]);
  made.push(at);
  return { at, serviceId: await idOf(at, 'shop') };
}

const farm = () => webServerFarm({ name: 'shop', unitNamingPattern: 'shop#' });

const services = async (at: string): Promise<JsonObject[]> =>
  list((await product.member.ok('GET', at)).services).map(object);
const serviceIn = async (at: string, name: string): Promise<JsonObject> => {
  const found = (await services(at)).find((service) => service.name === name);
  if (!found) throw new Error(`There is no service ${name}.`);
  return found;
};
const idOf = async (at: string, name: string) => text((await serviceIn(at, name)).id);
const unitsOf = async (at: string, name = 'shop') => list((await serviceIn(at, name)).units).map(object);
const hostsOf = async (at: string, name = 'shop') =>
  (await unitsOf(at, name)).map((unit) => text(object(unit.state).hostname));

/** What a workflow would do, also machine by machine: "shop3 setUp". */
async function planned(at: string, body: JsonObject) {
  const plan: JsonObject = await product.member.ok('POST', `${at}/executions/plan`, { body });
  const does = list(plan.units).map((unit) => `${object(unit).host} ${object(unit).does}`);
  return { plan, does };
}

/** Starts a workflow and waits for its end. */
async function run(at: string, body: JsonObject): Promise<JsonObject> {
  const { execution_id } = await product.member.ok('POST', `${at}/executions`, { body });
  await settled(product.member, at);
  return object((await product.member.ok('GET', `${at}/executions/${text(execution_id)}`)).run);
}

/** The fields that a request is refused for, each with its code. */
async function refused(at: string, body: JsonObject, status = 400): Promise<unknown> {
  const answer = await product.member.call('POST', `${at}/executions`, { body });
  expect(answer.status).toBe(status);
  const problem = object(answer.json);
  const fields = list(problem.fields ?? []).map((field) => `${object(field).path} ${object(field).code}`);
  return fields.length > 0 ? fields : problem.code;
}

describe('a service that grows', () => {
  it('gets machines by its own rule for names, is planned first, and makes a version', async () => {
    const { at, serviceId } = await withFarm(webServer({ name: 'intranet', unitNamingPattern: 'intra' }));
    const { plan, does } = await planned(at, { workflow: 'scale', service_id: serviceId, delta: 2 });
    expect(does).toEqual(expect.arrayContaining(['shop3 setUp', 'shop4 setUp', 'intra nothing']));
    expect(plan).toMatchObject({ preview: { kind: 'scale', problems: [] }, verdicts: [], version: 1 });
    const body = { workflow: 'scale', service_id: serviceId, delta: 2, version: Number(plan.version) };
    const done = await run(at, body);
    expect(done).toMatchObject({
      ...{ kind: 'scale', outcome: 'success', version: 2 },
      result: { added: ['shop3', 'shop4'], removed: [] },
      summary: [{ change: 'machinesAdded', service: 'shop', machines: 2 }],
    });
    expect(await hostsOf(at)).toEqual(['shop1', 'shop2', 'shop3', 'shop4']);
    // what was planned for another version does not begin
    expect(await refused(at, body, 409)).toBe('environment_changed');
  });

  it('takes back what it has made when it fails, unless it is asked not to, and can be resumed', async () => {
    const { at, serviceId } = await withFarm();
    const fault = (host: string) => ({
      ...{ kind: 'command', target: `${host}/Install-WebServer`, message: 'It hangs.', times: 1 },
      environment_id: at.split('/').at(-1) ?? '',
    });
    await product.admin.ok('POST', '/v1/simulation/faults', { body: fault('shop4') });
    const failed = await run(at, { workflow: 'scale', service_id: serviceId, delta: 2 });
    expect(failed).toMatchObject({
      outcome: 'failed',
      result: { added: ['shop3', 'shop4'], rolled_back: true },
    });
    expect(await hostsOf(at)).toEqual(['shop1', 'shop2']);
    expect(await product.member.ok('GET', at)).toMatchObject({ status: 'ready' });
    const again = await resume(at, failed);
    expect(again).toMatchObject({ kind: 'scale', outcome: 'success', result: { added: ['shop3', 'shop4'] } });
    expect(await unitsOf(at)).toHaveLength(4);

    const [, , , last = ''] = await hostsOf(at);
    const next = `shop${Number(last.slice(4)) + 1}`;
    await product.admin.ok('POST', '/v1/simulation/faults', { body: fault(next) });
    const kept = await run(at, { workflow: 'scale', service_id: serviceId, rollback_if_failed: false });
    expect(kept).toMatchObject({ outcome: 'failed', result: { added: [next], removed: [] } });
    expect(await hostsOf(at)).toContain(next);
    const resumed = await resume(at, kept);
    expect(resumed).toMatchObject({ outcome: 'success', result: { added: [next] } });
    expect(await resume(at, kept, 409)).toMatchObject({
      code: 'not_resumable',
      detail: expect.stringContaining('Something else has run'),
    });
    expect(await resume(at, resumed, 409)).toMatchObject({ code: 'not_resumable' });
  });

  it('and stays half-way can be taken back: what it has added goes, once', async () => {
    const { at, serviceId } = await withFarm();
    const fault = { kind: 'command', target: 'shop3/Install-WebServer', message: 'It hangs.', times: 1 };
    const body = { ...fault, environment_id: at.split('/').at(-1) ?? '' };
    await product.admin.ok('POST', '/v1/simulation/faults', { body });
    const left = await run(at, { workflow: 'scale', service_id: serviceId, rollback_if_failed: false });
    expect(left).toMatchObject({ outcome: 'failed', result: { added: ['shop3'] } });
    // it is said of the environment itself and in lists, without asking for its runs
    expect(await product.member.ok('GET', at)).toMatchObject({ deployed_status: 'failed', half_way: 'grow' });
    const halfWay = async () => {
      const { environments } = await product.member.ok('GET', '/v1/environments');
      return list(environments)
        .map(object)
        .find(({ id }) => id === body.environment_id)?.half_way;
    };
    expect(await halfWay()).toBe('grow');
    const rollBack = (id: unknown) => product.member.call('POST', `${at}/executions/${id}/rollback`);
    expect((await product.reader.call('POST', `${at}/executions/${left.id}/rollback`)).status).toBe(403);
    const back = object((await rollBack(left.id)).json);
    await settled(product.member, at);
    expect(object((await product.member.ok('GET', `${at}/runs/${text(back.execution_id)}`)).run)).toMatchObject({
      ...{ kind: 'scale', outcome: 'success', result: { added: [], removed: ['shop3'] } },
    });
    expect(await hostsOf(at)).toEqual(['shop1', 'shop2']);
    expect(await halfWay()).toBeNull();
    expect(object((await rollBack(left.id)).json)).toMatchObject({ code: 'not_resumable' });
  });

  it('is refused in words, by the field that is wrong', async () => {
    const { at, serviceId } = await withFarm(
      webServer({ name: 'intranet', unitNamingPattern: 'intra' }),
      activeDirectory(),
    );
    const scale = (more: JsonObject) => refused(at, { workflow: 'scale', service_id: serviceId, ...more });
    expect(await scale({ delta: 1000 })).toEqual(['delta too_many_units']);
    expect(await scale({ delta: 1, unit: { colour: 'red' } })).toEqual(['unit.colour unknown_property']);
    const [unit] = await unitsOf(at);
    expect(await scale({ delta: 1, unit_ids: [text(unit?.id)] })).toEqual(['unit_ids not_here']);
    expect(await refused(at, { workflow: 'scale' })).toEqual(['service_id required']);
    expect(await refused(at, { workflow: 'stop', delta: 1 })).toEqual(['delta unknown_parameter']);
    const single = await idOf(at, 'intranet');
    expect(await refused(at, { workflow: 'scale', service_id: single }, 409)).toBe('not_scalable');
    // a further domain controller must be told its recovery password
    const domain = await idOf(at, 'acme.local');
    expect(await refused(at, { workflow: 'scale', service_id: domain })).toEqual(['unit.recoveryPassword required']);
    const reader = await product.reader.call('POST', `${at}/executions`, {
      body: { workflow: 'scale', service_id: serviceId },
    });
    expect(reader.status).toBe(403);
  });
});

describe('a service that shrinks', () => {
  it('loses whom one chooses, says what is lost, and overtakes open drafts', async () => {
    const { at, serviceId } = await withFarm();
    await run(at, { workflow: 'scale', service_id: serviceId });
    const session = await open(product.member, at);
    await add(product.member, at, session, webServer({ name: 'late', unitNamingPattern: 'late' }));
    const [first, second, third] = (await unitsOf(at)).map(({ id }) => text(id));
    const { plan, does } = await planned(at, { workflow: 'scale', service_id: serviceId, unit_ids: [second ?? ''] });
    expect(does).toEqual(expect.arrayContaining(['shop2 remove']));
    expect(object(plan.preview).warnings).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'machine_removed', host: 'shop2' })]),
    );
    const done = await run(at, { workflow: 'scale', service_id: serviceId, unit_ids: [second ?? ''] });
    expect(done).toMatchObject({ outcome: 'success', version: 3, result: { added: [], removed: ['shop2'] } });
    expect((await unitsOf(at)).map(({ id }) => id)).toEqual([first, third]);
    const draft = await product.member.call('POST', `${at}/sessions/${session}/deploy`);
    expect(draft.status).toBe(403);
    expect(await product.member.ok('POST', `${at}/sessions/${session}/reapply`)).toMatchObject({ conflicts: [] });
  });

  it('is refused where too few would be left, where all are kept, and for the one that the others follow', async () => {
    const { at, serviceId } = await withFarm(activeDirectory());
    const units = (await unitsOf(at)).map(({ id }) => text(id));
    const scale = (more: JsonObject) => refused(at, { workflow: 'scale', service_id: serviceId, ...more });
    expect(await scale({ delta: -5 })).toEqual(['delta too_few_units']);
    expect(await scale({ unit_ids: units })).toEqual(['unit_ids too_few_units']);
    expect(await scale({ unit_ids: ['f'.repeat(32)] })).toEqual(['unit_ids.0 unit_not_found']);
    expect(await scale({ delta: -1, exclude_unit_ids: units })).toEqual(['exclude_unit_ids too_many_excluded']);
    const domain = await idOf(at, 'acme.local');
    const unit = { recoveryPassword: 'Rec0very-Passw0rd!' };
    expect(await run(at, { workflow: 'scale', service_id: domain, unit })).toMatchObject({ outcome: 'success' });
    const [primary] = (await unitsOf(at, 'acme.local')).map(({ id }) => text(id));
    const body = { workflow: 'scale', service_id: domain, unit_ids: [primary ?? ''] };
    expect(await refused(at, body)).toEqual(['unit_ids pillar_removed']);
  });
});

describe('what is uninstalled', () => {
  it('goes with its machines, alone or altogether, and the environment stays', async () => {
    const { at, serviceId } = await withFarm(activeDirectory(), webServer({ name: 'member', domain: 'acme.local' }));
    // who needs it stays, so it stays
    const needed = { workflow: 'uninstall', service_id: await idOf(at, 'acme.local') };
    expect(await refused(at, needed)).toEqual(['service_id domain_removed']);
    const body = { workflow: 'uninstall', service_id: serviceId };
    expect((await planned(at, body)).does).toEqual(expect.arrayContaining(['shop1 remove', 'shop2 remove']));
    expect(await run(at, body)).toMatchObject({
      ...{ outcome: 'success', result: { removed: ['shop1', 'shop2'] } },
      summary: [{ change: 'removed', service: 'shop', machines: 2 }],
    });
    expect((await services(at)).map(({ name }) => name)).toEqual(['acme.local', 'member']);
    expect(await run(at, { workflow: 'uninstall' })).toMatchObject({ kind: 'uninstall', outcome: 'success' });
    expect(await product.member.ok('GET', at)).toMatchObject({ services: [], status: 'ready' });
    expect(await refused(at, { workflow: 'uninstall' }, 409)).toBe('nothing_to_do');
  });
});

describe('executions', () => {
  it('are listed a page at a time, with their logs, and resumed where they stopped', async () => {
    const { at, serviceId } = await withFarm();
    await run(at, { workflow: 'check_status' });
    const id = at.split('/').at(-1) ?? '';
    const fault = {
      kind: 'command',
      target: 'shop2/Start-WebServer',
      environment_id: id,
      message: 'It hangs.',
      times: 1,
    };
    await product.admin.ok('POST', '/v1/simulation/faults', { body: fault });
    const failed = await run(at, { workflow: 'restart', service_id: serviceId });
    expect(failed).toMatchObject({ outcome: 'failed' });
    const resumed = await resume(at, failed);
    const [, second] = await unitsOf(at);
    expect(resumed).toMatchObject({
      ...{ kind: 'restart', outcome: 'success', result: { done: ['shop2'] } },
      target: { entity: 'unit', unitId: second?.id },
    });
    const first = await product.reader.ok('GET', `${at}/executions?limit=2`);
    const rest = await product.reader.ok('GET', `${at}/executions?limit=2&marker=${text(first.next_marker)}`);
    const kinds = [...list(first.executions), ...list(rest.executions)].map((one) => object(one).kind);
    expect(kinds).toEqual(['restart', 'restart', 'check_status']);
    const { events } = await product.reader.ok('GET', `${at}/executions/${text(resumed.id)}/events`);
    expect(new Set(list(events).map((event) => object(event).runId))).toEqual(new Set([resumed.id]));
    // it was stopped before: it is started, and nothing else
    const started = list(events)
      .map(object)
      .filter(({ kind }) => kind === 'effect.started');
    const commands = started.flatMap(({ data }) => list(object(data).commands ?? []).map((one) => object(one).name));
    expect(commands).toEqual(['Start-WebServer']);
    const { runs } = await product.reader.ok('GET', `${at}/runs`);
    const deployment = text(object(list(runs).at(-1)).id);
    expect((await product.reader.call('GET', `${at}/executions/${deployment}`)).status).toBe(404);
    expect((await product.reader.call('POST', `${at}/executions/${text(failed.id)}/resume`)).status).toBe(403);
  });

  it('are of one tenant', async () => {
    const { at } = await newEnvironment(product.member);
    const stranger = await product.clientOf('stranger', 'Elsewhere', 'member');
    expect((await stranger.call('GET', `${at}/executions`)).status).toBe(404);
    expect((await stranger.call('POST', `${at}/executions`, { body: { workflow: 'uninstall' } })).status).toBe(404);
  });
});

/** Resumes an execution and waits for the end of the new one; or the problem that it is refused with. */
async function resume(at: string, { id }: JsonObject, status = 200): Promise<JsonObject> {
  const answer = await product.member.call('POST', `${at}/executions/${text(id)}/resume`);
  expect(answer.status).toBe(status);
  if (status !== 200) return object(answer.json);
  await settled(product.member, at);
  return object((await product.member.ok('GET', `${at}/executions/${text(object(answer.json).execution_id)}`)).run);
}
