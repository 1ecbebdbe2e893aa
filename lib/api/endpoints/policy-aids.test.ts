import { describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { PASSWORD, webServer } from '@/lib/api/testing/services';
import { add, newEnvironment, open } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

/** What forms and editors ask of policies before anything is stored. */

const product = productForTests();

const NAMES = `
predeploy_errors(env, machine, "Machines are small") :-
    murano:connected(env, machine), murano:states(env, s), murano:properties(machine, "flavor", "m1.medium"),
    murano:parent_types(machine, "io.vetro.Machine")`;

async function having(client: Client, policy: JsonObject, then: () => Promise<void>): Promise<void> {
  const made = await client.ok('POST', '/v1/policies', { body: { name: 'Rule of a test', ...policy } });
  try {
    await then();
  } finally {
    await client.ok('DELETE', `/v1/policies/${text(made.id)}`);
  }
}

describe('a service that is being filled in', () => {
  test('is judged before there is a draft, with the answer that the rule is about', async () => {
    const { at } = await newEnvironment(product.member);
    await having(product.admin, { text: NAMES }, async () => {
      const said = await product.member.ok('POST', `${at}/policy-check`, { body: webServer() });
      expect(said).toMatchObject({ outcome: 'stop', service_id: expect.any(String) });
      expect(list(said.verdicts)).toMatchObject([{ service_id: said.service_id, property: 'flavor', stops: true }]);
      expect(JSON.stringify(said)).not.toContain(PASSWORD);
      expect((await product.member.ok('GET', `${at}/sessions`)).sessions).toEqual([]);
    });
  });

  test('is judged with the rest of the draft, and stays out of it', async () => {
    const { at } = await newEnvironment(product.member);
    const session = await open(product.member, at);
    await add(product.member, at, session, webServer({ name: 'first', unitNamingPattern: 'first#' }));
    const two = `predeploy_errors(env, env, "One service is enough") :- murano:relationships(env, a, "services"),
      murano:relationships(env, b, "services"), murano:states(env, s), not equal(a, b)`;
    await having(product.admin, { text: two }, async () => {
      const check = (body: JsonObject, headers: Record<string, string>) =>
        product.member.ok('POST', `${at}/policy-check`, { body, headers });
      const second = webServer({ name: 'second', unitNamingPattern: 'second#' });
      expect(await check(second, {})).toMatchObject({ outcome: 'pass' });
      expect(await check(second, { 'x-configuration-session': session })).toMatchObject({ outcome: 'stop' });
      const held = await product.member.ok('POST', `${at}/sessions/${session}/policy-check`);
      expect(held).toMatchObject({ outcome: 'pass' });
    });
  });

  test('is for whoever may add it', async () => {
    const { at } = await newEnvironment(product.member);
    expect((await product.reader.call('POST', `${at}/policy-check`, { body: webServer() })).status).toBe(403);
  });
});

test('an editor learns what rules may speak of', async () => {
  const { tables, computed, asked } = await product.reader.ok('GET', '/v1/policy-vocabulary');
  expect(list(tables)).toContainEqual({ name: 'cloud:flavors', columns: ['name', 'vcpus', 'memory_mb', 'disk_gb'] });
  expect(list(tables)).toContainEqual({ name: 'parameter', columns: ['name', 'value'] });
  expect(computed).toContainEqual(expect.stringMatching(/^concat\(/));
  expect(list(asked).map((one) => object(one).name)).toContain('predeploy_errors');
});
