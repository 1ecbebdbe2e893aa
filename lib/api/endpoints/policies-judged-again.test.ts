import { beforeAll, describe, expect, test, vi } from 'vitest';
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

/** Begins something, and deploys a vault while policies are asked about it. */
async function beginningMeanwhile(at: string, begin: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const { policies } = product.container;
  const check = policies.check.bind(policies);
  const spy = vi.spyOn(policies, 'check').mockImplementationOnce(async (question) => {
    const answer = await check(question);
    const session = await open(product.colleague, at);
    await add(product.colleague, at, session, webServer({ name: 'vault', unitNamingPattern: 'vault#' }));
    await deploy(product.colleague, at, session);
    await settled(product.colleague, at);
    return answer;
  });
  try {
    return await begin();
  } finally {
    spy.mockRestore();
  }
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
    const { status, json } = await beginningMeanwhile(at, () => begin(at));
    expect([status, object(json).code]).toEqual([422, 'policy_stopped']);
    expect(object(json).detail).toMatch(/The vault is locked/);
    expect((await product.member.ok('GET', at)).status).toBe('ready');
  });
});
