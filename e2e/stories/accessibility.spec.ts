import { AdministrationPage } from '../pages/administration-page';
import { EnvironmentPage } from '../pages/environment-page';
import { EnvironmentsPage } from '../pages/environments-page';
import { RunPage } from '../pages/run-page';
import { SignInPage } from '../pages/sign-in-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { DASHBOARD_PAGES } from '../support/dashboard-pages';
import { createEnvironment, deployedEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { activeDirectory, PASSWORD, RECOVERY_PASSWORD, webServer } from '../support/services';
import { expect, test } from '../support/story';
import { WHOLE_RUN } from '../support/whole-run';

test.describe.configure({ mode: 'parallel' });
test.use({ reducedMotion: 'reduce' });

const ONE = '/environments/[environmentId]';
/** Which story looks at which pages. */
const CHECKED = {
  outside: ['/sign-in'],
  lists: ['/', '/environments', '/templates', '/catalog', '/catalog/[type]', '/account'],
  empty: [ONE, `${ONE}/services`, `${ONE}/deployments`, `${ONE}/review`],
  wizard: [`${ONE}/services/add`, `${ONE}/services/add/[type]`],
  drafted: [
    ONE,
    `${ONE}/services`,
    `${ONE}/services/[serviceId]`,
    `${ONE}/review`,
    `${ONE}/settings`,
    `${ONE}/schedules`,
  ],
  past: [
    ...[`${ONE}/deployments`, `${ONE}/deployments/compare`, `${ONE}/deployments/activity`],
    ...[`${ONE}/deployments/[deploymentId]`, `${ONE}/deployments/[deploymentId]/report`],
  ],
  during: [`${ONE}/deployments/[deploymentId]`],
  failed: [`${ONE}/deployments/[deploymentId]`],
  administration: [
    '/admin',
    '/admin/users',
    '/admin/tenants',
    '/admin/packages',
    '/admin/audit',
    '/admin/health',
    '/admin/faults',
    '/admin/servers',
  ],
  policies: ['/admin/policies', '/admin/policies/new', '/admin/policies/[policyId]'],
};

test('no page of the dashboard is left out', () => {
  const checked = new Set(Object.values(CHECKED).flat());
  expect(DASHBOARD_PAGES.length).toBeGreaterThan(20);
  expect(DASHBOARD_PAGES.filter((page) => !checked.has(page))).toEqual([]);
});

test('whoever is outside, what is not there, what is not allowed, and what broke', async ({
  page,
  enterAs,
  consoleErrors,
  inspect,
}) => {
  const outside = inspect(page, CHECKED.outside);
  const signIn = new SignInPage(page);
  await signIn.open();
  await outside.everyLook('sign-in');
  await signIn.submit.click();
  await expect(page.getByText('Fill in your user name.')).toBeVisible();
  await outside.opened('sign-in with errors');
  outside.done();

  consoleErrors.allow(/status of 40[34]|cannot be drawn|status of 500/);
  const inside = await enterAs('member', { reducedMotion: 'reduce' });
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
  const page = await enterAs('member', { reducedMotion: 'reduce' });
  const { everyLook, opened, done } = inspect(page, CHECKED.lists);

  await page.goto('/');
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

  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Change my password' })).toBeVisible();
  await everyLook('my account');
  await page.getByRole('button', { name: 'Change my password' }).click();
  await expect(page.getByText('Fill this in.').first()).toBeVisible();
  await opened('the form for another password with errors');

  await page.goto('/templates');
  await expect(page.getByRole('button', { name: 'Deploy Three-tier web farm' })).toBeVisible();
  await everyLook('templates');
  await page.getByRole('button', { name: 'Deploy Three-tier web farm' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'More options' }).click();
  await opened('the dialog of a template');
  await page.keyboard.press('Escape');

  await page.goto('/catalog');
  await expect(page.getByRole('link', { name: /^Active Directory/ })).toBeVisible();
  await everyLook('catalog');
  await page.goto('/catalog/activeDirectory');
  await expect(page.getByRole('button', { name: 'Set up Active Directory' })).toBeVisible();
  await everyLook('a kind of service');
  done();
});

test('an environment that is empty', async ({ enterAs, uniqueName, inspect }) => {
  const name = uniqueName('Empty');
  const id = await createEnvironment(await apiOf('member'), name);
  const page = await enterAs('member', { reducedMotion: 'reduce' });
  const { everyLook, done } = inspect(page, CHECKED.empty);
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
  await page.goto(`/environments/${id}/review`);
  await expect(page.getByText('Nothing to review')).toBeVisible();
  await everyLook('review, nothing');
  done();
});

test('every step of the wizard, with errors and without', async ({ enterAs, uniqueName, uniqueDomain, inspect }) => {
  const id = await createEnvironment(await apiOf('member'), uniqueName('Wizard'));
  const page = await enterAs('member', { reducedMotion: 'reduce' });
  const { everyLook, opened, done } = inspect(page, CHECKED.wizard);
  const wizard = new Wizard(page);
  await page.goto(`/environments/${id}/services/add`);
  await expect(page.getByRole('heading', { name: 'Add a service' })).toBeVisible();
  await everyLook('adding a service');
  await wizard.choose('Active Directory');
  await wizard.question('Domain name').fill('acme');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('has one part')).toBeVisible();
  await everyLook('wizard, first step with errors');
  await wizard.question('Domain name').fill(uniqueDomain);
  await wizard.password('Administrator password', PASSWORD);
  await wizard.password('Recovery password', RECOVERY_PASSWORD);
  await opened('wizard, first step filled in');
  const explained = page.getByRole('button', { name: 'What is this?' }).first();
  await explained.click();
  await expect(page.getByRole('dialog')).toContainText(/\.$/);
  await opened('wizard, a word that is explained in its place');
  await page.keyboard.press('Escape');
  await expect(explained).toBeFocused();
  await wizard.next('Machines');
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(wizard.question('Machine names')).toBeVisible();
  await everyLook('wizard, second step with more options');
  await page.getByRole('combobox', { name: 'Machine size' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await opened('wizard, a list that is open');
  await page.keyboard.press('Escape');
  await wizard.next('Review');
  await everyLook('wizard, review');
  done();
});

test('a deployed environment with a draft', async ({ enterAs, uniqueName, inspect }) => {
  const member = await apiOf('member');
  const name = uniqueName('Drafted');
  const id = await deployedEnvironment(member, name, [webServer({ unitNamingPattern: 'axe#' })]);
  const page = await enterAs('member', { reducedMotion: 'reduce' });
  const { everyLook, opened, dialogOf, done } = inspect(page, CHECKED.drafted);
  const environment = new EnvironmentPage(page);
  await environment.open(id, name);
  await page.getByRole('button', { name: /^axe1, .*Ready/ }).click();
  await expect(page.getByRole('dialog', { name: 'axe1' })).toBeVisible();
  await opened('topology with the details of a machine');
  await page.keyboard.press('Escape');

  const button = (label: string) => page.getByRole('button', { name: label, exact: true }).first();
  for (const item of ['Start, stop, repair …', 'Clone', 'Save as template', 'Rename']) {
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await dialogOf(page.getByRole('menuitem', { name: item }));
  }
  const { services } = await member.ok('GET', `/v1/environments/${id}`);
  const [service] = services as { id: string }[];
  await page.goto(`/environments/${id}/services/${service?.id}`);
  for (const what of ['Restart', 'Clear old logs', 'Remove now', 'Remove service']) await dialogOf(button(what));

  await draft(member, id, [activeDirectory('axe.local'), webServer({ name: 'lost', domain: 'nobody.local' })]);
  await environment.open(id, name);
  await expect(environment.draft).toContainText('2 changes in your draft');
  await everyLook('topology with a draft');
  await environment.showAsList();
  await opened('topology as a list');
  await environment.show('Services');
  await everyLook('services');
  await page.getByRole('link', { name: 'frontend' }).click();
  await expect(page.getByRole('button', { name: 'Edit settings' })).toBeVisible();
  await everyLook('a service');
  await page.getByRole('button', { name: 'Show Administrator password' }).click();
  await expect(page.getByText(PASSWORD)).toBeVisible();
  await page.getByRole('button', { name: 'Edit settings' }).click();
  await expect(page.getByRole('button', { name: 'Save in draft' })).toBeVisible();
  await opened('a service being edited, with a password shown');
  await page.goto(`/environments/${id}/review`);
  await expect(page.getByRole('heading', { name: 'Before this can be deployed' })).toBeVisible();
  await everyLook('review with problems');

  // a page that shows a draft asks for it until it has heard that it is gone, and an error would be logged
  await page.goto('/catalog');
  const { sessions } = await member.ok('GET', `/v1/environments/${id}/sessions`);
  const [session] = sessions as { id: string }[];
  await member.ok('DELETE', `/v1/environments/${id}/sessions/${session?.id}`);
  await draft(member, id, [activeDirectory('axe.local')]);
  await page.goto(`/environments/${id}/review`);
  await page.getByRole('button', { name: /^Step by step \(/ }).click();
  await page.getByRole('button', { name: /^Resources in the cloud \(/ }).click();
  await everyLook('review with everything unfolded');
  await page.getByRole('button', { name: 'As JSON' }).click();
  await opened('review as JSON');
  await environment.show('Schedules');
  await everyLook('schedules');
  await page.getByRole('button', { name: 'New schedule' }).first().click();
  await expect(page.getByRole('dialog', { name: 'New schedule' })).toBeVisible();
  await opened('a new schedule');
  await page.keyboard.press('Escape');
  await environment.show('Settings');
  await everyLook('settings');
  await page.getByRole('button', { name: 'Delete environment' }).click();
  await expect(page.getByRole('dialog', { name: `Delete ${name}?` })).toBeVisible();
  await opened('the question before deleting');
  done();
});

test('the past of an environment, and a run that went well', async ({ enterAs, uniqueName, inspect }) => {
  const id = await deployedEnvironment(await apiOf('member'), uniqueName('Past'), [webServer()]);
  const page = await enterAs('member', { reducedMotion: 'reduce' });
  const { everyLook, opened, done } = inspect(page, CHECKED.past);
  const past = `/environments/${id}/deployments`;
  await page.goto(past);
  await page.getByRole('link', { name: /^Version \d/ }).waitFor();
  await everyLook('deployments');
  await page.goto(`${past}/compare?from=0&to=1`);
  await expect(page.getByRole('list', { name: 'Differences' })).toBeVisible();
  await everyLook('two versions compared in words');
  await page.goto(`${past}/compare?from=0&to=1&view=sides`);
  await expect(page.getByRole('table').first()).toBeVisible();
  await everyLook('two versions side by side');
  await page.goto(`${past}/activity`);
  await expect(page.getByText(/deployed version \d/)).toBeVisible();
  await everyLook('activity');
  await page.goto(past);
  await page.getByRole('link', { name: /^Version \d/ }).click();
  await new RunPage(page).finished(1);
  await everyLook('a run that went well');
  await new RunPage(page).showEverything();
  await opened('a run with every line of its log');
  await new RunPage(page).show('Steps');
  await opened('a run with its steps as a list');
  await page.getByRole('button', { name: 'Replay' }).click();
  // the film of a short run may be over already: its beginning stands still
  await page.getByRole('slider', { name: 'Moment' }).press('Home');
  await opened('a run that is played again');
  await page.goto(
    page
      .url()
      .replace(/[?#].*$/, '')
      .concat('/report'),
  );
  await expect(page.getByRole('heading', { name: 'Deployment report' })).toBeVisible();
  await everyLook('the report');
  done();
});

test('a run while it runs, asked to stop, and stopped', async ({ enterAs, uniqueName, inspect }) => {
  const mend = await injectFault({ kind: 'silence', target: 'axerun1', message: 'No answer.' });
  const member = await apiOf('member');
  const id = await createEnvironment(member, uniqueName('Running'));
  const session = await draft(member, id, [webServer({ unitNamingPattern: 'axerun#' })]);
  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  const page = await enterAs('member', { reducedMotion: 'reduce' });
  const { everyLook, opened, done } = inspect(page, CHECKED.during);
  await page.goto(`/environments/${id}/deployments/${String(deployment_id)}`);
  const run = new RunPage(page);
  await expect(run.machine('axerun1')).toContainText('Working', { timeout: WHOLE_RUN });
  await everyLook('a run while it runs');
  await page.locator('button[data-bar]').first().click();
  await expect(page.getByRole('button', { name: 'Close the details' })).toBeVisible();
  await opened('the details of a step');
  await run.show('Log');
  await opened('the log of a run');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await opened('the question before stopping');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop deployment' }).click();
  await expect(page.getByText('This deployment was stopped')).toBeVisible({ timeout: WHOLE_RUN });
  await everyLook('a run that was stopped');
  await mend();
  done();
});

test('a run that failed', async ({ enterAs, uniqueName, inspect }) => {
  await injectFault({ kind: 'stack', target: 'axefail1', message: 'No valid host was found.', times: 1 });
  const member = await apiOf('member');
  const id = await createEnvironment(member, uniqueName('Failed'));
  const session = await draft(member, id, [webServer({ unitNamingPattern: 'axefail#' })]);
  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  const page = await enterAs('member', { reducedMotion: 'reduce' });
  const { everyLook, done } = inspect(page, CHECKED.failed);
  await page.goto(`/environments/${id}/deployments/${String(deployment_id)}`);
  const run = new RunPage(page);
  await run.failed();
  await run.problem.getByText('Details for administrators').first().click();
  await everyLook('a run that failed');
  done();
});

test('the pages of administrators', async ({ enterAs, inspect }) => {
  const page = await enterAs('admin', { reducedMotion: 'reduce' });
  const { everyLook, opened, dialogOf, done } = inspect(page, CHECKED.administration);
  const inMenu = async (item: string) => {
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click();
    await dialogOf(page.getByRole('menuitem', { name: item }));
  };
  const administration = new AdministrationPage(page);
  await page.goto('/');
  await administration.open();
  for (const tab of ['Overview', 'Users', 'Tenants', 'Packages', 'Audit log', 'Health', 'Faults'] as const) {
    await administration.show(tab);
    await expect(page.getByText('It is being loaded')).toHaveCount(0);
    await everyLook(`administration, ${tab}`);
    if (tab === 'Packages') await dialogOf(page.getByRole('button', { name: 'Import a package' }));
    if (tab !== 'Users' && tab !== 'Tenants') continue;
    await page.getByRole('button', { name: tab === 'Users' ? 'Create user' : 'Create tenant' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await opened(`administration, ${tab}, a dialog`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    for (const item of tab === 'Users' ? ['Change', 'Reset password'] : ['Change quota', 'Disable']) await inMenu(item);
  }
  await page.goto('/admin/servers');
  await expect(page.getByRole('heading', { name: 'Machines are not made on servers of your own here' })).toBeVisible();
  await everyLook('administration, servers, where machines are something else');
  done();
});

test('the pages of policies: the list, a new one, a ready one, and every part of one', async ({
  enterAs,
  inspect,
  uniqueName,
}) => {
  test.slow();
  const api = await apiOf('admin');
  const name = uniqueName('Looked at');
  const text = '// advises nobody\npredeploy_warnings(env, env, "x") :- murano:states(env, "never")\n';
  const { id } = await api.ok('POST', '/v1/policies', { name, text, parameters: { least: 2 }, mode: 'warn' });
  const page = await enterAs('admin');
  const { everyLook, opened, done } = inspect(page, CHECKED.policies);
  await page.goto('/admin/policies');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ready policies' })).toBeVisible();
  await everyLook('policies');
  await page.goto('/admin/policies/new');
  await expect(page.getByRole('textbox', { name: 'Rules', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop large machines' }).click();
  await expect(page.getByText('Nothing is wrong with these rules.')).toBeVisible();
  await everyLook('a new policy');
  await page.goto('/admin/policies/new?template=quiet-hours');
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await everyLook('a ready policy');
  await page.goto(`/admin/policies/${id}`);
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await expect(page.getByRole('region', { name: 'What the rules would say' })).toBeVisible();
  await everyLook('a policy');
  for (const part of ['What it said', 'Exceptions', 'History']) {
    await page.getByRole('button', { name: part, exact: true }).click();
    await everyLook(part);
  }
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await opened('deleting a policy');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete policy' }).click();
  await expect(page.getByRole('link', { name })).toBeHidden();
  done();
});
