import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { newEnvironment, open } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { FLEET, fleet } from '@/lib/conductor/runtime/testing/fleet';
import type { Json, JsonObject } from '@/lib/model/json';
import { MAX_MACHINES, MAX_SERVICES } from '@/lib/model/size-rules';

/** How large an environment may be, by whatever way its services come. */

const product = productForTests({ catalogDirectory: catalogWith(FLEET) });
const services = (count: number, more: (n: number) => JsonObject = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({
    ...webServer(),
    name: `web-${n}`,
    unitNamingPattern: `web${n}-#`,
    ...more(n),
  }));
const farm = (name: string, machines: number) => ({
  ...webServer(),
  name,
  unitNamingPattern: `${name}#`,
  units: Array.from({ length: machines }, () => ({})),
});
const fields = (json: Json | undefined) => list(object(json).fields);

describe('an environment of the largest size', () => {
  test('takes its services in one list, answers each as it is, and takes no more, with a sentence', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const added = await member.call('POST', `${at}/services`, { session, body: services(MAX_SERVICES) });
    expect(added.status).toBe(200);
    const addedServices = added.json as JsonObject[];
    expect(addedServices.map(({ name }) => name)).toEqual(services(MAX_SERVICES).map(({ name }) => name));
    expect(
      addedServices.every(({ adminPassword, status }) => adminPassword === '*** SANITIZED ***' && status === 'pending'),
    ).toBe(true);
    const more = await member.call('POST', `${at}/services`, { session, body: farm('one-more', 1) });
    expect(more.status).toBe(400);
    expect(fields(more.json)).toEqual([
      {
        path: 'services',
        code: 'too_many_services',
        sentence: `An environment can have at most ${MAX_SERVICES} services; this would make ${MAX_SERVICES + 1}. Divide them among several environments.`,
      },
    ]);
    const put = await member.call('PUT', `${at}/services`, { session, body: [...addedServices, farm('one-more', 1)] });
    expect([put.status, fields(put.json)[0]?.code]).toEqual([400, 'too_many_services']);
    const first = `${at}/services/${String(addedServices[0]?.id)}`;
    expect((await member.call('PUT', first, { session, body: { name: 'other' } })).status).toBe(200);
    expect((await member.call('PUT', `${at}/services`, { session, body: addedServices.slice(1) })).status).toBe(200);
  });

  test('may have a thousand machines, as its picture promises; too many are refused wherever they are added', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const [type] = await farmOf();
    const body = Array.from({ length: 10 }, (_, n) => ({ ...type, name: `farm-${n}`, unitNamingPattern: `f${n}-#` }));
    const added = await member.call('POST', `${at}/services`, { session, body });
    expect([added.status, added.status === 200 ? '' : added.text]).toEqual([200, '']);
    const units = Array.from({ length: MAX_MACHINES - 899 }, () => ({}));
    const id = String((added.json as JsonObject[])[0]?.id);
    for (const [method, path, sent] of [
      ['POST', `${at}/services/${id}/units`, units],
      ['PUT', `${at}/services/${id}/units`, [...units, ...Array.from({ length: 100 }, () => ({}))]],
      ['PUT', `${at}/services/${id}`, { units: [...units, ...Array.from({ length: 100 }, () => ({}))] }],
    ] as const) {
      const answer = await member.call(method, path, { session, body: sent });
      expect([method, path, answer.status, fields(answer.json)[0]?.code]).toEqual([
        method,
        path,
        400,
        'too_many_machines',
      ]);
    }
  });

  test('answers the first problems of its draft, and how many others there are', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const orphans = services(150, () => ({ domain: 'nowhere.example' }));
    const added = await member.call('POST', `${at}/services`, { session, body: orphans });
    expect([added.status, added.status === 200 ? '' : added.text]).toEqual([200, '']);
    const { problems } = await member.ok('GET', `${at}/sessions/${session}/diff`);
    expect(list(problems)).toHaveLength(101);
    expect(list(problems).at(-1)).toMatchObject({ code: 'more_problems' });
  });

  test('too many are refused before policies are asked about one more service', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const body = farm('swarm', MAX_MACHINES + 1);
    const asked = await member.call('POST', `${at}/policy-check`, { session, body });
    expect([asked.status, fields(asked.json).map(({ code }) => code)]).toEqual([400, ['too_many_machines']]);
    expect((await member.call('POST', `${at}/policy-check`, { session, body: farm('few', 2) })).status).toBe(200);
  });

  test('too many are refused also where a package decides how many there are, by the answers to its form', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const half = MAX_MACHINES / 2;
    const planned = await member.ok('POST', `${at}/services`, { session, body: fleet('first', half) });
    expect(list(planned.units)).toHaveLength(half);
    // as sent it has no machine at all: what it will have is known once its form was asked
    for (const path of [`${at}/policy-check`, `${at}/services`]) {
      const answer = await member.call('POST', path, { session, body: fleet('second', half + 1) });
      expect([path, answer.status, fields(answer.json).map(({ code }) => code)]).toEqual([
        path,
        400,
        ['too_many_machines'],
      ]);
    }
    const fits = await member.call('POST', `${at}/policy-check`, { session, body: fleet('second', half) });
    expect([fits.status, fits.status === 200 ? '' : fits.text]).toEqual([200, '']);
    const few = await member.ok('POST', `${at}/policy-check`, { session, body: fleet('few', 2) });
    expect(few.machines).toEqual(['few-1', 'few-2']);
    const form = await member.ok('POST', `${at}/policy-check`, { session, body: webServer() });
    expect(form.machines).toBeNull();
    const grown = { ...planned, count: MAX_MACHINES + 1 };
    const put = await member.call('PUT', `${at}/services/${String(planned.id)}`, { session, body: grown });
    expect([put.status, fields(put.json).map(({ code }) => code)]).toEqual([400, ['too_many_machines']]);
  });

  test('too many are refused in a file, and by name', async () => {
    const { member } = product;
    const document = { format: 'VetroEnvironment/1.0', name: 'large', services: services(MAX_SERVICES + 1) };
    const checked = await member.ok('POST', '/v1/environments/import/check', { body: { document } });
    expect(list(checked.problems)[0]?.sentence).toContain(`at most ${MAX_SERVICES} services`);
    const machines = { ...document, services: [farm('a', MAX_MACHINES), farm('b', 1)] };
    const refused = await member.call('POST', '/v1/environments/import', { body: { document: machines } });
    expect([refused.status, fields(refused.json).map(({ code }) => code)]).toEqual([400, ['too_many_machines']]);
  });
});

/** A farm of a hundred machines, as the largest picture has ten of. */
async function farmOf(): Promise<JsonObject[]> {
  const units = Array.from({ length: 100 }, () => ({}));
  return [{ ...webServer(), type: 'webServerFarm', loadBalancerPort: 80, units }];
}
