import { apiOf } from '../support/api';
import { deployedEnvironment, draft } from '../support/environments';
import { activeDirectory, webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test('a deployment is rehearsed with a full disk, fails on a copy, and the environment is as it was', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const api = await apiOf('member');
  const name = uniqueName('Rehearsal');
  const stem = `re${name.slice(-6)}-`;
  const id = await deployedEnvironment(api, name, [activeDirectory(uniqueDomain, { unitNamingPattern: `${stem}dc#` })]);
  await draft(api, id, [webServer({ name: 'pages', domain: uniqueDomain, unitNamingPattern: `${stem}web#` })]);
  const page = await enterAs('member');
  await visit(page, `/environments/${id}/review`);

  await test.step('the review offers it, and asks what is to go wrong', async () => {
    await page.getByRole('button', { name: 'Rehearse' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rehearse this deployment' });
    await dialog.getByLabel('What goes wrong').click();
    await page.getByRole('option', { name: 'The disk is full' }).click();
    await dialog.getByLabel('Machine').click();
    await page.getByRole('option', { name: `${stem}web1` }).click();
    await dialog.getByRole('button', { name: 'Start the rehearsal' }).click();
    await expect(page).toHaveURL(/\/deployments\/[0-9a-f]+$/);
  });

  const band = page.getByRole('region', { name: 'Rehearsal' });

  await test.step('it is the page of a run, marked as a rehearsal, and it fails there', async () => {
    await expect(band).toContainText('Rehearsal: nothing of this is real');
    await expect(band).toContainText(`The disk is full (${stem}web1)`);
    await expect(page.getByRole('heading', { name: /failed/i }).first()).toBeVisible();
    await expect(page.getByText(`${stem}web1`).first()).toBeVisible();
  });

  await test.step('nothing has happened to the environment, and no list has another one', async () => {
    const { json } = await api.call('GET', `/v1/environments/${id}`);
    expect(json).toMatchObject({ status: 'pending', version: 1 });
    const { environments } = await api.ok('GET', '/v1/environments?limit=200');
    expect((environments as { name: string }[]).filter((one) => one.name === name)).toHaveLength(1);
  });

  await test.step('ended, it is gone, and the review is there to deploy for real', async () => {
    const address = new URL(page.url()).pathname.split('/')[2];
    await band.getByRole('button', { name: 'End the rehearsal' }).click();
    await expect(page).toHaveURL(new RegExp(`/environments/${id}/review$`));
    await expect(page.getByRole('button', { name: /^Deploy \d+ changes?$/ })).toBeVisible();
    expect((await api.call('GET', `/v1/environments/${address}`)).status).toBe(404);
  });
});
