import type { Page } from '@playwright/test';
import { EnvironmentPage } from '../pages/environment-page';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { ownPortal } from '../support/packages';
import { activeDirectory, PASSWORD, webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

/** The drawing in the dialog that is open, and a machine of it. */
function drawn(page: Page) {
  const drawing = page.getByRole('dialog').getByRole('region', { name: 'The plan on the graph' });
  return { drawing, machine: (host: string) => drawing.getByRole('button', { name: new RegExp(`^${host}, `) }) };
}

test('the plan for several machines of the topology is drawn with its order, and what stays fades', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const member = await apiOf('member');
  const name = uniqueName('Drawn plans');
  const stem = name.slice(-6);
  const [web, dc] = [`${stem}w`, `${stem}d`];
  const id = await deployedEnvironment(member, name, [
    activeDirectory(uniqueDomain, { unitNamingPattern: `${dc}#` }),
    webServerFarm('shop', 2, { domain: uniqueDomain, unitNamingPattern: `${web}#` }),
  ]);
  const { shop } = await deployedServices(member, id);
  const page = await enterAs('member');
  const dialog = page.getByRole('dialog');
  const { drawing, machine } = drawn(page);

  await test.step('a stop goes from those that need others to those that are needed', async () => {
    await new EnvironmentPage(page).open(id, name);
    for (const host of [`${web}1`, `${dc}1`]) {
      await page.getByRole('button', { name: new RegExp(`^${host}, `) }).focus();
      await page.keyboard.press('Control+Enter');
    }
    const selected = page.getByRole('region', { name: 'Selected' });
    await selected.getByRole('button', { name: 'Start, stop, repair' }).click();
    await page.getByRole('menuitem', { name: 'Stop' }).click();
    await expect(machine(`${web}1`)).toHaveAccessibleDescription('Is stopped (turn 1).');
    await expect(machine(`${dc}1`)).toHaveAccessibleDescription('Is stopped (turn 2).');
    await expect(machine(`${web}2`)).toHaveAccessibleDescription('Stays as it is.');
    await expect(drawing.getByRole('list', { name: 'What the signs mean' })).toContainText('Is stopped: 2');
    await expect(drawing.getByRole('list', { name: 'What the signs mean' })).toContainText('Stays as it is: 1');
    // the list beside it says the same
    await expect(dialog.getByRole('region', { name: 'What happens' }).getByRole('listitem')).toHaveText([
      `1${web}1 is stopped`,
      `2${dc}1 is stopped`,
    ]);
  });

  await test.step('machines are gone through by keyboard, and one is read', async () => {
    await machine(`${web}1`).focus();
    const [from, to] = [await machine(`${web}1`).boundingBox(), await machine(`${web}2`).boundingBox()];
    await page.keyboard.press((to?.y ?? 0) > (from?.y ?? 0) ? 'ArrowDown' : 'ArrowRight');
    await expect(machine(`${web}2`)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(drawing.getByRole('status')).toContainText(`${web}2 Stays as it is.`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a machine that is to come stands where it will be; one that goes is marked', async () => {
    await visit(page, `/environments/${id}/services/${shop?.id}`);
    await new ServicePage(page).begin('Grow now');
    await expect(machine(`${web}3`)).toHaveAccessibleDescription('Is added.');
    await dialog.getByLabel('How many more').fill('2');
    await expect(machine(`${web}4`)).toHaveAccessibleDescription('Is added.');
    await expect(machine(`${web}1`)).toHaveAccessibleDescription('Stays as it is.');
    await page.keyboard.press('Escape');
    await new ServicePage(page).begin('Remove now');
    await expect(machine(`${web}1`)).toHaveAccessibleDescription('Is removed.');
    await expect(machine(`${dc}1`)).toHaveAccessibleDescription('Stays as it is.');
  });

  await test.step('on a phone it stands below the list, in the width there is', async () => {
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, `/environments/${id}/services/${shop?.id}`);
    await new ServicePage(page).begin('Repair');
    await expect(machine(`${web}1`)).toHaveAccessibleDescription('Is checked, repaired if needed.');
    const box = await drawing.boundingBox();
    expect(box?.width).toBeGreaterThan(300);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  });
});

test('what a blueprint has put on its machines is drawn with its own order', async ({ enterAs, uniqueName }) => {
  const admin = await apiOf('admin', 'Fabrikam');
  const member = await apiOf('member', 'Fabrikam');
  const portal = ownPortal();
  await admin.upload('/v1/catalog/packages', portal.archive());
  const id = await deployedEnvironment(member, uniqueName('Drawn parts'), [
    { type: portal.name, name: 'portal', adminPassword: PASSWORD, units: [{ node: 'db_host' }, { node: 'web_host' }] },
  ]);
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const found = (await deployedServices(member, id)).portal;
  const { drawing, machine } = drawn(page);
  await visit(page, `/environments/${id}/services/${found?.id}`);
  await new ServicePage(page).begin('Stop');
  const said = page.getByRole('dialog').getByRole('region', { name: 'What stands on the machines of portal' });
  await expect(said).toContainText('are stopped');
  const [first] = found?.units ?? [];
  await expect(machine(first?.state.hostname ?? '')).toHaveAccessibleDescription(
    /^Is stopped\. .*: Is stopped \(turn \d\)\./,
  );
  await expect(drawing.getByRole('list', { name: 'What the signs mean' })).toContainText(
    'The turn of what stands on a machine',
  );
});
