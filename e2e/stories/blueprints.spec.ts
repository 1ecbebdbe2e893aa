import type { Page } from '@playwright/test';
import { EnvironmentPage } from '../pages/environment-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { ServicePage } from '../pages/service-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { createEnvironment } from '../support/environments';
import { ownPortal } from '../support/packages';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

async function endsWell(page: Page): Promise<void> {
  await page.waitForURL('**/deployments/**');
  await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
    timeout: RUN_MS,
  });
}

test('a blueprint is imported, asked for in the wizard, deployed, healed after a machine died, and grows', async ({
  enterAs,
  uniqueName,
}) => {
  const admin = await apiOf('admin', 'Fabrikam');
  const member = await apiOf('member', 'Fabrikam');
  const name = uniqueName('Portal');
  const portal = ownPortal();
  await admin.upload('/v1/catalog/packages', portal.archive());
  const id = await createEnvironment(member, name);
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const wizard = new Wizard(page);
  const dialog = page.getByRole('dialog');
  const service = async () => (await deployedServices(member, id)).portal;

  await test.step('the wizard asks for its inputs, and how many machines of which part', async () => {
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose(portal.title);
    await wizard.expectStep('Your service');
    await wizard.question('Service name').fill('portal');
    await wizard.password('Administrator password', 'Adm1n!stern');
    await expect(wizard.question('Title of the portal')).toHaveValue('Team Portal');
    await wizard.question('Title of the portal').fill('Welcome');
    await wizard.next('Machines');
    await wizard.next('Review');
    await expect(page.getByRole('heading', { name: '3 machines will be created' })).toBeVisible();
    await wizard.addToDraft();
  });

  await test.step('deployed, each machine carries what stands on it', async () => {
    await new EnvironmentPage(page).review();
    await expect(page.getByText('Deploying creates 3 machines.')).toBeVisible();
    await new ReviewPage(page).deploy();
    await new RunPage(page).finished(3);
    await page.getByRole('link', { name: 'Show topology' }).click();
    await page.waitForURL(/\/environments\/[0-9a-f]+(\?|$)/);
    await expect(page.getByRole('button', { name: /Ready/ }).first()).toBeVisible();
    await expect(page.getByText('Portal', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Database', { exact: true }).first()).toBeVisible();
  });

  await test.step('a machine that died is healed', async () => {
    const found = await service();
    const [, dead] = found?.units ?? [];
    const hostname = dead?.state.hostname ?? '';
    await admin.ok('POST', '/v1/simulation/faults', {
      kind: 'crash',
      target: hostname,
      message: '',
      times: 1,
      environment_id: id,
    });
    await visit(page, `/environments/${id}/services/${found?.id}`);
    await new ServicePage(page).begin('Repair');
    await dialog.getByRole('button', { name: 'Repair now' }).click();
    await endsWell(page);
    await visit(page, `/environments/${id}`);
    await expect(page.getByRole('main').getByText('Failed', { exact: true })).toHaveCount(0);
  });

  await test.step('grows by one web server', async () => {
    await visit(page, `/environments/${id}/services/${(await service())?.id}`);
    await new ServicePage(page).begin('Grow now');
    await dialog.getByRole('button', { name: 'Add machine' }).click();
    await endsWell(page);
    expect((await service())?.units.length).toBe(4);
  });
});
