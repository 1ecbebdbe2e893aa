import { EnvironmentPage } from '../pages/environment-page';
import { expect } from '../support/story';
import { test } from './camera';
import { member, named, TENANT } from './world';

const chapter = 'Everywhere';

test('the palette, the shortcuts and presenter mode', async ({ enterAs, take }) => {
  const id = await named(await member(), 'Head office');
  const page = await enterAs('member', { tenant: TENANT });
  await new EnvironmentPage(page).open(id, 'Head office');
  await expect(page.getByRole('button', { name: /^dc1, .*Ready/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Go to or do' })).toBeVisible();
  await take(page, { chapter, name: 'palette', title: 'Go to or do: Ctrl K' }, { dark: true });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await take(page, { chapter, name: 'shortcuts', title: 'Keyboard shortcuts' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Leave presenter mode' })).toBeVisible();
  await take(page, { chapter, name: 'presenter', title: 'Presenter mode' });
});

test('in German', async ({ enterAs, take }) => {
  const id = await named(await member(), 'Head office');
  const page = await enterAs('member', { tenant: TENANT, locale: 'de-DE' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Max');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('link', { name: /Head office/ }).first()).toBeVisible();
  await take(page, { chapter, name: 'german-home', title: 'Home, in German' });
  await page.goto(`/environments/${id}/deployments`);
  await expect(page.getByRole('link', { name: /^Version 1/ })).toBeVisible();
  await take(page, { chapter, name: 'german-deployments', title: 'Deployments, in German' });
});
