import { EnvironmentPage } from '../pages/environment-page';
import { EnvironmentsPage } from '../pages/environments-page';
import { SignInPage } from '../pages/sign-in-page';
import { apiOf } from '../support/api';
import { DASHBOARD_PAGES } from '../support/dashboard-pages';
import { createEnvironment } from '../support/environments';
import { INSPECTED } from '../support/inspected-pages';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test.describe.configure({ mode: 'parallel' });
test.use({ reducedMotion: 'reduce' });

test('no page of the dashboard is left out', () => {
  const checked = new Set(Object.values(INSPECTED).flat());
  expect(DASHBOARD_PAGES.length).toBeGreaterThan(20);
  expect(DASHBOARD_PAGES.filter((page) => !checked.has(page))).toEqual([]);
});

test('whoever is outside, what is not there, what is not allowed, and what broke', async ({
  page,
  enterAs,
  consoleErrors,
  inspect,
}) => {
  const outside = inspect(page, INSPECTED.outside);
  const signIn = new SignInPage(page);
  await signIn.open();
  await outside.everyLook('sign-in');
  await signIn.submit.click();
  await expect(page.getByText('Fill in your user name.')).toBeVisible();
  await outside.opened('sign-in with errors');
  outside.done();

  consoleErrors.allow(/status of 40[34]|cannot be drawn|status of 500/);
  const inside = await enterAs('member');
  const elsewhere = inspect(inside, []);
  await inside.goto('/nowhere');
  await expect(inside.getByRole('heading', { level: 1 })).toBeVisible();
  await elsewhere.everyLook('not found');
  await inside.goto('/environments/00000000000000000000000000000000');
  await expect(inside.getByText('This environment is not here')).toBeVisible();
  await elsewhere.everyLook('an environment that is not here');
  await inside.goto('/admin');
  await expect(inside.getByRole('heading', { name: 'This is for administrators' })).toBeVisible();
  await elsewhere.everyLook('not for members');

  consoleErrors.allow(/environments.*on .*\/environments|TypeError/);
  await inside.route(/\/v1\/environments\?/, (route) => route.fulfill({ json: { environments: [null], count: 1 } }));
  await inside.goto('/environments');
  await expect(inside.getByText('This page broke')).toBeVisible();
  await elsewhere.everyLook('a page that broke');
});

test('lists, the catalog, and what opens everywhere', async ({ enterAs, uniqueName, inspect }) => {
  const name = uniqueName('Empty');
  await createEnvironment(await apiOf('member'), name);
  const page = await enterAs('member');
  const { everyLook, opened, done } = inspect(page, INSPECTED.lists);

  await visit(page, '/');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await everyLook('home');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Go to or do' })).toBeVisible();
  await opened('the palette');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await opened('the shortcuts');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /Max Member/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await opened('the menu of a person');
  await page.keyboard.press('Escape');

  await new EnvironmentsPage(page).open();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await everyLook('environments');
  await page.getByRole('button', { name: 'Create environment' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await opened('the dialog for a new environment');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import a file' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await opened('the dialog for an import');
  await page.keyboard.press('Escape');

  await visit(page, '/account');
  await expect(page.getByRole('heading', { name: 'Change my password' })).toBeVisible();
  await everyLook('my account');
  await page.getByRole('button', { name: 'Change my password' }).click();
  await expect(page.getByText('Fill this in.').first()).toBeVisible();
  await opened('the form for another password with errors');

  await visit(page, '/templates');
  await expect(page.getByRole('button', { name: 'Deploy Three-tier web farm' })).toBeVisible();
  await everyLook('templates');
  await page.getByRole('button', { name: 'Deploy Three-tier web farm' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'More options' }).click();
  await opened('the dialog of a template');
  await page.keyboard.press('Escape');

  await visit(page, '/catalog');
  await expect(page.getByRole('link', { name: /^Active Directory/ })).toBeVisible();
  await everyLook('catalog');
  await visit(page, '/catalog/activeDirectory');
  await expect(page.getByRole('button', { name: 'Set up Active Directory' })).toBeVisible();
  await everyLook('a kind of service');
  done();
});

test('an environment that is empty', async ({ enterAs, uniqueName, inspect }) => {
  const name = uniqueName('Empty');
  const id = await createEnvironment(await apiOf('member'), name);
  const page = await enterAs('member');
  const { everyLook, done } = inspect(page, INSPECTED.empty);
  const environment = new EnvironmentPage(page);
  await environment.open(id, name);
  await expect(page.getByText('Nothing to draw yet')).toBeVisible();
  await everyLook('topology, empty');
  await environment.show('Services');
  await expect(page.getByText('No services yet')).toBeVisible();
  await everyLook('services, none');
  await environment.show('Deployments');
  await expect(page.getByText('Nothing has been deployed yet')).toBeVisible();
  await everyLook('deployments, none');
  await visit(page, `/environments/${id}/review`);
  await expect(page.getByText('Nothing to review')).toBeVisible();
  await everyLook('review, nothing');
  done();
});
