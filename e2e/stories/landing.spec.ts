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
  await drawn.evaluate((element) => {
    element.setAttribute('data-seen', 'before');
  });
  // the first read that the deployment causes saw the environment as it was before, and ends after machines have landed
  const early = JSON.stringify(await api.ok('GET', at));
  let answerLate = () => {};
  const late = new Promise<void>((resolve) => {
    answerLate = resolve;
  });
  let reads = 0;
  await page.route(
    ({ pathname }) => pathname === at,
    async (route) => {
      reads += 1;
      if (reads > 1) return route.continue();
      await late;
      return route.fulfill({ contentType: 'application/json', body: early });
    },
  );
  await api.ok('POST', `${at}/sessions/${session}/deploy`);
  await expect(page.locator('.topology-land')).toHaveCount(2);
  await expect.poll(() => reads).toBe(1);
  answerLate();
  // once it is over the environment has been read anew: the early answer has come and gone
  await expect(page.getByText('2 machines, all working')).toBeVisible();
  await expect.poll(() => reads).toBeGreaterThan(1);
  await expect(page.locator('[data-seen=before]')).toBeVisible();
});
