import { EnvironmentPage } from '../pages/environment-page';
import { HistoryPage } from '../pages/history-page';
import { draft } from '../support/environments';
import { webServer } from '../support/services';
import { expect } from '../support/story';
import { test } from './camera';
import { member, named, TENANT } from './world';

const chapter = 'Living with it';

test('what is deployed', async ({ enterAs, take }) => {
  const id = await named(await member(), 'Head office');
  const page = await enterAs('member', { tenant: TENANT });
  const environment = new EnvironmentPage(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible();
  await take(page, { chapter, name: 'home', title: 'Home' }, { dark: true });
  await page.goto('/environments');
  await expect(page.getByRole('link', { name: 'Head office' })).toBeVisible();
  await take(page, { chapter, name: 'environments', title: 'Environments' }, { dark: true });

  await environment.open(id, 'Head office');
  await expect(page.getByRole('button', { name: /^dc1, .*Ready/ })).toBeVisible();
  await take(page, { chapter, name: 'topology', title: 'Topology' }, { dark: true });
  await page.getByRole('button', { name: /^web1, .*Ready/ }).click();
  await expect(page.getByRole('dialog', { name: 'web1' })).toBeVisible();
  await take(page, { chapter, name: 'topology-machine', title: 'Topology: the details of a machine' });
  await page.keyboard.press('Escape');
  await environment.showAsList();
  await take(page, { chapter, name: 'topology-list', title: 'Topology: the same as a list' });

  await page.goto(`/environments/${id}/services`);
  await page.getByRole('link', { name: 'intranet' }).first().click();
  await expect(page.getByRole('heading', { name: 'Connection' })).toBeVisible();
  await take(page, { chapter, name: 'service', title: 'A service' }, { dark: true });
  await page.getByRole('button', { name: 'Add web servers to draft' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await take(page, { chapter, name: 'service-add-machines', title: 'More machines for a service' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit settings' }).click();
  await expect(page.getByRole('button', { name: 'Save in draft' })).toBeVisible();
  await take(page, { chapter, name: 'service-edit', title: 'The settings of a service' });
  await page.goto(`/environments/${id}/settings`);
  await expect(page.getByRole('button', { name: 'Delete environment' })).toBeVisible();
  await take(page, { chapter, name: 'settings', title: 'The settings of an environment' });
  await page.getByRole('button', { name: 'Delete environment' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete Head office?' })).toContainText(
    'Deleted with everything on them',
  );
  await take(page, { chapter, name: 'environment-delete', title: 'Before an environment is deleted' });
});

test('a change, before it is deployed', async ({ enterAs, take }) => {
  const api = await member();
  const id = await named(api, 'Head office');
  const session = await draft(api, id, [webServer({ domain: 'fabrikam.local', unitNamingPattern: 'front#' })]);
  const at = `/v1/environments/${id}`;
  await api.ok('POST', `${at}/services/1/units`, {}, session);
  await api.ok('DELETE', `${at}/services/2`, undefined, session);
  const page = await enterAs('member', { tenant: TENANT });
  const environment = new EnvironmentPage(page);
  await environment.open(id, 'Head office');
  await expect(environment.draft).toContainText('changes in your draft');
  await expect(page.getByRole('button', { name: /^dc1, .*Ready/ })).toBeVisible();
  await take(page, { chapter, name: 'topology-change', title: 'Topology with a draft' });
  await environment.show('Services');
  await expect(page.getByRole('link', { name: 'intranet' }).first()).toBeVisible();
  await take(page, { chapter, name: 'services', title: 'Services' });
  await page.goto(`/environments/${id}/review`);
  await expect(page.getByText('Deploying creates 2 machines')).toBeVisible();
  await take(page, { chapter, name: 'review-change', title: 'Review of a change' }, { dark: true });
  await api.ok('DELETE', `${at}/sessions/${session}`);
});

test('the past', async ({ enterAs, take }) => {
  const id = await named(await member(), 'Head office');
  const page = await enterAs('member', { tenant: TENANT });
  const history = new HistoryPage(page);
  await page.goto(`/environments/${id}/deployments`);
  await expect(history.entries).toHaveCount(2);
  await take(page, { chapter, name: 'deployments', title: 'Deployments' }, { dark: true });
  await page.goto(`/environments/${id}/deployments/compare?from=1&to=2`);
  await expect(history.differences).toBeVisible();
  await take(page, { chapter, name: 'compare', title: 'Two versions compared' });
  await page.goto(`/environments/${id}/deployments/compare?from=1&to=2&view=sides`);
  await expect(page.getByRole('table').first()).toBeVisible();
  await take(page, { chapter, name: 'compare-sides', title: 'Two versions side by side' });
  await page.goto(`/environments/${id}/deployments/compare?from=1&to=2`);
  await page.getByRole('button', { name: 'Go back to version 1' }).click();
  await expect(page.getByRole('dialog', { name: 'Go back to version 1?' })).toContainText('Deploying it would make');
  await take(page, { chapter, name: 'roll-back', title: 'Going back to a version' });
  await page.goto(`/environments/${id}/deployments/activity`);
  await expect(page.getByText(/deployed version \d/).first()).toBeVisible();
  await take(page, { chapter, name: 'activity', title: 'Activity: who did what' });
});
