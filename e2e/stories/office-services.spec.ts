import { EnvironmentPage } from '../pages/environment-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { ServicePage } from '../pages/service-page';
import { SitePage } from '../pages/site-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { createEnvironment, deployedEnvironment } from '../support/environments';
import { activeDirectory, PASSWORD, REPOSITORY } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test('an office that has its domain already gets a database server, an application and a farm into it', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  test.slow();
  const api = await apiOf('member', 'Fabrikam');
  const elsewhere = await deployedEnvironment(api, uniqueName('Old house'), [activeDirectory(uniqueDomain)]);
  const controller = (await deployedServices(api, elsewhere))[uniqueDomain]?.units[0]?.state;
  const id = await createEnvironment(api, uniqueName('New office'));
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const environment = new EnvironmentPage(page);
  const wizard = new Wizard(page);
  const choose = async (title: string) => {
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose(title);
  };

  await test.step('the domain that is there is described, and makes no machine', async () => {
    await choose('Existing Active Directory');
    await wizard.question('Domain name').fill(uniqueDomain);
    await wizard.question('Name servers \\(DNS\\)').fill('10.0.0.300');
    await page.keyboard.press('Tab');
    await expect(page.getByText('"10.0.0.300" is no IPv4 address')).toBeVisible();
    await wizard.question('Name servers \\(DNS\\)').fill(controller?.address ?? '');
    await wizard.password('Password of the account', PASSWORD);
    await wizard.next('Review');
    await expect(page.getByRole('heading', { name: 'No machine will be created' })).toBeVisible();
    await wizard.addToDraft();
  });

  await test.step('a database server joins it', async () => {
    await choose('MS SQL Server');
    await wizard.password('Administrator password', PASSWORD);
    await wizard.pick('Domain', new RegExp(`^${uniqueDomain}`));
    await wizard.next('Machine');
    await wizard.next('Review');
    await wizard.addToDraft();
  });

  await test.step('so does an application, from its repository', async () => {
    await choose('ASP.NET Application');
    await wizard.question('Service name').fill('portal');
    await wizard.question('Git repository').fill(REPOSITORY);
    await wizard.password('Administrator password', PASSWORD);
    await wizard.pick('Domain', new RegExp(`^${uniqueDomain}`));
    await wizard.next('Machine');
    await wizard.next('Review');
    await wizard.addToDraft();
  });

  await test.step('and a farm of two, which answers at a port of its own', async () => {
    await choose('Web Server Farm');
    await wizard.question('Port of the farm').fill('8081');
    await wizard.password('Administrator password', PASSWORD);
    await wizard.pick('Domain', new RegExp(`^${uniqueDomain}`));
    await wizard.next('Machines');
    await wizard.next('Review');
    await wizard.addToDraft();
    await expect(environment.draft).toContainText('4 changes in your draft');
  });

  await test.step('all of it deploys at once', async () => {
    await environment.review();
    await expect(page.getByText('Deploying creates 4 machines.')).toBeVisible();
    await new ReviewPage(page).deploy();
    await new RunPage(page).finished(4);
  });

  const { sql, portal, farm, [uniqueDomain]: domain } = await deployedServices(api, id);
  const service = new ServicePage(page);
  if (!(sql && portal && farm && domain)) throw new Error('a service is not there');

  await test.step('the domain tells who answers for it', async () => {
    await service.open(id, domain);
    await expect(service.main).toContainText(uniqueDomain);
    await expect(service.main).toContainText(controller?.address ?? 'an address');
  });

  await test.step('the database server says who may sign in, and which databases it has', async () => {
    await service.open(id, sql);
    const server = await service.follow(String(sql.uri));
    await expect(server.getByRole('heading', { level: 1, name: `sql1.${uniqueDomain}` })).toBeVisible();
    await expect(server.getByText('Users of Windows', { exact: true })).toBeVisible();
    await expect(server.getByRole('region', { name: 'Databases' })).toContainText('None but those of the system.');
  });

  await test.step('the application is served from its repository', async () => {
    await service.open(id, portal);
    const site = await service.follow(String(portal.uri));
    await expect(site.getByRole('heading', { level: 1, name: 'portal' })).toBeVisible();
    await expect(site.getByText(REPOSITORY)).toBeVisible();
  });

  await test.step('the farm answers through its load balancer from every machine in turn', async () => {
    expect(farm.uri).toMatch(/:8081$/);
    await service.open(id, farm);
    const site = new SitePage(await service.follow(String(farm.uri)));
    const round = farm.units.map(({ state }) => state.hostname);
    expect(round).toHaveLength(2);
    await site.expectInTurn(round);
  });
});
