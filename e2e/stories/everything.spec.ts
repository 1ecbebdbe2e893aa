import { EnvironmentPage } from '../pages/environment-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { ServicePage } from '../pages/service-page';
import { SitePage } from '../pages/site-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { createEnvironment, deployedEnvironment, draft } from '../support/environments';
import {
  activeDirectory,
  aspNetApp,
  aspNetAppFarm,
  existingDomain,
  PASSWORD,
  sqlCluster,
  sqlServer,
  webServerFarm,
} from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

const MACHINES = 10;

test('one environment holds every kind of service, deploys at once, and all of them work', async ({
  enterAs,
  uniqueName,
  uniqueDomain: domain,
}) => {
  test.slow();
  const api = await apiOf('member');
  const old = `old-${domain}`;
  const elsewhere = await deployedEnvironment(api, uniqueName('Partner'), [activeDirectory(old)]);
  const nameServer = (await deployedServices(api, elsewhere))[old]?.units[0]?.state.address ?? '';
  const name = uniqueName('Data centre');
  const id = await createEnvironment(api, name);
  // who needs what is added before what it needs: the order is no matter
  await draft(api, id, [
    sqlCluster(domain, { unitNamingPattern: 'node#' }),
    aspNetAppFarm('shop', 2, { domain, loadBalancerPort: 8080, unitNamingPattern: 'shop#' }),
    aspNetApp({ domain, unitNamingPattern: 'portal#' }),
    webServerFarm('pages', 2, { domain: old, unitNamingPattern: 'pages#' }),
    existingDomain(old, nameServer),
    sqlServer({ domain, unitNamingPattern: 'sql#' }),
    activeDirectory(domain, { unitNamingPattern: 'dc#' }),
  ]);
  const page = await enterAs('member');
  const environment = new EnvironmentPage(page);

  await test.step('the last kind of service comes by the wizard', async () => {
    const wizard = new Wizard(page);
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose('Web Server');
    await wizard.password('Administrator password', PASSWORD);
    await wizard.pick('Domain', new RegExp(`^${domain}`));
    await wizard.next('Machine');
    await wizard.next('Review');
    await wizard.addToDraft();
    await expect(environment.draft).toContainText('8 changes in your draft');
  });

  await test.step('everything deploys in one go', async () => {
    await environment.review();
    await expect(page.getByText(`Deploying creates ${MACHINES} machines.`)).toBeVisible();
    await new ReviewPage(page).deploy();
    await new RunPage(page).finished(MACHINES);
  });

  const services = await deployedServices(api, id);
  const { pages, shop, 'sql-cluster': cluster } = services;
  if (!(pages && shop && cluster)) throw new Error('a service is not there');

  await test.step('the topology shows every service and every machine, ready', async () => {
    await environment.open(id, name);
    await environment.showAsList();
    expect(Object.keys(services)).toHaveLength(8);
    for (const service of Object.values(services)) {
      await expect(page.getByRole('heading', { level: 2, name: service.name, exact: true })).toBeVisible();
      for (const { state } of service.units) await expect(environment.machine(state.hostname)).toContainText('Ready');
    }
  });

  await test.step('both farms answer from every machine in turn', async () => {
    const service = new ServicePage(page);
    for (const farm of [pages, shop]) {
      await service.open(id, farm);
      const site = new SitePage(await service.follow(String(farm.uri)));
      await site.expectInTurn(farm.units.map(({ state }) => state.hostname));
    }
  });

  await test.step('the cluster shows its replicas and its listener', async () => {
    const service = new ServicePage(page);
    await service.open(id, cluster);
    await expect(service.main.getByText(`ledger.${domain}`).first()).toBeVisible();
    await expect(service.main.getByText('node1 (primary), node2 (synchronous)').first()).toBeVisible();
    const server = await service.follow(String(cluster.uri));
    await expect(server.getByRole('region', { name: 'Databases', exact: true }).getByRole('listitem')).toHaveText([
      /ledger\s+on every replica/,
      /archive\s+on every replica/,
    ]);
  });
});
