import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ApiResponse } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, deploy, deployed, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { WEB_PAIR, webPair } from '@/lib/conductor/runtime/testing/web-pair';

/** What changes between the question to policies and the start of a run is judged, too. */

const product = productForTests({ catalogDirectory: catalogWith(WEB_PAIR) });

/** Nothing but deployments where a service called vault is deployed. */
const VAULT = `
here(env) :- deployed:objects(service, env, type), deployed:properties(service, "name", "vault")
predeploy_errors(env, env, "The vault is locked") :- here(env), not request:run("deploy")`;

beforeAll(async () => {
  const body = { name: 'Vault', text: VAULT };
  expect((await product.admin.call('POST', '/v1/policies', { body })).status).toBe(200);
});

/** Begins something, and does something else while policies are asked about it. */
async function beginningMeanwhile(
  meanwhile: () => Promise<void>,
  begin: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { policies } = product.container;
  const check = policies.check.bind(policies);
  const spy = vi.spyOn(policies, 'check').mockImplementationOnce(async (question) => {
    const answer = await check(question);
    await meanwhile();
    return answer;
  });
  try {
    return await begin();
  } finally {
    spy.mockRestore();
  }
}

async function deployVault(at: string): Promise<void> {
  const session = await open(product.colleague, at);
  await add(product.colleague, at, session, webServer({ name: 'vault', unitNamingPattern: 'vault#' }));
  await deploy(product.colleague, at, session);
  await settled(product.colleague, at);
}

describe('what changed while policies were asked', () => {
  test.each([
    [
      'a restart',
      async (at: string) => product.member.call('POST', `${at}/executions`, { body: { workflow: 'restart' } }),
    ],
    [
      'an action',
      async (at: string) => {
        const { actions } = await product.member.ok('GET', `${at}/actions`);
        const greet = list(actions)
          .map(object)
          .find(({ method }) => method === 'greet');
        return product.member.call('POST', `${at}/actions/${text(greet?.id)}`, { body: { greeting: 'Hello' } });
      },
    ],
    ['a deletion', async (at: string) => product.member.call('DELETE', at)],
  ])('%s is judged in the environment that it begins in', async (_what, begin) => {
    const { at } = await deployed(product.member, [webPair('pages', ['web1'])]);
    const { status, json } = await beginningMeanwhile(
      () => deployVault(at),
      () => begin(at),
    );
    expect([status, object(json).code]).toEqual([422, 'policy_stopped']);
    expect(object(json).detail).toMatch(/The vault is locked/);
    expect((await product.member.ok('GET', at)).status).toBe('ready');
  });
});

/** Nothing at all. */
const CLOSED = `predeploy_errors(env, env, "The house is closed") :- murano:states(env, state)`;

describe('policies that changed while they were asked', () => {
  const closing = async () => {
    const body = { name: 'Closed', text: CLOSED };
    policyId = text((await product.admin.ok('POST', '/v1/policies', { body })).id);
  };
  let policyId = '';
  afterEach(async () => {
    await product.admin.ok('DELETE', `/v1/policies/${policyId}`);
  });

  test.each([
    [
      'a restart',
      async (at: string) => () => product.member.call('POST', `${at}/executions`, { body: { workflow: 'restart' } }),
    ],
    [
      'a deployment',
      async (at: string) => {
        const session = await open(product.member, at);
        return () => product.member.call('POST', `${at}/sessions/${session}/deploy`);
      },
    ],
    [
      'an uninstallation',
      async (at: string) => {
        const [service] = list((await product.member.call('GET', `${at}/services`)).json);
        const body = { workflow: 'uninstall', service_id: text(service?.id) };
        return () => product.member.call('POST', `${at}/executions`, { body });
      },
    ],
    ['a deletion', async (at: string) => () => product.member.call('DELETE', at)],
  ])('judge %s as they are when it begins', async (_what, beginningIn) => {
    const { id, at } = await deployed(product.member, [webServer({ name: 'web', unitNamingPattern: 'web#' })]);
    const begin = await beginningIn(at);
    const { status, json } = await beginningMeanwhile(closing, begin);
    expect([status, object(json).code]).toEqual([422, 'policy_stopped']);
    expect(object(json).detail).toMatch(/The house is closed/);
    expect(await product.db.run.count({ where: { environmentId: id, state: { in: ['queued', 'running'] } } })).toBe(0);
  });

  test('judge by an exception that was made meanwhile, and by none that ended', async () => {
    const { id, at } = await deployed(product.member, [webServer({ name: 'web', unitNamingPattern: 'web#' })]);
    await closing();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const exceptions = `/v1/policies/${policyId}/exceptions`;
    const made = await product.admin.ok('POST', exceptions, { body: { environment_id: id, reason: 'Moving.', until } });
    const restart = () => product.member.call('POST', `${at}/executions`, { body: { workflow: 'restart' } });
    const ending = async () => {
      await product.admin.ok('DELETE', `${exceptions}/${text(made.id)}`);
    };
    expect((await beginningMeanwhile(ending, restart)).status).toBe(422);
  });
});
