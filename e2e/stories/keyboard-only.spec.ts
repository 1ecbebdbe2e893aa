import { environmentIdOf } from '../pages/environments-page';
import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { press, reach, type } from '../support/keyboard/reach';
import { person } from '../support/people';
import { webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { RUN_MS } from '../support/waits';

test('everything from signing in to a running machine is done without a mouse', async ({
  page,
  uniqueName,
  consoleErrors,
}) => {
  const name = uniqueName('Keys');
  const button = (label: string | RegExp) => page.getByRole('button', { name: label, exact: true });
  const link = (label: string | RegExp) => page.getByRole('link', { name: label, exact: true });
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  const heading = (label: string) => page.getByRole('heading', { name: label, exact: true });

  await test.step('signs in: the first field waits for typing', async () => {
    await page.goto('/sign-in');
    await expect(field('User name')).toBeFocused();
    await page.keyboard.type('member');
    await type(field('Password'), person('member').password);
    await page.keyboard.press('Enter');
    await expect(heading('Hello, Max')).toBeVisible();
  });

  await test.step('the first press of Tab offers the way past the menu', async () => {
    await page.goto('/environments');
    await expect(heading('Environments')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(link('Skip to the content')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('creates an environment in a dialog that takes the focus and gives it back', async () => {
    const create = page.getByRole('button', { name: /^Create (an |your first )?environment$/ });
    await press(create);
    await expect(field('Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(create).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field('Name')).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  await test.step('fills in the wizard; a wrong answer takes the focus', async () => {
    await press(link('Services'));
    // the drawing of an empty environment has a link of that name as well, which goes with its page
    await expect(heading('No services yet')).toBeVisible();
    await press(link('Add a first service'));
    await press(link(/^Web Server A Windows machine/));
    await type(field('Administrator password (optional)'), 'short');
    await page.keyboard.press('Enter');
    await expect(field('Administrator password (optional)')).toBeFocused();
    await expect(field('Administrator password (optional)')).toHaveAccessibleDescription(/Use at least/);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Gr33n-Orchard!');
    await type(field('Administrator password, once more'), 'Gr33n-Orchard!');
    await page.keyboard.press('Enter');
    await expect(heading('Machine')).toBeFocused();
  });

  await test.step('chooses in a list with the arrow keys', async () => {
    const size = page.getByRole('combobox', { name: 'Machine size' });
    await reach(size);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(size).toContainText('1 core, 2 GB');
    await expect(size).toBeFocused();
    await press(button('More options'));
    await reach(field('Machine name (optional)'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('keys#');
    await press(button('Review'));
    await expect(heading('Review')).toBeFocused();
    await press(button('Add to draft'));
  });

  await test.step('reviews and deploys', async () => {
    await press(link('Review and deploy'));
    await expect(heading('Review your draft')).toBeVisible();
    await press(button('Deploy 1 change'));
    await new RunPage(page).finished(1);
  });

  await test.step('walks the drawing and its twin in words', async () => {
    await press(link('Show topology'));
    await page.waitForURL(/\/environments\/[0-9a-f]+(\?|$)/);
    await press(button('List'));
    const machine = button(/^keys1\s*: show details$/);
    await press(machine);
    const details = page.getByRole('dialog', { name: 'keys1' });
    await expect(details).toBeVisible();
    await expect(details.getByRole('link', { name: /^Open the site/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(machine).toBeFocused();
  });

  await test.step('deletes the environment: its name has to be typed', async () => {
    // simulated machines go so fast that the page may ask for its environment once more after the end
    consoleErrors.allow(new RegExp(`status of 404 .*/environments/${environmentIdOf(page)}`));
    await press(button(`More for ${name}`));
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Delete environment' })).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
    const answer = dialog.getByRole('textbox', { name: /^Type .* to confirm$/ });
    await expect(answer).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(heading('Environments')).toBeVisible();
    await expect(link(name)).toBeHidden({ timeout: RUN_MS });
  });
});

test('what had the focus and goes leaves it to what stands in its place', async ({ enterAs, uniqueName }) => {
  const page = await enterAs('admin');
  await test.step('a value of a policy is taken away, then the last one', async () => {
    await page.goto('/admin/policies/new');
    const name = page.getByRole('textbox', { name: 'Name of a value' });
    const add = page.getByRole('button', { name: 'Add a value' });
    await press(add);
    await type(name.nth(0), 'first');
    await press(add);
    await type(name.nth(1), 'second');
    await press(page.getByRole('button', { name: 'Take first away' }));
    await expect(name).toHaveValue('second');
    await expect(name).toBeFocused();
    await press(page.getByRole('button', { name: 'Take second away' }));
    await expect(name).toBeHidden();
    await expect(add).toBeFocused();
  });

  await test.step('a machine goes with the button that opened the question about it', async () => {
    const api = await apiOf('admin');
    const id = await createEnvironment(api, uniqueName('Focus'));
    await draft(api, id, [webServerFarm('farm', 3)]);
    await page.goto(`/environments/${id}/services`);
    await press(page.getByRole('link', { name: 'farm', exact: true }));
    const machines = page.getByRole('listitem').getByRole('button', { name: /^More for / });
    await expect(machines).toHaveCount(3);
    await press(machines.nth(1));
    await press(page.getByRole('menuitem', { name: /^Remove .* from the draft$/ }));
    await press(page.getByRole('dialog').getByRole('button', { name: /^Remove/ }));
    await expect(machines).toHaveCount(2);
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });
});

test('the dialog of a first environment stays when a colleague is quicker', async ({ enterAs, uniqueName }) => {
  const tenant = uniqueName('First');
  await (await apiOf('admin')).ok('POST', '/v1/admin/tenants', { name: tenant });
  const page = await enterAs('admin', { tenant });
  await page.goto('/environments');
  await press(page.getByRole('button', { name: 'Create your first environment' }));
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type('Half a na');

  await createEnvironment(await apiOf('admin', tenant), 'Quicker');
  // behind the dialog, where nobody reaches it
  await expect(page.getByRole('link', { name: 'Quicker', includeHidden: true }).first()).toBeAttached();
  await page.keyboard.type('me');
  await expect(field).toHaveValue('Half a name');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Half a name' })).toBeVisible();
});
