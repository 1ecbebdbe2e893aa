import { describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { webServer, webServerFarm } from '@/lib/api/testing/services';
import { add, newEnvironment, open } from '@/lib/api/testing/stories';
import type { Json, JsonObject } from '@/lib/model/json';

/** Whoever is stopped by a policy is told what it would allow, and may ask for an exception. */

const product = productForTests();
const DAY_MS = 24 * 3600 * 1000;

async function switchedOn(template: string, parameters: JsonObject, name = `Rule ${crypto.randomUUID().slice(0, 8)}`) {
  const at = `/v1/policy-templates/${template}/policies`;
  const body = { name, parameters };
  const { id } = await product.admin.ok('POST', at, { body });
  return { id: text(id), at: `/v1/policies/${text(id)}` };
}

async function draft(client: Client, service: JsonObject) {
  const environment = await newEnvironment(client);
  const session = await open(client, environment.at);
  await add(client, environment.at, session, service);
  const at = `${environment.at}/sessions/${session}`;
  return {
    ...environment,
    session,
    check: async () => client.ok('POST', `${at}/policy-check`),
    alternatives: async () => list((await client.ok('POST', `${at}/policy-alternatives`)).alternatives),
    take: async (edits: Json) => {
      for (const { method, path, value } of list(edits)) {
        const headers = { 'x-configuration-session': session };
        const { status } = await client.call(text(method) as 'PUT', `${environment.at}/services/${text(path)}`, {
          headers,
          ...(value === undefined ? {} : { body: value }),
        });
        expect(status).toBeLessThan(300);
      }
    },
  };
}

describe('what would be allowed', () => {
  test('is the nearest machine size, and the draft passes with it', async () => {
    const policy = await switchedOn('machine-size', { most_cores: 2 });
    const mine = await draft(product.member, webServer({ flavor: 'm1.large' }));
    expect(await mine.check()).toMatchObject({ outcome: 'stop' });
    const [found] = await mine.alternatives();
    expect(found).toMatchObject({ property: 'flavor', kind: 'flavor', policy_ids: [policy.id] });
    const [first, ...others] = list(found?.allowed);
    expect(first).toMatchObject({ size: { vcpus: 2 } });
    for (const one of [first, ...others]) expect(Number(object(one?.size).vcpus)).toBeLessThanOrEqual(2);
    await mine.take(first?.edits as Json);
    expect(await mine.check()).toMatchObject({ outcome: 'pass' });
    expect(await mine.alternatives()).toEqual([]);
    await product.admin.ok('DELETE', policy.at);
  });

  test('is more machines where a farm has too few', async () => {
    const policy = await switchedOn('farm-size', { least: 4 });
    const mine = await draft(product.member, webServerFarm());
    const found = (await mine.alternatives()).find(({ property }) => property === 'units');
    const [first] = list(found?.allowed);
    expect(first).toMatchObject({ text: '4' });
    await mine.take(first?.edits as Json);
    expect(await mine.check()).toMatchObject({ outcome: 'pass' });
    await product.admin.ok('DELETE', policy.at);
  });

  test('is nothing where the policy allows no value, and that is told with how many were tried', async () => {
    const never = `predeploy_errors(e, o, "No web server here.") :-
  murano:states(e, s), murano:parent_types(o, "webServer"), murano:properties(o, "flavor", size)`;
    const body = { name: `Rule ${crypto.randomUUID().slice(0, 8)}`, text: never };
    const { id } = await product.admin.ok('POST', '/v1/policies', { body });
    const mine = await draft(product.member, webServer());
    const [found] = await mine.alternatives();
    expect(list(found?.allowed)).toEqual([]);
    expect(Number(found?.tried)).toBeGreaterThan(1);
    const headers = { 'x-configuration-session': mine.session };
    const [service] = list((await product.member.call('GET', `${mine.at}/services`, { headers })).json);
    expect(service).toMatchObject({ flavor: webServer().flavor ?? expect.any(String) });
    await product.admin.ok('DELETE', `/v1/policies/${text(id)}`);
  });
});

describe('a request for an exception', () => {
  test('is made by whoever is stopped, granted until a day, and the draft passes', async () => {
    const { id, at } = await switchedOn('machine-size', { most_cores: 1 });
    const mine = await draft(product.member, webServer({ flavor: 'm1.large' }));
    const body = { environment_id: mine.id, session_id: mine.session, reason: 'A load test' };
    expect((await product.reader.call('POST', `${at}/exception-requests`, { body })).status).toBe(403);
    const asked = await product.member.ok('POST', `${at}/exception-requests`, { body });
    expect(asked).toMatchObject({ state: 'open', policy_id: id, sentence: expect.stringContaining('Cores') });
    expect(codeOf(await product.member.call('POST', `${at}/exception-requests`, { body }))).toBe('request_open');
    expect(await mine.check()).toMatchObject({ exceptions_by: [{ policyId: id, request: { id: asked.id } }] });
    const waiting = async (client: Client) =>
      list((await client.ok('GET', '/v1/exception-requests?to_decide=true')).requests).map((one) => one.id);
    expect(await waiting(product.admin)).toContain(asked.id);
    expect(await waiting(product.member)).toEqual([]);
    expect(await waiting(product.stranger)).toEqual([]);
    const grant = `${at}/exception-requests/${text(asked.id)}/grant`;
    const until = new Date(Date.now() + DAY_MS).toISOString();
    expect((await product.member.call('POST', grant, { body: { until } })).status).toBe(403);
    expect(await product.admin.ok('POST', grant, { body: { until } })).toMatchObject({ state: 'granted' });
    expect(codeOf(await product.admin.call('POST', grant, { body: { until } }))).toBe('request_decided');
    expect(await mine.check()).toMatchObject({
      outcome: 'warn',
      verdicts: [{ stops: false, excepted: { until, reason: 'A load test' } }],
    });
    expect(codeOf(await product.member.call('POST', `${at}/exception-requests`, { body }))).toBe('nothing_stops');
    expect(await waiting(product.admin)).not.toContain(asked.id);
    const { events } = await product.member.ok('GET', `${mine.at}/events`);
    expect(list(events).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['exception.requested', 'exception.decided']),
    );
    await product.admin.ok('DELETE', at);
  });

  test('has the name and the sentence of a ready policy in the language of whoever reads, whoever asked', async () => {
    const { at } = await switchedOn('machine-size', { most_cores: 1 }, 'Size of machines');
    const mine = await draft(product.member, webServer({ flavor: 'm1.large' }));
    const body = { environment_id: mine.id, session_id: mine.session, reason: 'A load test' };
    const german = { headers: { 'accept-language': 'de' } };
    const asked = await product.member.ok('POST', `${at}/exception-requests`, { body, ...german });
    expect(asked).toMatchObject({ policy_name: 'Größe von Maschinen', sentence: expect.stringMatching(/^Kerne, die/) });
    const readIn = async (headers: Record<string, string>) => {
      const { requests } = await product.admin.ok('GET', '/v1/exception-requests?to_decide=true', { headers });
      const { policy_name: name, sentence } = list(requests)[0] ?? {};
      return { name, sentence };
    };
    const english = { 'accept-language': 'en' };
    expect([await readIn(english), await readIn(german.headers)]).toEqual([
      {
        name: 'Size of machines',
        sentence: 'Cores that one machine may have here, at most: 1. Choose a smaller machine size.',
      },
      {
        name: 'Größe von Maschinen',
        sentence: 'Kerne, die eine Maschine hier haben darf, höchstens: 1. Eine kleinere Maschinengröße wählen.',
      },
    ]);
    const refuse = `${at}/exception-requests/${text(asked.id)}/refuse`;
    const refused = await product.admin.ok('POST', refuse, { body: { answer: 'Nicht vor Januar.' }, ...german });
    expect(refused).toMatchObject({ state: 'refused', sentence: expect.stringMatching(/^Kerne, die/) });
    const { events } = await product.member.ok('GET', `${mine.at}/events`, { headers: english });
    const said = list(events).map((event) => event.text);
    expect(said).toContainEqual(expect.stringContaining('refused an exception from "Size of machines"'));
    // what was stored before words were kept in every language
    const where = { id: text(asked.id) };
    await product.db.policyExceptionRequest.update({ where, data: { sentence: 'Kerne: 1.' } });
    const { requests } = await product.admin.ok('GET', `/v1/exception-requests?environment_id=${mine.id}`, {
      headers: english,
    });
    expect(list(requests)[0]).toMatchObject({ sentence: 'Kerne: 1.' });
    await product.admin.ok('DELETE', at);
  });

  test('is refused with a sentence that whoever asked reads, and may be made again', async () => {
    const { at } = await switchedOn('machine-size', { most_cores: 1 });
    const mine = await draft(product.member, webServer({ flavor: 'm1.large' }));
    const body = { environment_id: mine.id, session_id: mine.session, reason: 'It is faster' };
    const asked = await product.member.ok('POST', `${at}/exception-requests`, { body });
    const refuse = `${at}/exception-requests/${text(asked.id)}/refuse`;
    expect((await product.admin.call('POST', refuse, { body: { answer: '' } })).status).toBe(400);
    await product.admin.ok('POST', refuse, { body: { answer: 'Not before January.' } });
    expect(await mine.check()).toMatchObject({
      ...{ outcome: 'stop', exceptions_by: [{ request: { state: 'refused', answer: 'Not before January.' } }] },
    });
    expect(await product.member.ok('POST', `${at}/exception-requests`, { body })).toMatchObject({ state: 'open' });
    const audited = await product.db.auditEntry.findMany({
      where: { targetId: at.split('/').at(-1) as string },
      orderBy: { id: 'asc' },
    });
    expect(audited.map(({ action }) => action)).toEqual([
      'policy.create',
      ...['policy.request_exception', 'policy.refuse_exception', 'policy.request_exception'],
    ]);
    await product.admin.ok('DELETE', at);
  });
});
