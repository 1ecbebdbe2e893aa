import { EnvironmentPage } from '../pages/environment-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { activeDirectory, PASSWORD } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test('a SQL cluster deploys in the browser, and its page shows its replicas and its listener', async ({
  enterAs,
  uniqueName,
}) => {
  const page = await enterAs('member');
  const environment = new EnvironmentPage(page);
  const wizard = new Wizard(page);
  const api = await apiOf('member');
  const id = await createEnvironment(api, uniqueName('Orders'));
  await draft(api, id, [activeDirectory('orders.local', { unitNamingPattern: 'odc#' })]);

  await test.step('a name that is in use and an address of another network are refused while they are typed', async () => {
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose('MS SQL Server Cluster');
    await wizard.pick('Domain', /^orders\.local/);
    await wizard.password('Administrator password', PASSWORD);
    await wizard.question('Databases').fill('orders, 1st');
    await page.keyboard.press('Tab');
    await expect(page.getByText('"1st" cannot be the name of a database')).toBeVisible();
    await wizard.question('Databases').fill('orders, stock');
    await page.keyboard.press('Tab');
    await expect(page.getByText('cannot be the name of a database')).toBeHidden();
    await wizard.next('Cluster');
    await wizard.question('Cluster name').fill('ORDERS');
    await page.keyboard.press('Tab');
    await expect(page.getByText('The name orders is taken by the domain orders.local.')).toBeVisible();
    await wizard.question('Cluster name').fill('ordersdb');
    await page.getByRole('button', { name: 'More options' }).click();
    await wizard.question('Listener address').fill('192.168.7.7');
    await page.keyboard.press('Tab');
    await expect(page.getByText('192.168.7.7 is outside the network of the machines')).toBeVisible();
    await wizard.question('Listener address').fill('');
    await wizard.password("Password of SQL Server's account", 'Serv1ce-Harbour!');
  });

  await test.step('the password of sa is asked for with SQL logins alone, which are off at first', async () => {
    await wizard.back('Your databases');
    const logins = page.getByRole('checkbox', { name: 'Allow SQL logins, too' });
    await expect(logins).not.toBeChecked();
    await expect(wizard.question('Password of the database administrator')).toBeHidden();
    await logins.check();
    await expect(wizard.question('Password of the database administrator')).toBeVisible();
    await logins.uncheck();
    await wizard.next('Cluster');
  });

  await test.step('two servers are asked for; the primary one is always up to date', async () => {
    await wizard.next('Machines');
    await expect(page.getByText('The cluster works while more than half of its votes are there.')).toBeVisible();
    await page.getByRole('button', { name: 'More options' }).click();
    await expect(page.getByRole('checkbox', { name: 'Always up to date: sqlnode1' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Always up to date: sqlnode1' })).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Always up to date: sqlnode2' }).uncheck();
    await wizard.next('Review');
    await expect(page.getByRole('heading', { name: '2 machines will be created' })).toBeVisible();
    await expect(page.getByText('orders, stock')).toBeVisible();
    await wizard.addToDraft();
  });

  await test.step('it deploys until every machine is ready', async () => {
    await environment.review();
    await new ReviewPage(page).deploy();
    const run = new RunPage(page);
    await run.finished(3);
    await run.show('Log');
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('answers at');
    await expect(run.log).toContainText('The availability group databases answers at sql.orders.local');
  });

  const services = (await api.ok('GET', `/v1/environments/${id}`)).services as {
    id: string;
    type: string;
    uri: string;
  }[];
  const cluster = services.find(({ type }) => type === 'msSqlClusterServer');

  await test.step('its page shows the listener and every replica', async () => {
    await visit(page, `/environments/${id}/services/${cluster?.id ?? ''}`);
    await expect(page.getByText('sql.orders.local').first()).toBeVisible();
    await expect(page.getByText('sqlnode1 (primary), sqlnode2 (asynchronous)').first()).toBeVisible();
    await expect(page.getByText(/^3 \(2 servers and the folder .*\); work goes on with 2$/).first()).toBeVisible();
  });

  await test.step('the listener leads to the server that is in charge, with its group and its databases', async () => {
    const opened = page.waitForEvent('popup');
    await page
      .getByRole('link', { name: cluster?.uri ?? '' })
      .first()
      .click();
    const server = await opened;
    await expect(server.getByRole('heading', { level: 1, name: 'sqlnode1.orders.local' })).toBeVisible();
    const group = server.getByRole('region', { name: 'Availability group' });
    await expect(group).toContainText('Listener sql at ');
    await expect(group.getByRole('listitem')).toHaveText([
      /sqlnode1\s+Primary, synchronous, takes over by itself\s*joined/,
      /sqlnode2\s+Secondary, asynchronous\s*joined/,
    ]);
    await expect(server.getByRole('region', { name: 'Databases', exact: true })).toContainText('orders');
  });
});
