import type { Page } from '@playwright/test';
import { addressesOf } from '../support/addresses';
import { apiOf } from '../support/api';
import { deployedEnvironment } from '../support/environments';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

/** What a reader sees and may press is never refused to them. */

/** What can be pressed in the main area and stays on its page; links lead to pages that are looked at themselves. */
const CONTROLS = 'main button:visible:not([aria-disabled=true]):not(:disabled):not([data-disabled])';
/** A dialog, a menu or a request has begun by then. */
const SETTLED_MS = 150;

async function pressEverything(page: Page, address: string): Promise<void> {
  const controls = page.locator(CONTROLS);
  for (let at = 0; at < (await controls.count()); at += 1) {
    await controls
      .nth(at)
      .click({ timeout: 2_000, force: true })
      .catch(() => undefined);
    await page.waitForTimeout(SETTLED_MS);
    await page.keyboard.press('Escape');
    if (new URL(page.url()).pathname !== address) await visit(page, address);
  }
}

test('a reader presses all that can be pressed on every page, and nothing is refused', async ({
  enterAs,
  uniqueName,
  consoleErrors,
}) => {
  test.slow();
  // where nothing else than reading is offered, what is refused would be an answer of this kind
  consoleErrors.allow(/status of 403/);
  const member = await apiOf('member');
  const id = await deployedEnvironment(member, uniqueName('Read'), [webServer({ unitNamingPattern: 'pressed#' })]);
  const { services } = await member.ok('GET', `/v1/environments/${id}`);
  const { deployments } = await member.ok('GET', `/v1/environments/${id}/deployments`);
  const first = (rows: unknown) => String((rows as { id: string }[])[0]?.id);
  const page = await enterAs('reader');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403)
      refused.push(
        `${new URL(page.url()).pathname}: ${response.request().method()} ${new URL(response.url()).pathname}`,
      );
  });
  const addresses = addressesOf({
    ...{ environmentId: id, serviceId: first(services), deploymentId: first(deployments), policyId: 'none' },
  });
  await page.goto('/');
  // administration is closed to readers as a whole, and says so
  for (const address of addresses.filter((one) => !one.startsWith('/admin'))) {
    await visit(page, address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await pressEverything(page, address);
  }
  expect(refused).toEqual([]);
});
