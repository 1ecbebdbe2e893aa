import { AdministrationPage } from '../pages/administration-page';
import { expect } from '../support/story';
import { test } from './camera';
import { TENANT } from './world';

const chapter = 'Administering';
const pages = [
  { tab: 'Overview', name: 'admin-overview', title: 'Overview: what is wrong right now' },
  { tab: 'Users', name: 'admin-users', title: 'Users' },
  { tab: 'Tenants', name: 'admin-tenants', title: 'Tenants and their quotas' },
  { tab: 'Packages', name: 'admin-packages', title: 'Packages' },
  { tab: 'Audit log', name: 'admin-audit', title: 'Audit log' },
  { tab: 'Health', name: 'admin-health', title: 'Health' },
] as const;

test('what an administrator sees', async ({ enterAs, take }) => {
  const page = await enterAs('admin', { tenant: TENANT });
  const administration = new AdministrationPage(page);
  await page.goto('/');
  await administration.open();
  await expect(administration.environments.first()).toBeVisible();
  for (const { tab, ...picture } of pages) {
    await administration.show(tab);
    await expect(page.getByText(/ (is|are) being loaded/)).toHaveCount(0);
    await take(page, { chapter, ...picture }, { dark: tab === 'Overview' || tab === 'Audit log' });
  }
});

test('what somebody else sees there', async ({ enterAs, take, consoleErrors }) => {
  consoleErrors.allow(/status of 403/);
  const page = await enterAs('member', { tenant: TENANT });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'This is for administrators' })).toBeVisible();
  await take(page, { chapter, name: 'admin-closed', title: 'Administration, for whoever may not' });
});
