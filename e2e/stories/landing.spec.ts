import { EnvironmentPage } from '../pages/environment-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { webServerFarm } from '../support/services';
import { expect, test } from '../support/story';

test('machines land in a drawing that is open while the draft is deployed elsewhere', async ({
  enterAs,
  uniqueName,
}) => {
  const api = await apiOf('member');
  const name = uniqueName('Landing');
  const id = await createEnvironment(api, name);
  const at = `/v1/environments/${id}`;
  const session = await draft(api, id, [webServerFarm('landing', 2, { unitNamingPattern: `l${name.slice(-6)}#` })]);
  const page = await enterAs('member');
  await new EnvironmentPage(page).open(id, name);
  const drawn = page.locator('[data-part]').first();
  await drawn.waitFor();
  // a read that began before the draft was deployed, and ends after that of the drafts
  const early = JSON.stringify(await api.ok('GET', at));
  const draftsRead = page.waitForResponse((answer) => new URL(answer.url()).pathname === `${at}/sessions`);
  let reads = 0;
  await page.route(
    ({ pathname }) => pathname === at,
    async (route) => {
      reads += 1;
      if (reads > 1) return route.continue();
      await draftsRead;
      return route.fulfill({ contentType: 'application/json', body: early });
    },
  );
  await drawn.evaluate((element) => {
    element.setAttribute('data-seen', 'before');
  });
  await api.ok('POST', `${at}/sessions/${session}/deploy`);
  await expect(page.locator('.topology-land')).toHaveCount(2);
  await expect(page.locator('[data-seen=before]')).toBeVisible();
  expect(reads).toBeGreaterThan(0);
});
