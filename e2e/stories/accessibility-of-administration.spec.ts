import { AdministrationPage } from '../pages/administration-page';
import { apiOf } from '../support/api';
import { INSPECTED } from '../support/inspected-pages';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test.describe.configure({ mode: 'parallel' });
test.use({ reducedMotion: 'reduce' });

test('the pages of administrators', async ({ enterAs, inspect }) => {
  const page = await enterAs('admin');
  const { everyLook, opened, dialogOf, done } = inspect(page, INSPECTED.administration);
  const inMenu = async (item: string) => {
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click();
    await dialogOf(page.getByRole('menuitem', { name: item }));
  };
  const administration = new AdministrationPage(page);
  await visit(page, '/');
  await administration.open();
  for (const tab of ['Overview', 'Users', 'Tenants', 'Packages', 'Audit log', 'Health'] as const) {
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
  await page.getByRole('button', { name: 'Machines are simulated' }).click();
  await page.getByRole('link', { name: 'Make something fail on purpose' }).click();
  await expect(page.getByRole('heading', { name: 'Faults of simulated machines' })).toBeVisible();
  await everyLook('faults');
  await visit(page, '/admin/servers');
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
  const text =
    '// advises nobody\npredeploy_warnings(env, env, "x") :- murano:states(env, "pending"), murano:parent_types(env, "never")\n';
  const { id } = await api.ok('POST', '/v1/policies', { name, text, parameters: { least: 2 }, mode: 'warn' });
  const page = await enterAs('admin');
  const { everyLook, opened, done } = inspect(page, INSPECTED.policies);
  await visit(page, '/admin/policies');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ready policies' })).toBeVisible();
  await everyLook('policies');
  await visit(page, '/admin/policies/new');
  await expect(page.getByRole('textbox', { name: 'Rules', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop large machines' }).click();
  await expect(page.getByText('Nothing is wrong with these rules.')).toBeVisible();
  await everyLook('a new policy');
  await visit(page, '/admin/policies/new?template=quiet-hours');
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await everyLook('a ready policy');
  await visit(page, `/admin/policies/${id}`);
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await expect(page.getByRole('region', { name: 'What the rules would say' })).toBeVisible();
  await everyLook('a policy');
  for (const part of ['Decisions', 'Exceptions', 'History']) {
    await page.getByRole('button', { name: part, exact: true }).click();
    await everyLook(part);
  }
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await opened('deleting a policy');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete policy' }).click();
  await expect(page.getByRole('link', { name })).toBeHidden();
  done();
});
