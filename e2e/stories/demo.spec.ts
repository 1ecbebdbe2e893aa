import type { Page } from '@playwright/test';
import { AdministrationPage } from '../pages/administration-page';
import { CredentialsDialog } from '../pages/credentials-dialog';
import { EnvironmentPage } from '../pages/environment-page';
import { EnvironmentsPage, environmentIdOf } from '../pages/environments-page';
import { FaultsPage } from '../pages/faults-page';
import { HistoryPage } from '../pages/history-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { SignInPage } from '../pages/sign-in-page';
import { SitePage } from '../pages/site-page';
import { TemplateShelf } from '../pages/template-shelf';
import { Wizard } from '../pages/wizard';
import { createDemoTenant, sharedDemoTenant } from '../support/demo-tenant';
import { takeScenes } from '../support/scenes';
import { PASSWORD, RECOVERY_PASSWORD } from '../support/services';
import { expect, test } from '../support/story';
import { RUN_MS } from '../support/waits';

test.use({ reducedMotion: 'reduce' });

/** Picks another size for the machines of a service, on its page, and keeps it in the draft. */
async function resize(page: Page, service: string, size: RegExp): Promise<void> {
  await new EnvironmentPage(page).show('Services');
  await page.getByRole('link', { name: service, exact: true }).first().click();
  await page.getByRole('button', { name: 'Edit settings' }).click();
  await new Wizard(page).pick('Machine size', size);
  await page.getByRole('button', { name: 'Save in draft' }).click();
  await expect(page.getByText('Saved in your draft')).toBeVisible();
}

/** Puts away what has just been told: it lies over the head of the page. */
async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  // one that goes by itself meanwhile is gone as well
  while ((await dismiss.count()) > 0)
    await dismiss
      .first()
      .click({ timeout: 3_000 })
      .catch(() => undefined);
}

