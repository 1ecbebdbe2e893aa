import { EnvironmentPage } from '../pages/environment-page';
import { environmentIdOf } from '../pages/environments-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { ServicePage } from '../pages/service-page';
import { SitePage } from '../pages/site-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { createEnvironment } from '../support/environments';
import { injectFault } from '../support/faults';
import { PASSWORD, REPOSITORY } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test('a farm deploys in the browser and answers through its load balancer page from every unit in turn', async ({
  enterAs,
  uniqueName,
}) => {
  const page = await enterAs('member');
  const environment = new EnvironmentPage(page);
  const wizard = new Wizard(page);
  const name = uniqueName('Shop');
  const id = await createEnvironment(await apiOf('member'), name);

  await test.step('a repository that machines may not be sent to is refused while it is typed', async () => {
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose('ASP.NET Application Farm');
    await wizard.question('Git repository').fill('http://169.254.169.254/latest/meta-data');
    await page.keyboard.press('Tab');
    await expect(page.getByText('169.254.169.254 is an address inside the cloud')).toBeVisible();
    await wizard.question('Git repository').fill('git@github.com:contoso/shop.git');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Give the address that begins with https://')).toBeVisible();
    await wizard.question('Git repository').fill(REPOSITORY);
    await page.keyboard.press('Tab');
    await expect(page.getByText('Give the address that begins with https://')).toBeHidden();
  });

  await test.step('a port that there is not is refused, too', async () => {
    const port = wizard.question('Port of the farm');
    await expect(port).toHaveValue('80');
    await port.fill('65536');
    await page.keyboard.press('Tab');
    await expect(page.getByText('"Port of the farm" must be 65535 or less.')).toBeVisible();
    await port.fill('8080');
    await page.keyboard.press('Tab');
    await expect(page.getByText('"Port of the farm" must be')).toBeHidden();
  });

  await test.step('three machines are asked for', async () => {
    await wizard.password('Administrator password', PASSWORD);
    await wizard.next('Machines');
    await expect(page.getByRole('textbox', { name: 'Number of web servers' })).toHaveValue('2');
    await expect(page.getByRole('button', { name: 'One less' })).toBeDisabled();
    await page.getByRole('button', { name: 'One more' }).click();
    // other stories run at the same time: what is switched off below must be ours alone
    await page.getByRole('button', { name: 'More options' }).click();
    await wizard.question('Machine names').fill('farm#');
    await wizard.next('Review');
    await expect(page.getByRole('heading', { name: '3 machines will be created' })).toBeVisible();
    await expect(page.getByText(REPOSITORY)).toBeVisible();
    await wizard.addToDraft();
  });

  await test.step('it deploys until every machine is ready', async () => {
    await environment.review();
    await new ReviewPage(page).deploy();
    const run = new RunPage(page);
    await run.finished(3);
    expect(environmentIdOf(page)).toBe(id);
    await run.show('Log');
    await expect(run.log).toContainText(`shop runs on farm1, from ${REPOSITORY}`);
  });

  const api = await apiOf('member');
  const { shop } = await deployedServices(api, id);
  if (!shop?.uri) throw new Error('the farm has no address');
  const { uri } = shop;

  const site = await test.step('its page opens from the service, at the port that was asked for', async () => {
    expect(uri).toMatch(/^http:\/\/[\d.]+:8080$/);
    const service = new ServicePage(page);
    await service.open(id, shop);
    const shown = new SitePage(await service.follow(uri));
    await expect(shown.page.getByRole('heading', { level: 1, name: 'shop' })).toBeVisible();
    await expect(shown.page.getByText(REPOSITORY)).toBeVisible();
    return shown;
  });

  await test.step('every machine answers in turn', async () => {
    await site.expectInTurn(['farm1', 'farm2', 'farm3']);
  });

  await test.step('a machine that is switched off gets no requests until it is on again', async () => {
    const mend = await injectFault({ kind: 'off', target: 'farm2', message: '' });
    expect(new Set(await site.ask(4))).toEqual(new Set(['farm1', 'farm3']));
    await expect(site.page.getByText('is switched off')).toBeVisible();
    await mend();
    await expect.poll(async () => new Set(await site.ask(3))).toEqual(new Set(['farm1', 'farm2', 'farm3']));
  });
});
