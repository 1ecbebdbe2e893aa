import { addressesOf } from '../support/addresses';
import { apiOf } from '../support/api';
import { deployedEnvironment, draft } from '../support/environments';
import { marked, markWords, namesIn, unmarkedFinder } from '../support/german-words';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

/** No page of the dashboard has a word that does not come from its messages, but names; they are German here, and marked. */

const RULES = 'predeploy_warnings(env, env, "x") :- murano:states(env, "pending"), murano:parent_types(env, "never")\n';

/** What the provider is called by which people may sign in here. */
const PROVIDER = 'Staff login';

/** Sentences that are read at the same time as the page are there by then. */
const SETTLED_MS = 5_000;

const LOADING = new RegExp([' wird geladen', ' werden geladen'].map(marked).join('|'));

test.use({ locale: 'de-DE' });

test('no page has a word on it that is not translated', async ({
  page: outside,
  enterAs,
  uniqueName,
  consoleErrors,
}) => {
  test.slow();
  const member = await apiOf('member');
  const admin = await apiOf('admin');
  const name = uniqueName('Buero');
  const id = await deployedEnvironment(member, name, [webServer({ name: 'seiten', unitNamingPattern: 'seiten#' })]);
  const { services } = await member.ok('GET', `/v1/environments/${id}`);
  const { deployments } = await member.ok('GET', `/v1/environments/${id}/deployments`);
  const policy = uniqueName('Regel');
  const { id: policyId } = await admin.ok('POST', '/v1/policies', { name: policy, text: RULES, mode: 'warn' });
  await draft(admin, id, [webServer({ name: 'laden', unitNamingPattern: 'laden#' })]);
  const first = (rows: unknown) => String((rows as { id: string }[])[0]?.id);
  const page = await enterAs('admin', { locale: 'de-DE' });
  for (const one of [outside, page]) await markWords(one);
  // what the server has drawn before is not marked
  consoleErrors.allow(/Minified React error #418/);
  const unmarked = unmarkedFinder();
  const found: Record<string, string[]> = {};
  const addresses = addressesOf({
    ...{ environmentId: id, serviceId: first(services), deploymentId: first(deployments), policyId: String(policyId) },
  });
  for (const address of ['/sign-in', ...addresses]) {
    const shown = address === '/sign-in' ? outside : page;
    await visit(shown, address);
    await expect(shown.getByRole('heading').first()).toBeVisible();
    await expect(shown.getByText(LOADING)).toHaveCount(0);
    const look = async () => unmarked(shown, [policy, 'seiten', 'laden', PROVIDER, ...(await namesIn(admin))]);
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