/** The script is docs/demo.md; each step here is a scene there. Two people play it, each in a browser of their own. */
test('the demo, from signing in to the phone', async ({ page, enterAs, uniqueName }, info) => {
  test.setTimeout(600_000);
  const scene = takeScenes(info);
  const tenant = process.env.VETRO_PICTURES ? sharedDemoTenant() : await createDemoTenant(uniqueName('').trim());
  const ada = await enterAs('admin', { tenant: tenant.tenant });
  const faults = new FaultsPage(ada);
  const environment = new EnvironmentPage(page);
  const wizard = new Wizard(page);
  const review = new ReviewPage(page);
  const run = new RunPage(page);
  const timeline = page.getByRole('region', { name: 'Machines over time' });
  const whole = async (what: 'Suspend' | 'Wake up') => {
    if (what === 'Suspend') {
      await page.getByRole('button', { name: 'More for Head office' }).click();
      await page.getByRole('menuitem', { name: 'Start, stop, repair' }).click();
    }
    await page.getByRole('button', { name: what, exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${what} now` })
      .click();
    await page.waitForURL('**/deployments/**');
    await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
      timeout: RUN_MS,
    });
  };

  await test.step('1 sign in', async () => {
    await new SignInPage(page).open();
    await scene(page, 'sign in');
    await tenant.signIn(page);
    await expect(page.getByRole('heading', { level: 1, name: `Hello, ${tenant.firstName}` })).toBeVisible();
    await expect(page.getByText('Fits your quota').first()).toBeVisible();
    await scene(page, 'home with the guide');
  });

  const id = await test.step('2 a domain; a bad password is caught', async () => {
    await page.getByRole('button', { name: 'Start empty' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an environment' });
    await dialog.getByLabel('Name').fill('Head office');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('Nothing to draw yet')).toBeVisible();
    const made = environmentIdOf(page);
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
    await wizard.addToDraft();
    return made;
  });

  await test.step('3 a farm that joins it by itself, drawn before anything exists', async () => {
    await environment.show('Topology');
    await page
      .getByRole('navigation', { name: 'Next service' })
      .getByRole('link', { name: 'Add another service' })
      .click();
    await wizard.choose('Web Server Farm');
    await expect(page.getByRole('combobox', { name: 'Domain' })).toContainText('contoso.local');
    await page.getByRole('button', { name: 'Same as contoso.local' }).click();
    await dismissToasts(page);
    await scene(page, 'the farm knows its domain');
    await wizard.next('Machines');
    await wizard.next('Review');
    await wizard.addToDraft();
    await environment.show('Topology');
    await expect(page.getByRole('button', { name: /^web2, / })).toBeVisible();
    await dismissToasts(page);
    await scene(page, 'the plan before it runs');
  });

  await test.step('4 the review reads like a sentence', async () => {
    await environment.review();
    await expect(page.getByText('Deploying creates 4 machines')).toBeVisible();
    await scene(page, 'the review');
  });

  await test.step('5 the run: a machine is switched off, and Vetro says who waits for it', async () => {
    await faults.open();
    await faults.makeFail({ what: 'The machine is switched off', environment: 'Head office', machine: 'dc2' });
    await scene(ada, 'the panel of faults');
    await review.deploy();
    await expect(page.getByRole('heading', { name: 'Version 1: contoso.local and farm added' })).toBeVisible();
    for (const host of ['web1', 'web2']) {
      const joined = page.getByRole('button', { name: new RegExp(`^Joining the domain on ${host}, done`) });
      await expect(joined).toBeVisible({ timeout: RUN_MS });
    }
    await expect(run.progress).toHaveAccessibleName(/dc2/);
    await expect(page.getByRole('button', { name: /^dc1, .*Ready/ })).toBeVisible();
    await scene(page, 'the picture assembles itself over what is planned');
    await timeline.getByRole('button', { name: /^Making the first domain controller on dc1/ }).click();
    await expect(timeline.getByRole('region', { name: /^Making the first domain controller on dc1/ })).toContainText(
      '*** SANITIZED ***',
    );
    await scene(page, 'what a step was given and what it answered');
    await page.getByRole('button', { name: 'Close the details' }).click();
    await faults.end('dc2');
    await run.finished(4);
    await expect(page.getByRole('link', { name: /^Open farm/ })).toBeVisible();
    await scene(page, 'everything is up');
  });

  await test.step('6 open the site', async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Open farm/ }).click();
    const site = new SitePage(await opened);
    const first = await site.answerer();
    expect(await site.ask(1)).not.toEqual([first]);
    await scene(site.page, 'the site behind its load balancer');
    await site.page.close();
  });

  await test.step('7 on the projector', async () => {
    await page.getByRole('link', { name: 'Show topology' }).click();
    await page.waitForURL(/\/environments\/[0-9a-f]+(\?|$)/);
    await page.keyboard.press('p');
    await expect(page.getByRole('button', { name: 'Leave presenter mode' })).toBeVisible();
    await page.getByRole('button', { name: /^web1, .*Ready/ }).click();
    await expect(page.getByRole('dialog', { name: 'web1' })).toContainText('Recent reports');
    await scene(page, 'the topology on the projector');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'web1' })).toBeHidden();
    await page.getByRole('button', { name: 'Leave presenter mode' }).click();
    await expect(page.getByRole('button', { name: 'Leave presenter mode' })).toBeHidden();
  });

  await test.step('8 two people, and one comes second', async () => {
    await environment.show('Services');
    await page.getByRole('link', { name: 'farm', exact: true }).first().click();
    await page.getByRole('button', { name: 'Add web servers to draft' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'One more' }).click();
    await dialog.getByRole('button', { name: 'Add 2 web servers to draft' }).click();
    await resize(page, 'farm', /^4 cores, 8 GB/);
    await environment.show('Topology');
    await expect(environment.draft).toContainText('changes in your draft');

    await new EnvironmentPage(ada).open(id, 'Head office');
    await resize(ada, 'farm', /^1 core, 2 GB/);
    await new EnvironmentPage(ada).review();
    await new ReviewPage(ada).deploy();
    await new RunPage(ada).finished(4);

    await expect(environment.draft).toContainText('Ada Admin deployed version 2 while you were editing');
    await scene(page, 'who was first');
    await environment.draft.getByRole('button', { name: 'Start again with my changes' }).click();
    const both = page.getByRole('dialog', { name: 'Some things were changed by both of you' });
    await expect(both).toContainText('You had changed');
    await expect(both).toContainText('Deployed meanwhile');
    await scene(page, 'what both have changed');
    await both.getByRole('button', { name: 'Review my draft' }).click();
    await expect(page.getByText('Deploying creates 2 machines')).toBeVisible();
    await resize(page, 'farm', /^4 cores, 8 GB/);
    await dismissToasts(page);
    await environment.review();
    await expect(page.getByText('Deploying creates 2 machines, changes 2 machines, and restarts none.')).toBeVisible();
    await scene(page, 'merged by hand');
  });

  await test.step('9 something fails; the repair that is proposed works', async () => {
    await faults.open();
    await faults.makeFail({ what: 'The disk is full', environment: 'Head office', machine: 'web4' });
    await review.deploy();
    await run.failed();
    const findings = run.problem.getByRole('list', { name: 'What Vetro looked at' }).first();
    await expect(findings).toContainText('The disk of web4 is full.');
    await expect(run.problem.getByText('Most likely').first()).toBeVisible();
    await expect(run.problem.getByRole('button', { name: 'Take web4 out' }).first()).toBeEnabled();
    await scene(page, 'a failure in plain words');
    await run.problem.getByRole('button', { name: 'Take web4 out' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Destroy 1 machine?' });
    await dialog.getByRole('textbox').fill('Head office');
    await scene(page, 'what is lost is named');
    await dialog.getByRole('button', { name: 'Deploy and destroy 1 machine' }).click();
    await run.finished(5, 1);
    await expect(run.machine('web4')).toContainText('Removed');
    await expect(page.getByRole('button', { name: /^web1, .*Ready/ })).toBeVisible();
    await scene(page, 'what was removed stays listed');
    await faults.end('web4');
  });

  await test.step('10 play it again', async () => {
    await page.getByRole('button', { name: 'Replay' }).click();
    const bar = page.getByRole('group', { name: 'Replay of this deployment' });
    await bar.getByRole('slider', { name: 'Moment' }).focus();
    await page.keyboard.press('Home');
    await bar.getByRole('button', { name: 'Next step' }).click();
    await scene(page, 'the deployment played again');
    await bar.getByRole('button', { name: 'Back to the present' }).click();
  });

  await test.step('11 undo', async () => {
    const history = new HistoryPage(page);
    await page.getByRole('link', { name: 'Show topology' }).click();
    await page.waitForURL(/\/environments\/[0-9a-f]+(\?|$)/);
    await environment.show('Deployments');
    await expect(history.entries).toHaveCount(4);
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
    await scene(page, 'passwords made for him');
    await credentials.download();
    await credentials.goOn('Watch the deployment');
    await run.finished(5);
    await page.getByRole('link', { name: 'Show topology' }).click();
    await page.waitForURL(/\/environments\/[0-9a-f]+(\?|$)/);
    // the page of the run has the same words in its picture
    await expect(page.getByRole('searchbox', { name: 'Search machines' })).toBeVisible();
    await expect(page.getByText('keeps its data in')).toBeInViewport();
    await scene(page, 'the way of a request');
  });

  await test.step('13 the plug is pulled, and healed', async () => {
    await faults.open();
    const pulled = { what: 'The machine goes off', environment: 'Head office', machine: 'web2', strikesAtOnce: true };
    await faults.makeFail(pulled);
    await environment.open(id, 'Head office');
    await page.getByRole('button', { name: /^web2, .*Failed/ }).click({ timeout: RUN_MS });
    const died = page.getByRole('dialog', { name: 'web2' });
    await expect(died.getByText('web2 is switched off').first()).toBeVisible();
    await scene(page, 'a machine that died');
    await died.getByRole('button', { name: 'Repair', exact: true }).click();
    await page.getByRole('dialog', { name: 'Repair: web2' }).getByRole('button', { name: 'Repair now' }).click();
    await page.waitForURL('**/deployments/**');
    await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
      timeout: RUN_MS,
    });
    await environment.open(id, 'Head office');
    await expect(page.getByRole('button', { name: /^web2, .*Ready/ })).toBeVisible();
  });

  await test.step('14 what the administrator sees', async () => {
    const administration = new AdministrationPage(ada);
    await ada.goto('/');
    await administration.open();
    await expect(administration.environments.first()).toBeVisible();
    await expect(ada.getByText(/ (is|are) being loaded/)).toHaveCount(0);
    await expect(ada.getByRole('region', { name: 'The last 30 days' })).toContainText('Deployments');
    await scene(ada, 'what is wrong right now');
  });

  await test.step('15 without the mouse, in the dark, on a phone', async () => {
    await new EnvironmentsPage(page).open();
    // the rows are read by the page itself: from then on it listens to keys
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /^Head office/ })
        .first(),
    ).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Go to or do' })).toBeFocused();
    await page.keyboard.type('Head');
    await expect(page.getByRole('option', { name: /Head office/ }).first()).toBeVisible();
    await scene(page, 'anywhere by keyboard');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(id));
    await expect(page.getByRole('button', { name: /^web3, .*Ready/ })).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await scene(page, 'in the dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(environment.machine('web3')).toContainText('Ready');
    await scene(page, 'on a phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('16 the night', async () => {
    await environment.open(id, 'Head office');
    await environment.show('Settings');
    await page.getByRole('button', { name: 'New schedule' }).click();
    const schedule = page.getByRole('dialog', { name: 'New schedule' });
    await schedule.getByLabel('Name').fill('The night');
    await schedule.getByRole('combobox', { name: 'What is done' }).click();
    await page.getByRole('option', { name: 'Suspend' }).click();
    await schedule.getByRole('combobox', { name: 'How often' }).click();
    await page.getByRole('option', { name: 'Every weekday' }).click();
    await schedule.getByLabel('At', { exact: true }).fill('20:00');
    await expect(schedule.getByRole('listitem')).toHaveCount(5);
    await schedule.getByRole('button', { name: 'Create schedule' }).click();
    await expect(page.getByText('Every weekday at 20:00')).toBeVisible();
    await whole('Suspend');
    await environment.open(id, 'Head office');
    await expect(page.getByRole('button', { name: /^web3, .*Suspended/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^web3, .*Failed/ })).toHaveCount(0);
    await scene(page, 'everything is asleep');
    await whole('Wake up');
    await environment.open(id, 'Head office');
    await expect(page.getByRole('button', { name: /^web3, .*Ready/ })).toBeVisible();
  });
});
