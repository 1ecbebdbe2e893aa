import type { Locator, Page } from '@playwright/test';
import { CredentialsDialog } from '../pages/credentials-dialog';
import { EnvironmentPage } from '../pages/environment-page';
import { EnvironmentsPage, environmentIdOf } from '../pages/environments-page';
import { RunPage } from '../pages/run-page';
import { TemplateShelf } from '../pages/template-shelf';
import { withOwnServer } from '../support/own-server';
import { expect, test } from '../support/story';

async function choose(page: Page, dialog: Locator, region: string): Promise<void> {
  const field = dialog.getByRole('combobox', { name: 'Region' });
  await expect(field).toContainText('north');
  await field.click();
  await page.getByRole('option', { name: region }).click();
  await expect(field).toContainText(region);
}

async function expectRegion(page: Page, region: string): Promise<void> {
  await new EnvironmentPage(page).show('Settings');
  const facts = page.getByRole('term').filter({ hasText: /^Region$/ });
  await expect(facts.locator('xpath=following-sibling::dd[1]')).toHaveText(region);
  const { region: known } = await (await page.request.get(`/v1/environments/${environmentIdOf(page)}`)).json();
  expect(known).toBe(region);
}

// a server of its own: where there is more than one region, every dialog that makes an environment asks for one
test('where the cloud has two regions, whoever makes an environment chooses one, and all of it is there', async ({
  enterAs,
  uniqueName,
}) => {
  await withOwnServer({ VETRO_REGIONS: 'north,south' }, async (url) => {
    const page = await enterAs('member', { baseURL: url });
    const environments = new EnvironmentsPage(page);

    await test.step('who chooses none is in the first', async () => {
      await environments.open();
      await environments.create(uniqueName('Usual'));
      await expectRegion(page, 'north');
    });

    await test.step('an empty environment in the second', async () => {
      const name = uniqueName('Chosen');
      await environments.open();
      await page.getByRole('button', { name: 'Create environment' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create an environment' });
      await dialog.getByLabel('Name').fill(name);
      await choose(page, dialog, 'south');
      await expect(dialog).toContainText('It stays as it is once the environment is made.');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expectRegion(page, 'south');
    });

    await test.step('a template in the second: it is deployed there', async () => {
      const name = uniqueName('Office');
      await new TemplateShelf(page).open();
      await page.getByRole('button', { name: 'Deploy Small office domain' }).click();
      const dialog = page.getByRole('dialog', { name: 'Deploy Small office domain' });
      await dialog.getByLabel('Name of the environment').fill(name);
      await choose(page, dialog, 'south');
      await dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
      const credentials = new CredentialsDialog(page, name);
      await credentials.download();
      await credentials.goOn('Watch the deployment');
      await new RunPage(page).finished(3);
      await expectRegion(page, 'south');
    });
    // nothing of it asks a server that is gone
    await page.close();
  });
});
