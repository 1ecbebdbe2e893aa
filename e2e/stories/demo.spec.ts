import { AdministrationPage } from '../pages/administration-page';
import { CredentialsDialog } from '../pages/credentials-dialog';
import { EnvironmentPage } from '../pages/environment-page';
import { EnvironmentsPage, environmentIdOf } from '../pages/environments-page';
import { HistoryPage } from '../pages/history-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { SignInPage } from '../pages/sign-in-page';
import { SitePage } from '../pages/site-page';
import { TemplateShelf } from '../pages/template-shelf';
import { Wizard } from '../pages/wizard';
import { createDemoTenant, sharedDemoTenant } from '../support/demo-tenant';
import { injectFault } from '../support/faults';
import { takeScenes } from '../support/scenes';
import { PASSWORD, RECOVERY_PASSWORD } from '../support/services';
import { expect, test } from '../support/story';
import { WHOLE_RUN } from '../support/whole-run';

test.use({ reducedMotion: 'reduce' });

/** The script is docs/demo.md; each step here is a scene there. */
test('the demo, from signing in to the administrator', async ({ page, enterAs, uniqueName }, info) => {
  test.setTimeout(600_000);
  const scene = takeScenes(info);
  const tenant = process.env.VETRO_PICTURES ? sharedDemoTenant() : await createDemoTenant(uniqueName('').trim());
  const environment = new EnvironmentPage(page);
  const wizard = new Wizard(page);
  const review = new ReviewPage(page);
  const run = new RunPage(page);

  await test.step('1 sign in', async () => {
    await new SignInPage(page).open();
    await scene(page, 'sign in');
    await tenant.signIn(page);
    await expect(page.getByRole('heading', { level: 1, name: `Hello, ${tenant.firstName}` })).toBeVisible();
    await expect(page.getByText('Fits your quota').first()).toBeVisible();
    await scene(page, 'home with the guide');
  });

  const id = await test.step('2 an environment, empty', async () => {
    await page.getByRole('button', { name: 'Start empty' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an environment' });
    await dialog.getByLabel('Name').fill('Head office');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('Nothing to draw yet')).toBeVisible();
    await scene(page, 'an empty environment');
    return environmentIdOf(page);
  });

  await test.step('3 a domain; a bad password is caught', async () => {
    await page.getByRole('link', { name: 'Add a first service' }).click();
    await wizard.choose('Active Directory');
    await wizard.question('Domain name').fill('contoso.local');
    await wizard.question('Administrator password').fill('administrator');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Password strength: Refused')).toBeVisible();
    await scene(page, 'a bad password is caught');
    await wizard.password('Administrator password', PASSWORD);
    await wizard.password('Recovery password', RECOVERY_PASSWORD);
    await wizard.next('Machines');
    await expect(page.getByRole('textbox', { name: 'Number of domain controllers' })).toHaveValue('2');
    await wizard.next('Review');
    await scene(page, 'two controllers');
    await wizard.addToDraft();
  });

  await test.step('4 a web farm that joins it', async () => {
    await environment.show('Services');
    await page.getByRole('link', { name: 'Add a service' }).click();
    await wizard.choose('Web Server Farm');
    await wizard.password('Administrator password', PASSWORD);
    await page.getByRole('combobox', { name: 'Domain' }).click();
    await expect(page.getByRole('option', { name: /^contoso\.local/ })).toBeVisible();
    await scene(page, 'the domain is picked from a list');
    await page.getByRole('option', { name: /^contoso\.local/ }).click();
    await wizard.next('Machines');
    await wizard.next('Review');
    await wizard.addToDraft();
    await environment.show('Topology');
    await expect(page.getByRole('button', { name: /^web2, / })).toBeVisible();
    await scene(page, 'the plan before it runs');
  });

  await test.step('5 the review reads like a sentence', async () => {
    await environment.review();
    await expect(page.getByText('Deploying creates 4 machines')).toBeVisible();
    await scene(page, 'the review');
  });

  await test.step('6 deploy, and watch', async () => {
    // The second controller is held, so that there is something left to watch.
    const switchOn = await injectFault({ kind: 'off', target: 'dc2', message: 'Switched off.' }, tenant.tenant);
    await review.deploy();
    for (const host of ['web1', 'web2']) {
      const joined = page.getByRole('button', { name: new RegExp(`^Joining the domain on ${host}, done`) });
      await expect(joined).toBeVisible({ timeout: WHOLE_RUN });
    }
    await expect(page.getByRole('button', { name: /^dc1, .*Ready/ })).toBeVisible();
    await scene(page, 'the picture assembles itself over the machines in time');
    await switchOn();
    await run.finished(4);
    await scene(page, 'everything is up');
  });

  await test.step('7 open the site', async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Open farm/ }).click();
    const site = new SitePage(await opened);
    const first = await site.answerer();
    expect(await site.ask(1)).not.toEqual([first]);
    await scene(site.page, 'the site behind its load balancer');
    await site.page.close();
  });

  await test.step('8 two web servers become four', async () => {
    await page.getByRole('link', { name: 'Show topology' }).click();
    await environment.show('Services');
    await page.getByRole('link', { name: 'farm' }).first().click();
    await page.getByRole('button', { name: 'Add web servers' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'One more' }).click();
    await scene(page, 'two more web servers');
    await dialog.getByRole('button', { name: 'Add 2 web servers' }).click();
    await environment.review();
    await expect(page.getByText('Deploying creates 2 machines')).toBeVisible();
    await scene(page, 'what a change will do');
  });

  await test.step('9 something fails', async () => {
    const message = 'The disk of the host is full.';
    await injectFault({ kind: 'stack', target: 'web4', message, times: 1 }, tenant.tenant);
    await review.deploy();
    await run.failed();
    await expect(run.problem).toContainText(message);
    await scene(page, 'a failure in plain words');
    await page.getByRole('button', { name: 'Deploy again' }).click();
    await run.finished(6);
    await scene(page, 'it went on from there');
  });

  await test.step('10 play it again', async () => {
    await page.getByRole('button', { name: 'Replay' }).click();
    const bar = page.getByRole('group', { name: 'Replay of this deployment' });
    await bar.getByRole('slider', { name: 'Moment' }).focus();
    await page.keyboard.press('Home');
    for (let step = 0; step < 4; step += 1) await bar.getByRole('button', { name: 'Next step' }).click();
    await scene(page, 'the deployment played again');
    await bar.getByRole('button', { name: 'Back to the present' }).click();
  });

  await test.step('11 undo', async () => {
    const history = new HistoryPage(page);
    await page.getByRole('link', { name: 'Show topology' }).click();
    await environment.show('Deployments');
    await expect(history.entries).toHaveCount(3);
    await scene(page, 'the history');
    await history.show('Compare');
    await history.compare('Version 1', 'Deployed now');
    await expect(history.differences).toContainText('farm: add one more web server');
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    await expect(page.getByRole('dialog')).toContainText('Deploying it would make');
    await scene(page, 'back to a version');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('12 a whole data centre in one click', async () => {
    await new TemplateShelf(page).open();
    await new TemplateShelf(page).deploy('Three-tier web farm', 'Web shop');
    const credentials = new CredentialsDialog(page, 'Web shop');
    await expect(credentials.dialog).toContainText('Keep these passwords');
    await scene(page, 'passwords made and shown once');
    await credentials.download();
    await credentials.goOn('Watch the deployment');
    await run.finished(5);
  });

  await test.step('13 what the administrator sees', async () => {
    const ada = await enterAs('admin', { reducedMotion: 'reduce' });
    const administration = new AdministrationPage(ada);
    await ada.goto('/');
    await administration.open();
    await expect(administration.environments.first()).toBeVisible();
    await scene(ada, 'what is wrong right now');
  });

  await test.step('14 without the mouse, in the dark, on a phone', async () => {
    await new EnvironmentsPage(page).open();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Go to or do' })).toBeFocused();
    await page.keyboard.type('Head');
    await expect(page.getByRole('option', { name: /Head office/ }).first()).toBeVisible();
    await scene(page, 'anywhere by keyboard');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(id));
    await expect(page.getByRole('button', { name: /^web4, .*Ready/ })).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await scene(page, 'in the dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(environment.machine('web4')).toContainText('Ready');
    await scene(page, 'on a phone');
  });
});
