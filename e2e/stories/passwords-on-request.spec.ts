import { HistoryPage } from '../pages/history-page';
import { apiOf } from '../support/api';
import { deployedEnvironment } from '../support/environments';
import { activeDirectory, PASSWORD, RECOVERY_PASSWORD } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test('a reader cannot reveal a password, a member can, and the audit log says so', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const api = await apiOf('member');
  const id = await deployedEnvironment(api, uniqueName('Keys'), [
    activeDirectory(uniqueDomain, { unitNamingPattern: 'keydc#' }),
  ]);
  const services = (await api.ok('GET', `/v1/environments/${id}`)).services as { id: string }[];
  const at = `/environments/${id}/services/${services[0]?.id}`;

  await test.step('a reader sees that there are passwords, and why they stay closed', async () => {
    const page = await enterAs('reader');
    await visit(page, at);
    const show = page.getByRole('button', { name: 'Show Administrator password' });
    await expect(show).toHaveAttribute('aria-disabled', 'true');
    await expect(show).toHaveAccessibleDescription('Readers cannot see passwords. Ask a member of your tenant.');
    const refused = await (await apiOf('reader')).call('POST', `/v1${at}/credentials/reveal`, {
      property: 'adminPassword',
    });
    expect([refused.status, refused.json.code]).toEqual([403, 'role_too_low']);
    await visit(page, `/environments/${id}/deployments/activity`);
    await expect(page.getByText('Who did what is told to members')).toBeVisible();
  });

  const page = await enterAs('member');
  await test.step('a member sees how the service is reached, and one password at a time', async () => {
    await page.clock.install();
    await visit(page, at);
    await page.getByRole('button', { name: 'Signing in on 1 machine' }).click();
    await expect(page.getByText('mstsc /v:')).toBeVisible();
    await expect(page.getByText(`${uniqueDomain}\\Administrator`)).toBeVisible();
    expect(await page.content()).not.toContain(PASSWORD);
    await page.getByRole('button', { name: 'Show Administrator password' }).click();
    await expect(page.getByText(PASSWORD)).toBeVisible();
    await page.getByRole('button', { name: 'Show Recovery password of keydc1' }).click();
    await expect(page.getByText(RECOVERY_PASSWORD)).toBeVisible();
    await expect(page.getByText(PASSWORD)).toBeHidden();
  });

  await test.step('after half a minute it is hidden again, and kept nowhere', async () => {
    await page.clock.runFor(31_000);
    await expect(page.getByText(RECOVERY_PASSWORD)).toBeHidden();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored + (await page.content())).not.toMatch(new RegExp(`${PASSWORD}|${RECOVERY_PASSWORD}`));
  });

  await test.step('the activity says who looked at which', async () => {
    await visit(page, `/environments/${id}/deployments`);
    await new HistoryPage(page).show('Activity');
    await expect(page.getByText(`looked at a password of ${uniqueDomain} (Administrator password)`)).toBeVisible();
    await expect(page.getByText(/looked at a password of .* \(Recovery password, keydc1\)/)).toBeVisible();
  });
});
