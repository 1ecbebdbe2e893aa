import { addressesOf } from '../support/addresses';
import { apiOf } from '../support/api';
import { deployedEnvironment } from '../support/environments';
import { englishFinder, namesIn } from '../support/german-words';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

/** Every page of the dashboard in German has no word that German does not have, but names. */

const RULES = 'predeploy_warnings(env, env, "x") :- murano:states(env, "pending"), murano:parent_types(env, "never")\n';

/** Sentences that are read at the same time as the page are there by then. */
const SETTLED_MS = 5_000;

test('no page in German has an English word on it', async ({ enterAs, uniqueName }) => {
  test.slow();
  const member = await apiOf('member');
  const admin = await apiOf('admin');
  const name = uniqueName('Buero');
  const id = await deployedEnvironment(member, name, [webServer({ name: 'seiten', unitNamingPattern: 'seiten#' })]);
  const { services } = await member.ok('GET', `/v1/environments/${id}`);
  const { deployments } = await member.ok('GET', `/v1/environments/${id}/deployments`);
  const policy = uniqueName('Regel');
  const { id: policyId } = await admin.ok('POST', '/v1/policies', { name: policy, text: RULES, mode: 'warn' });
  const first = (rows: unknown) => String((rows as { id: string }[])[0]?.id);
  const page = await enterAs('admin', { locale: 'de-DE' });
  const english = englishFinder();
  const found: Record<string, string[]> = {};
  const addresses = addressesOf({
    ...{ environmentId: id, serviceId: first(services), deploymentId: first(deployments), policyId: String(policyId) },
  });
  for (const address of addresses) {
    await visit(page, address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.getByText(/ wird geladen| werden geladen/)).toHaveCount(0);
    const look = async () => english(page, [policy, 'seiten', ...(await namesIn(admin))]);
    await expect
      .poll(look, { timeout: SETTLED_MS })
      .toEqual([])
      .catch(async () => {
        found[address] = await look();
      });
  }
  await admin.call('DELETE', `/v1/policies/${policyId}`);
  expect(found).toEqual({});
});
