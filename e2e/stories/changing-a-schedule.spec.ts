import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test('a schedule is written, changed, switched off and on, and deleted', async ({
  enterAs,
  consoleErrors,
  uniqueName,
}) => {
  consoleErrors.allow(/status of 400 .*schedules/);
  const member = await apiOf('member');
  const name = uniqueName('Evenings');
  const stem = `es${name.slice(-6)}-`;
  const id = await deployedEnvironment(member, name, [webServerFarm('shop', 2, { unitNamingPattern: `${stem}#` })]);
  const { shop } = await deployedServices(member, id);
  const stored = async () => (await member.ok('GET', `/v1/environments/${id}/schedules`)).schedules;
  const page = await enterAs('member');
  // what says that something was done is a dialog too, without a way to cancel it
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Cancel' }) });
  const schedule = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Delete' }) });
  const choose = async (field: string, option: string) => {
    await dialog.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const change = () => schedule.getByRole('button', { name: 'Edit' }).click();

  await test.step('written: a name is missing, then it says what it does and when', async () => {
    await visit(page, `/environments/${id}/settings`);
    await page.getByRole('button', { name: 'New schedule' }).click();
    await dialog.getByLabel('Time zone').fill('Europe/Berlin');
    await choose('What is done', 'Suspend');
    await choose('How often', 'Every weekday');
    await dialog.getByLabel('At', { exact: true }).fill('20:00');
    await dialog.getByRole('button', { name: 'Create schedule' }).click();
    await expect(dialog.getByText('Give it a name.')).toBeVisible();
    await dialog.getByLabel('Name').fill('The night');
    await expect(dialog.getByRole('listitem')).toHaveCount(5);
    await dialog.getByRole('button', { name: 'Create schedule' }).click();
    await expect(dialog).toBeHidden();
    await expect(schedule).toContainText('Every weekday at 20:00 (Europe/Berlin)');
    await expect(schedule).toContainText('Suspend: everything in this environment');
    await expect(schedule).toContainText('Next: ');
    expect(await stored()).toMatchObject([{ workflow: 'suspend', cron: '0 20 * * 1-5', enabled: true }]);
  });

  await test.step('changed: what was chosen stands in its form, and what is chosen now counts', async () => {
    await change();
    await expect(dialog.getByLabel('Name')).toHaveValue('The night');
    await expect(dialog.getByLabel('At', { exact: true })).toHaveValue('20:00');
    await expect(dialog.getByRole('combobox', { name: 'What is done' })).toContainText('Suspend');
    await choose('What is done', 'Restart');
    await choose('With what', `shop: ${stem}2`);
    await choose('How often', 'On chosen days');
    for (const day of ['Tuesday', 'Wednesday', 'Thursday']) await dialog.getByRole('checkbox', { name: day }).uncheck();
    await dialog.getByLabel('At', { exact: true }).fill('06:30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(schedule).toContainText('Monday and Friday at 06:30 (Europe/Berlin)');
    await expect(schedule).toContainText('Restart: one machine');
    const unit = shop?.units.find(({ state }) => state.hostname === `${stem}2`) as unknown as { id: string };
    expect(await stored()).toMatchObject([{ workflow: 'restart', unit_ids: [unit.id], time_zone: 'Europe/Berlin' }]);
  });

  await test.step('a cron expression that says no time is refused at its field, and nothing is changed', async () => {
    await change();
    await choose('How often', 'Something else (cron)');
    await expect(dialog.getByLabel('Cron expression')).toHaveValue('30 6 * * 1,5');
    await dialog.getByLabel('Cron expression').fill('99 6 * * 1,5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Cron expression')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(schedule).toContainText('Monday and Friday at 06:30');
  });

  await test.step('an operation of a package asks for what it needs, and keeps it', async () => {
    await change();
    await choose('What is done', 'Clear old logs');
    await expect(dialog.getByText('Removes log files of visits from the disk.')).toBeVisible();
    await expect(dialog.getByLabel('Older than (days)')).toHaveValue('30');
    await dialog.getByLabel('Older than (days)').fill('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Older than (days)')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Older than (days)').fill('14');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(schedule).toContainText('Clear old logs: one machine');
    expect(await stored()).toMatchObject([
      { workflow: 'execute_operation', operation: 'maintenance.clear_logs', parameters: { days: 14 } },
    ]);
    await change();
    await expect(dialog.getByRole('combobox', { name: 'What is done' })).toContainText('Clear old logs');
    await expect(dialog.getByLabel('Older than (days)')).toHaveValue('14');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('switched off, nothing comes next; switched on, it does again', async () => {
    await schedule.getByRole('button', { name: 'Switch off' }).click();
    await expect(schedule.getByText('Off', { exact: true })).toBeVisible();
    await expect(schedule).not.toContainText('Next: ');
    expect(await stored()).toMatchObject([{ enabled: false, next: null }]);
    await schedule.getByRole('button', { name: 'Switch on' }).click();
    await expect(schedule).toContainText('Next: ');
    await expect(schedule.getByText('Off', { exact: true })).toHaveCount(0);
  });

  await test.step('a reader sees it, and why nothing of it can be changed', async () => {
    const reader = await enterAs('reader');
    await reader.goto(`/environments/${id}/settings`);
    await expect(reader.getByText('Monday and Friday at 06:30')).toBeVisible();
    const edit = reader.getByRole('main').getByRole('button', { name: 'Edit' });
    await expect(edit).toHaveAttribute('aria-disabled', 'true');
    await expect(edit).toHaveAccessibleDescription('Readers can look but not change. Ask an admin of Contoso.');
  });

  await test.step('deleted, after a question', async () => {
    await schedule.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete schedule' }).click();
    await expect.poll(stored).toEqual([]);
    await expect(page.getByRole('button', { name: 'New schedule' })).toBeVisible();
    await expect(schedule).toHaveCount(0);
  });
});
