import { EnvironmentPage } from '../pages/environment-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { ServicePage } from '../pages/service-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { createEnvironment, draft } from '../support/environments';
import { activeDirectory, PASSWORD, webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test('an application is pointed at the SQL Server beside it, and keeps its data there without a password', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const page = await enterAs('member');
  const environment = new EnvironmentPage(page);
  const wizard = new Wizard(page);
  const name = uniqueName('Wired');
  const member = await apiOf('member');
  const id = await createEnvironment(member, name);

  await test.step('without a server there is nothing to choose, and the form says so', async () => {
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose('ASP.NET Application');
    await expect(page.getByText('No service in this environment can be chosen here yet.')).toBeVisible();
  });

  await test.step('with a server and its domain in the draft it is one of the answers', async () => {
    await draft(member, id, [
      activeDirectory(uniqueDomain, { unitNamingPattern: 'wireddc#' }),
      webServer({
        type: 'msSqlServer',
        name: 'sql',
        domain: uniqueDomain,
        mixedModeAuth: false,
        unitNamingPattern: 'wiredsql#',
      }),
    ]);
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose('ASP.NET Application');
    await wizard.question('Service name').fill('shop');
    await wizard.question('Git repository').fill('https://git.example.com/contoso/shop.git');
    await wizard.password('Administrator password', PASSWORD);
    await wizard.pick('Domain', new RegExp(`^${uniqueDomain}`));
    await wizard.pick('Database server', /^sql/);
    await wizard.next('Machine');
    await page.getByRole('button', { name: 'More options' }).click();
    await wizard.question('Machine name').fill('wiredapp#');
    await wizard.next('Review');
    await wizard.addToDraft();
  });

  await test.step('the review tells that the server lets the machine in before the application is deployed', async () => {
    await environment.review();
    await new ReviewPage(page).deploy();
    const run = new RunPage(page);
    await run.finished(3);
    await run.show('Log');
    await expect(run.log).toContainText(`wiredapp1 may use the database shop on wiredsql1.${uniqueDomain}`);
  });

  await test.step('its page and its site say where the data is', async () => {
    const { shop } = await deployedServices(member, id);
    if (!shop?.uri) throw new Error('the application has no address');
    const service = new ServicePage(page);
    await service.open(id, shop);
    await expect(page.getByText(`shop on wiredsql1.${uniqueDomain}`).first()).toBeVisible();
    const site = await service.follow(shop.uri);
    await expect(site.getByText(`shop on wiredsql1.${uniqueDomain}`)).toBeVisible();
  });
});
