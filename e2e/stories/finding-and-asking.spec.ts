import { AdministrationPage } from '../pages/administration-page';
import { EnvironmentsPage } from '../pages/environments-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { RUN_MS } from '../support/waits';

test('whether machines are up and whom to ask is in the list, a machine is found by name, and the log tells it in a sentence', {
  tag: '@keyboard',
}, async ({ enterAs, uniqueName }) => {
  test.slow();
  const name = uniqueName('Ledger');
  const host = `lg${Date.now().toString(36).slice(-6)}`;
  const api = await apiOf('member');
  const id = await createEnvironment(api, name);
  const session = await draft(api, id, [webServer({ name: 'books', unitNamingPattern: host })]);
  await api.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  const page = await enterAs('member', { reducedMotion: 'reduce' });

  await test.step('the list tells machines, their health and who deployed', async () => {
    await new EnvironmentsPage(page).open();
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row.getByText('1 up')).toBeVisible({ timeout: RUN_MS });
    await expect(row.getByText('Max Member')).toBeVisible();
  });

  await test.step('the palette finds the machine from anywhere, and what is done in its environment', async () => {
    const palette = page.getByRole('combobox', { name: 'Go to or do' });
    await page.keyboard.press('ControlOrMeta+k');
    await palette.fill(host.slice(0, 6));
    await page.getByRole('option', { name: `${host} in ${name}` }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await palette.fill(host);
    // the machine itself, before what can be done with it
    await expect(page.getByRole('option').first()).toHaveAccessibleName(`${host} in ${name}`);
    await palette.fill('roll back');
    await expect(page.getByRole('option', { name: `Go back to an earlier version of ${name}` })).toBeVisible();
    await palette.fill('password');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/environments/${id}/services$`));
  });

  await test.step('the audit log names person, environment and version on one line', async () => {
    const root = await enterAs('admin', { reducedMotion: 'reduce' });
    await root.goto('/');
    const administration = new AdministrationPage(root);
    await administration.open();
    await expect(root.getByRole('region', { name: 'The last 30 days' })).toContainText('Deployments');
    await administration.show('Audit log');
    await root.getByRole('searchbox', { name: 'Search the audit log' }).fill(name);
    await expect(administration.entries.filter({ hasNotText: name })).toHaveCount(0);
    const line = administration.entries.filter({ hasText: `Max Member deployed ${name}, version 1` });
    await expect(line).toBeVisible();
    expect((await line.boundingBox())?.height).toBeLessThan(48);
    await line.getByText('deployed').click();
    await expect(line.getByText('session.deploy')).toBeVisible();
  });
});
