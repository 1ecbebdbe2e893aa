import type { Page } from '@playwright/test';
import { apiOf } from '../support/api';
import { deployedEnvironment } from '../support/environments';
import { newTenantOf } from '../support/new-person';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { countStreams } from '../support/stream-counter';

const WAYS = [
  { way: 'a shared worker', workers: 1, prepare: () => {} },
  {
    way: 'one of the tabs, where the browser has no shared workers',
    workers: 0,
    prepare: () => {
      Reflect.deleteProperty(window, 'SharedWorker');
    },
  },
];
test.describe.configure({ mode: 'default' });
const LOST = 'The connection to the server was lost.';

for (const { way, workers, prepare } of WAYS) {
  test(`twelve tabs of one browser are live over one connection of ${way}`, async ({
    enterAs,
    consoleErrors,
    uniqueName,
  }) => {
    test.slow();
    const counter = await countStreams();
    const tenant = await newTenantOf('admin', 'admin');
    const api = await apiOf('admin', tenant.name);
    const names = [uniqueName('First'), uniqueName('Second')];
    const [first = '', second = ''] = await Promise.all(
      names.map((name, n) =>
        deployedEnvironment(api, name, [webServer({ name: `tabs-${n}`, unitNamingPattern: `t${name.slice(-6)}#` })]),
      ),
    );
    const { deployments } = await api.ok('GET', `/v1/environments/${first}/deployments`);
    const [run] = deployments as { id: string }[];
    const opened = await enterAs('admin', { baseURL: counter.url, tenant: tenant.name });
    const context = opened.context();
    await context.addInitScript(prepare);

    let tabs: { page: Page; shows: number[] }[] = [];
    const rename = async (word: string) => {
      for (const [n, id] of [first, second].entries()) {
        names[n] = uniqueName(`${word} ${n + 1}`);
        await api.ok('PUT', `/v1/environments/${id}`, { name: names[n] });
      }
    };
    const allShow = async () => {
      for (const { page, shows } of tabs)
        for (const n of shows) await expect(page.getByText(names[n] ?? '').first()).toBeVisible();
    };

    await test.step('all load: topologies, runs, services, lists, the home page, the administration', async () => {
      const places: [string, number[]][] = [
        [`/environments/${first}`, [0]],
        [`/environments/${second}`, [1]],
        [`/environments/${first}/deployments/${run?.id}`, [0]],
        ['/', [0, 1]],
        [overviewOf(tenant), [0, 1]],
        ['/environments', [0, 1]],
        [`/environments/${first}/services`, [0]],
        [`/environments/${second}/deployments`, [1]],
        [`/environments/${first}`, [0]],
        [`/environments/${second}`, [1]],
        ['/', [0, 1]],
        [overviewOf(tenant), [0, 1]],
      ];
      for (const [place, shows] of places) {
        const page = tabs.length === 0 ? opened : await context.newPage();
        await page.goto(place);
        tabs.push({ page, shows });
      }
      await allShow();
      await expect.poll(counter.open).toBe(1);
      expect(await sharedWorkersOf(opened, counter.url)).toBe(workers);
    });

    await test.step('all are live', async () => {
      await rename('Live');
      await allShow();
    });

    await test.step('they stay live when the tab that came first is closed, and miss nothing meanwhile', async () => {
      const [closed, ...others] = tabs;
      tabs = others;
      await closed?.page.close();
      await rename('Alone');
      await allShow();
      await expect.poll(counter.open).toBe(1);
    });

    await test.step('a lost connection is told in every tab, and what happened meanwhile once it is back', async () => {
      consoleErrors.allow(/ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING/);
      const topologies = tabs.map(({ page }) => page).filter(isTopology);
      expect(topologies).toHaveLength(3);
      counter.hold();
      for (const page of topologies) await expect(page.getByText(LOST)).toBeVisible();
      const overview = tabs.find(({ page }) => page.url().endsWith(overviewOf(tenant)))?.page ?? opened;
      await expect(overview.getByText('The connection was lost. Coming back…')).toBeVisible();
      await rename('Back');
      counter.release();
      for (const page of topologies) await expect(page.getByText(LOST)).toBeHidden();
      await allShow();
      await expect.poll(counter.open).toBe(1);
    });

    await test.step('no tab says that it is live for somebody who has signed out', async () => {
      consoleErrors.allow(/401 \(Unauthorized\)/);
      const [leaving = opened, ...others] = tabs.map(({ page }) => page);
      await leaving.getByRole('button', { name: 'Ada Admin' }).click();
      await leaving.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(leaving.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      for (const page of others.filter(isTopology)) {
        const notice = page.getByText('This page is no longer kept up to date');
        await expect(notice.or(page.getByRole('heading', { name: 'Sign in' }))).toBeVisible();
      }
      await expect.poll(counter.open).toBe(0);
    });
    // What they still load would else be refused by a counter that is gone. All at once: a browser may never answer for
    // a single tab that is being led elsewhere.
    await context.close();
    counter.close();
  });
}

const overviewOf = ({ id }: { id: string }) => `/admin?tenant=${id}`;
const isTopology = (page: Page) => /\/environments\/[0-9a-f]+$/.test(page.url());

/** How many shared workers of an origin run in the browser. */
async function sharedWorkersOf(page: Page, origin: string): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const found = await session?.send('Target.getTargets');
  await session?.detach();
  return (found?.targetInfos ?? []).filter(({ type, url }) => type === 'shared_worker' && url.startsWith(origin))
    .length;
}
