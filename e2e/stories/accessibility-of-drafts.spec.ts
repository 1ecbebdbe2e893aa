import { EnvironmentPage } from '../pages/environment-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { expectFewControls } from '../support/controls';
import { createEnvironment, deployedEnvironment, draft } from '../support/environments';
import { INSPECTED } from '../support/inspected-pages';
import { activeDirectory, PASSWORD, RECOVERY_PASSWORD, webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test.describe.configure({ mode: 'parallel' });
test.use({ reducedMotion: 'reduce' });

test('every step of the wizard, with errors and without', async ({ enterAs, uniqueName, uniqueDomain, inspect }) => {
  const id = await createEnvironment(await apiOf('member'), uniqueName('Wizard'));
  const page = await enterAs('member');
  const { everyLook, opened, done } = inspect(page, INSPECTED.wizard);
  const wizard = new Wizard(page);
  await visit(page, `/environments/${id}/services/add`);
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
  const page = await enterAs('member');
  const { everyLook, opened, dialogOf, done } = inspect(page, INSPECTED.drafted);
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
  await visit(page, `/environments/${id}/services/${service?.id}`);
  await expect(button('More')).toBeVisible();
  await expectFewControls(page, 'the page of a service');
  await dialogOf(button('Stop'));
  for (const what of ['Restart', 'Clear old logs', 'Remove now', 'Mark for deletion']) {
    await button('More').click();
    await dialogOf(page.getByRole('menuitem', { name: new RegExp(`^${what}`) }));
  }

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
  await visit(page, `/environments/${id}/review`);
  await expect(page.getByRole('heading', { name: 'Before this can be deployed' })).toBeVisible();
  await everyLook('review with problems');

  // a page that shows a draft asks for it until it has heard that it is gone, and an error would be logged
  await visit(page, '/catalog');
  const { sessions } = await member.ok('GET', `/v1/environments/${id}/sessions`);
  const [session] = sessions as { id: string }[];
  await member.ok('DELETE', `/v1/environments/${id}/sessions/${session?.id}`);
  await draft(member, id, [activeDirectory('axe.local')]);
  // from nothing: what the page has in its memory is of the draft that is gone
  await page.goto(`/environments/${id}/review`);
  await page.getByRole('button', { name: /^Step by step \(/ }).click();
  await page.getByRole('button', { name: /^Resources in the cloud \(/ }).click();
  await everyLook('review with everything unfolded');
  await page.getByRole('button', { name: 'As JSON' }).click();
  await opened('review as JSON');
  await environment.show('Settings');
  await page.getByRole('button', { name: 'New schedule' }).first().click();
  await expect(page.getByRole('dialog', { name: 'New schedule' })).toBeVisible();
  await opened('a new schedule');
  await page.keyboard.press('Escape');
  await everyLook('settings');
  await page.getByRole('button', { name: 'Delete environment' }).click();
  await expect(page.getByRole('dialog', { name: `Delete ${name}?` })).toBeVisible();
  await opened('the question before deleting');
  done();
});
