import type { Locator, Page } from '@playwright/test';
import type { JsonObject } from '@/lib/model/json';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { type DeployedService, deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { injectFault } from '../support/faults';
import {
  activeDirectory,
  aspNetApp,
  aspNetAppFarm,
  existingDomain,
  RECOVERY_PASSWORD,
  sqlCluster,
  sqlServer,
  webServer,
  webServerFarm,
} from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

/** How a service of the catalogue gets to its second day. */
interface Kind {
  /** the services of its environment, itself the last */
  made: (domain: string, names: { unitNamingPattern: string }) => JsonObject[];
  /** what its new machines are asked for when it grows */
  answer?: (dialog: Locator) => Promise<void>;
}

/** Every service of the catalogue, by its type: a new one is a line here, and the first story says when it is missing. */
const KINDS: Record<string, Kind> = {
  activeDirectory: {
    made: (domain, names) => [activeDirectory(domain, names)],
    answer: (dialog) => dialog.getByRole('textbox', { name: /^Recovery password/ }).fill(RECOVERY_PASSWORD),
  },
  existingActiveDirectory: { made: (domain) => [existingDomain(domain, '10.0.0.10')] },
  webServer: { made: (_domain, names) => [webServer(names)] },
  webServerFarm: { made: (_domain, names) => [webServerFarm('pages', 2, names)] },
  aspNetApp: { made: (_domain, names) => [aspNetApp(names)] },
  aspNetAppFarm: { made: (_domain, names) => [aspNetAppFarm('shop', 2, names)] },
  msSqlServer: { made: (_domain, names) => [sqlServer(names)] },
  msSqlClusterServer: { made: (domain, names) => [activeDirectory(domain), sqlCluster(domain, names)] },
};

interface CatalogueType {
  type: string;
  title: string;
  package: string;
  units: { min: number; max: number };
}

async function catalogue(): Promise<CatalogueType[]> {
  const { services } = await (await apiOf('member')).ok('GET', '/v1/catalog/services');
  // what other stories import has stories of its own
  return (services as unknown as CatalogueType[]).filter((one) => one.package.startsWith('io.vetro.windows.'));
}

test('every service of the catalogue has a second day', async () => {
  expect((await catalogue()).map(({ type }) => type).sort()).toEqual(Object.keys(KINDS).sort());
});

for (const [type, { made, answer }] of Object.entries(KINDS)) {
  test(`the second day of ${type}: whatever makes sense is done from its page, and what does not says why`, async ({
    enterAs,
    consoleErrors,
    uniqueName,
    uniqueDomain,
  }) => {
    test.slow();
    // the page of a service asks for its log until it has heard that the service is gone
    consoleErrors.allow(/status of 404 .*reports\?service_id/);
    const { title, units: limits } = (await catalogue()).find((one) => one.type === type) as CatalogueType;
    // made and looked at by the API; everything that somebody does is pressed in the browser
    const member = await apiOf('member');
    const name = uniqueName('Second day');
    const stem = `d${name.slice(-6)}`;
    const id = await deployedEnvironment(member, name, made(uniqueDomain, { unitNamingPattern: `${stem}#` }));
    const found = async () => {
      const services = Object.values(await deployedServices(member, id));
      return services.find((one) => one.type === type) as DeployedService;
    };
    const hosts = async () => (await found()).units.map(({ state }) => state.hostname).sort();
    const service = await found();
    const before = await hosts();
    const page = await enterAs('member');
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    const open = async () => {
      await visit(page, `/environments/${id}/services/${service.id}`);
      await expect(page.getByRole('region', { name: 'What can be done now' })).toBeVisible();
    };
    const button = (label: string) => main.getByRole('button', { name: label, exact: true }).first();
    const carryOut = async (label: string, confirm: string) => {
      await open();
      await new ServicePage(page).begin(label);
      await dialog.getByRole('button', { name: confirm }).click();
      return endOf(page);
    };
    const victim = before.at(-1) ?? '';

    if (before.length > 0) {
      await test.step('it is restarted', async () => {
        await carryOut('Restart', 'Restart now');
      });

      await test.step('a machine that goes off under it turns red by itself, and is repaired', async () => {
        await injectFault({ kind: 'crash', target: victim, message: '', times: 1 });
        await open();
        const dead = main.getByText(`Does not work: ${victim} is switched off.`);
        await expect(dead).toBeVisible({ timeout: RUN_MS });
        // the head of the environment says it on every page
        const failed = main.getByText(/^1 of \d+ machines? failed$/);
        await expect(failed).toBeVisible();
        const run = await carryOut('Repair', 'Repair now');
        const execution = await member.ok('GET', `/v1/environments/${id}/executions/${run}`);
        expect(execution).toMatchObject({ run: { result: { done: before, failed: [] } } });
        await open();
        await expect(dead).toHaveCount(0);
        await expect(failed).toHaveCount(0);
      });

      await test.step('one that was changed by hand says so, and is updated in place from there', async () => {
        await injectFault({ kind: 'settings', target: victim, message: '', times: 1 });
        await carryOut('Check', 'Check now');
        await open();
        const changed = page.getByText(/^Changed by hand: /);
        await expect(changed).toHaveCount(1);
        await button('Restore settings').click();
        await expect(dialog).toContainText(victim);
        await dialog.getByRole('button', { name: 'Restore now' }).click();
        await endOf(page);
        await open();
        await expect(button('More')).toBeVisible();
        await expect(changed).toHaveCount(0);
      });

      await test.step('it is suspended for the night, and woken up', async () => {
        await carryOut('Suspend', 'Suspend now');
        await open();
        await expect(main.getByText('Suspended', { exact: true }).first()).toBeVisible();
        await carryOut('Wake up', 'Wake up now');
        await open();
        await expect(main.getByText('Suspended', { exact: true })).toHaveCount(0);
      });
    }

    if (limits.max > before.length) {
      await test.step('it grows by two, and shrinks by the one that is chosen', async () => {
        await open();
        await new ServicePage(page).begin('Grow now');
        await dialog.getByLabel('How many more').fill('2');
        await answer?.(dialog);
        await dialog.getByRole('button', { name: /^Add 2 / }).click();
        await endOf(page);
        const grown = await hosts();
        expect(grown).toHaveLength(before.length + 2);
        await open();
        await new ServicePage(page).begin('Shrink now');
        const chosen = grown.find((host) => !before.includes(host)) ?? '';
        await dialog.getByRole('checkbox', { name: chosen, exact: true }).check();
        await dialog.getByLabel(/^Type /).fill(name);
        await dialog.getByRole('button', { name: 'Remove 1 machine' }).click();
        await endOf(page);
        expect(await hosts()).toEqual(grown.filter((host) => host !== chosen));
      });
    } else {
      await test.step(`${title} cannot grow or shrink, and nothing offers it`, async () => {
        await open();
        await expect(button('Scale now')).toHaveCount(0);
      });
    }

    await test.step('it is removed, and the environment stays', async () => {
      await open();
      await new ServicePage(page).begin('Remove now');
      await dialog.getByLabel(/^Type /).fill(name);
      await dialog.getByRole('button', { name: 'Remove service' }).click();
      await endOf(page);
      expect(await found()).toBeUndefined();
      await visit(page, `/environments/${id}`);
      await expect(page.getByRole('heading', { name })).toBeVisible();
    });
  });
}

/** Waits on the page of a run for a good end. @returns the id of the run */
async function endOf(page: Page): Promise<string> {
  await page.waitForURL('**/deployments/**');
  await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
    timeout: RUN_MS,
  });
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}
