import type { Page } from '@playwright/test';
import { EnvironmentPage } from '../pages/environment-page';
import { EnvironmentsPage } from '../pages/environments-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { SignInPage } from '../pages/sign-in-page';
import { Wizard } from '../pages/wizard';
import { PASSWORD, RECOVERY_PASSWORD } from '../support/services';
import { expect, test } from '../support/story';
import { WHOLE_RUN } from '../support/whole-run';

const NAME = 'Head office';
const DOMAIN = 'acme.local';

/** Signs in by the page, as the user that the variables OS_* name. */
async function signInThroughKeystone(page: Page): Promise<void> {
  const signIn = new SignInPage(page);
  await signIn.open();
  await expect(page.getByLabel('Domain')).toHaveValue('Default');
  await signIn.name.fill(process.env.OS_USERNAME ?? '');
  await signIn.password.fill(process.env.OS_PASSWORD ?? '');
  await signIn.submit.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
}

test('deploys a domain with two controllers and a farm of two web servers in it', async ({ page }) => {
  const environment = new EnvironmentPage(page);
  const wizard = new Wizard(page);
  const run = new RunPage(page);

  await test.step('signs in with domain, user and password of Keystone', () => signInThroughKeystone(page));

  await test.step('adds a domain with two controllers', async () => {
    const environments = new EnvironmentsPage(page);
    await environments.open();
    await environments.create(NAME);
    await environment.show('Services');
    await page.getByRole('link', { name: 'Add a first service' }).click();
    await wizard.choose('Active Directory');
    await wizard.question('Domain name').fill(DOMAIN);
    await wizard.password('Administrator password', PASSWORD);
    await wizard.password('Recovery password', RECOVERY_PASSWORD);
    await wizard.next('Machines');
    await expect(page.getByRole('textbox', { name: 'Number of domain controllers' })).toHaveValue('2');
    await wizard.next('Review');
    await expect(page.getByRole('main')).toContainText('Windows Server 2022 Standard');
    await wizard.addToDraft();
  });

  await test.step('adds a farm that joins it', async () => {
    await environment.show('Services');
    await page.getByRole('link', { name: 'Add a service' }).click();
    await wizard.choose('Web Server Farm');
    await wizard.password('Administrator password', PASSWORD);
    await wizard.pick('Domain', new RegExp(`^${DOMAIN}`));
    await wizard.next('Machines');
    await expect(page.getByRole('textbox', { name: 'Number of web servers' })).toHaveValue('2');
    await wizard.next('Review');
    await wizard.addToDraft();
  });

  await test.step('deploys, and watches until all machines are ready', async () => {
    await environment.review();
    await expect(page.getByText('Deploying creates 4 machines.')).toBeVisible();
    await new ReviewPage(page).deploy();
    await expect(run.machines).toHaveCount(4);
    await run.finished(4);
    for (const row of await run.machines.all()) await expect(row).toContainText('Ready: Done');
    await expect(run.problem).toBeHidden();
  });
});

test('deletes the environment', async ({ page }) => {
  await signInThroughKeystone(page);
  const environments = new EnvironmentsPage(page);
  await environments.open();
  const link = page.getByRole('main').getByRole('link', { name: NAME });
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  await new EnvironmentPage(page).show('Settings');
  await page.getByRole('button', { name: 'Delete environment' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${NAME}?` });
  await dialog.getByRole('textbox', { name: /^Type .* to confirm$/ }).fill(NAME);
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Environments' })).toBeVisible();
  // a real cloud takes minutes for what a simulated one does at once
  await expect(link).toBeHidden({ timeout: 5 * WHOLE_RUN });
});
