import { EnvironmentPage } from '../pages/environment-page';
import { EnvironmentsPage } from '../pages/environments-page';
import { RunPage } from '../pages/run-page';
import { SignInPage } from '../pages/sign-in-page';
import { Wizard } from '../pages/wizard';
import { expectAccessibleInEveryLook } from '../support/accessibility';
import { apiOf } from '../support/api';
import { activeDirectory, createEnvironment, deployedEnvironment, draft, webServer } from '../support/environments';
import { injectFault } from '../support/faults';
import { expect, test } from '../support/story';

const PASSWORD = 'Gr33n-Orchard!';

test.describe.configure({ mode: 'parallel' });
test.use({ reducedMotion: 'reduce' });

test('whoever is outside: signing in, and what is not there', async ({ page, enterAs, complaints }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await expectAccessibleInEveryLook(page, 'sign-in');
  await signIn.submit.click();
  await expect(page.getByText('Fill in your user name.')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'sign-in with errors');

  complaints.expectSome(/status of 404/);
  const inside = await enterAs('member', { reducedMotion: 'reduce' });
  await inside.goto('/nowhere');
  await expect(inside.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleInEveryLook(inside, 'not found');
  await inside.goto('/environments/00000000000000000000000000000000');
  await expect(inside.getByText('This environment is not here')).toBeVisible();
  await expectAccessibleInEveryLook(inside, 'an environment that is not here');
});

test('lists, the catalog, and an environment that is empty', async ({ enterAs, uniqueName }) => {
  const name = uniqueName('Empty');
  const id = await createEnvironment(await apiOf('member'), name);
  const page = await enterAs('member', { reducedMotion: 'reduce' });

  await page.goto('/');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'home');

  await new EnvironmentsPage(page).open();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'environments');
  await page.getByRole('button', { name: 'Create environment' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'the dialog for a new environment');

  await page.goto('/catalog');
  await expect(page.getByRole('link', { name: /^Active Directory/ })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'catalog');
  await page.goto('/catalog/activeDirectory');
  await expect(page.getByRole('button', { name: 'Set up Active Directory' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a kind of service');

  const environment = new EnvironmentPage(page);
  await environment.open(id, name);
  await expect(page.getByText('Nothing to draw yet')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'topology, empty');
  await environment.show('Services');
  await expect(page.getByText('No services yet')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'services, none');
  await environment.show('Deployments');
  await expect(page.getByText('Nothing has been deployed yet')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'deployments, none');
  await page.goto(`/environments/${id}/review`);
  await expect(page.getByText('Nothing to review')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'review, nothing');
});

test('every step of the wizard, with errors and without', async ({ enterAs, uniqueName, uniqueDomain }) => {
  const id = await createEnvironment(await apiOf('member'), uniqueName('Wizard'));
  const page = await enterAs('member', { reducedMotion: 'reduce' });
  const wizard = new Wizard(page);
  await page.goto(`/environments/${id}/services/add`);
  await expect(page.getByRole('heading', { name: 'Add a service' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'adding a service');
  await wizard.choose('Active Directory');
  await wizard.question('Domain name').fill('acme');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('has one part')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'wizard, first step with errors');
  await wizard.question('Domain name').fill(uniqueDomain);
  await wizard.password('Administrator password', PASSWORD);
  await wizard.password('Recovery password', 'R3covery-Harbour!');
  await expectAccessibleInEveryLook(page, 'wizard, first step filled in');
  await wizard.next('Machines');
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(wizard.question('Machine names')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'wizard, second step with more options');
  await page.getByRole('combobox', { name: 'Machine size' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessibleInEveryLook(page, 'wizard, a list that is open');
  await page.keyboard.press('Escape');
  await wizard.next('Review');
  await expectAccessibleInEveryLook(page, 'wizard, review');
});

test('a deployed environment with a draft, and a run that went well', async ({ enterAs, uniqueName }) => {
  const member = await apiOf('member');
  const name = uniqueName('Deployed');
  const id = await deployedEnvironment(member, name, [webServer({ unitNamingPattern: 'axe#' })]);
  const page = await enterAs('member', { reducedMotion: 'reduce' });
  const environment = new EnvironmentPage(page);
  await environment.open(id, name);
  await page.getByRole('button', { name: /^axe1, .*Ready/ }).click();
  await expect(page.getByRole('dialog', { name: 'axe1' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'topology with the details of a machine');

  await draft(member, id, [activeDirectory('axe.local'), webServer({ name: 'lost', domain: 'nobody.local' })]);
  await environment.open(id, name);
  await expect(environment.draft).toContainText('2 changes in your draft');
  await expectAccessibleInEveryLook(page, 'topology with a draft');
  await environment.show('Services');
  await expectAccessibleInEveryLook(page, 'services');
  await page.getByRole('link', { name: 'frontend' }).click();
  await page.getByRole('button', { name: 'Edit settings' }).click();
  await expect(page.getByRole('button', { name: 'Save in draft' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a service being edited');
  await page.goto(`/environments/${id}/review`);
  await expect(page.getByRole('heading', { name: 'Before this can be deployed' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'review with problems');
  await environment.show('Settings');
  await expectAccessibleInEveryLook(page, 'settings');
  await environment.show('Deployments');
  await page.getByRole('link', { name: /^Version \d/ }).waitFor();
  await expectAccessibleInEveryLook(page, 'deployments');
  await page.goto(`/environments/${id}/deployments/compare?from=0&to=1&view=sides`);
  await expect(page.getByRole('table').first()).toBeVisible();
  await expectAccessibleInEveryLook(page, 'two versions side by side');
  await page.goto(`/environments/${id}/deployments/activity`);
  await expect(page.getByText('deployed a draft')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'activity');
  await page.goto(`/environments/${id}/deployments`);
  await page.getByRole('link', { name: /^Version \d/ }).click();
  await new RunPage(page).finished(1);
  await expectAccessibleInEveryLook(page, 'a run that went well');
});

test('a run that failed', async ({ enterAs, uniqueName }) => {
  await injectFault({ kind: 'stack', target: 'axefail1', message: 'No valid host was found.', times: 1 });
  const member = await apiOf('member');
  const id = await createEnvironment(member, uniqueName('Failed'));
  const session = await draft(member, id, [webServer({ unitNamingPattern: 'axefail#' })]);
  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  const page = await enterAs('member', { reducedMotion: 'reduce' });
  await page.goto(`/environments/${id}/deployments/${String(deployment_id)}`);
  const run = new RunPage(page);
  await run.failed();
  await run.problem.getByText('Details for administrators').first().click();
  await expectAccessibleInEveryLook(page, 'a run that failed');
});
