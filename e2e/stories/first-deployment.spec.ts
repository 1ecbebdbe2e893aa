import { EnvironmentPage } from '../pages/environment-page';
import { EnvironmentsPage } from '../pages/environments-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { SignInPage } from '../pages/sign-in-page';
import { Wizard } from '../pages/wizard';
import { person } from '../support/people';
import { PASSWORD, RECOVERY_PASSWORD } from '../support/services';
import { expect, test } from '../support/story';

test('a newcomer deploys a domain with two controllers and a web server in it, and opens its page', {
  tag: '@keyboard',
}, async ({ page, inputDevice, uniqueName, uniqueDomain }) => {
  // Newcomers double-click; what was begun twice would be refused on the console.
  const press = inputDevice === 'pointer' ? 'dblclick' : 'click';
  const name = uniqueName('Head office');
  const environment = new EnvironmentPage(page);
  const wizard = new Wizard(page);

  await test.step('signs in with a card of the demo', async () => {
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.choose(person('member').displayName);
    await signIn.submit.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Max' })).toBeVisible();
  });

  await test.step('creates an environment, which is empty and says how to begin', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Environments' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Environments' })).toBeVisible();
    await new EnvironmentsPage(page).create(name, press);
    await expect(page.getByText('Nothing to draw yet')).toBeVisible();
    await environment.show('Services');
    await page.getByRole('link', { name: 'Add a first service' }).click();
  });

  await test.step('a domain name of one part and a weak password are caught while they are typed', async () => {
    await wizard.choose('Active Directory');
    await wizard.question('Domain name').pressSequentially('acme');
    await page.keyboard.press('Tab');
    await expect(page.getByText('"acme" has one part; a domain needs two or more')).toBeVisible();
    await wizard.question('Domain name').press('End');
    await wizard.question('Domain name').pressSequentially(uniqueDomain.slice('acme'.length));
    await expect(page.getByText('has one part')).toBeHidden();
    await wizard.question('Administrator password').pressSequentially('password');
    await expect(page.getByText('Password strength: Refused')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByText('Mix at least three of these')).toBeVisible();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await wizard.expectStep('Your domain');
  });

  await test.step('two passwords that differ are told', async () => {
    await wizard.question('Administrator password').fill(PASSWORD);
    await wizard.question('Administrator password, once more').fill('Gr33n-Orchard?');
    await expect(page.getByText('The two passwords differ.')).toBeVisible();
    await wizard.password('Administrator password', PASSWORD);
    await expect(page.getByText('The two passwords differ.')).toBeHidden();
    await wizard.password('Recovery password', RECOVERY_PASSWORD);
    await wizard.next('Machines');
  });

  await test.step('going back and loading the page anew lose nothing', async () => {
    await expect(page.getByRole('textbox', { name: 'Number of domain controllers' })).toHaveValue('2');
    await wizard.back('Your domain');
    await expect(wizard.question('Domain name')).toHaveValue(uniqueDomain);
    await expect(wizard.question('Administrator password')).toHaveValue(PASSWORD);
    await wizard.next('Machines');
    await page.getByRole('button', { name: 'One more' }).click();
    await expect(page.getByRole('textbox', { name: 'Number of domain controllers' })).toHaveValue('3');
    // what is typed is kept a moment after the last key
    const kept = () =>
      page.evaluate(() =>
        Object.entries(sessionStorage)
          .filter(([key]) => key.startsWith('vetro.form.'))
          .map(([, form]) => JSON.parse(form).service.units.length),
      );
    await expect.poll(kept).toEqual([3]);
    await page.reload();
    await expect(page.getByText('Continued where you left off')).toBeVisible();
    await wizard.expectStep('Machines');
    await expect(page.getByRole('textbox', { name: 'Number of domain controllers' })).toHaveValue('3');
    await page.getByRole('button', { name: 'One less' }).click();
    await wizard.back('Your domain');
    await expect(wizard.question('Administrator password')).toHaveValue(PASSWORD);
    await expect(wizard.question('Recovery password')).toHaveValue(RECOVERY_PASSWORD);
    await wizard.next('Machines');
  });

  await test.step('the last step says which machines there will be, and never shows a password', async () => {
    await wizard.next('Review');
    await expect(page.getByRole('heading', { name: '2 machines will be created' })).toBeVisible();
    await expect(page.getByText('dc1', { exact: true })).toBeVisible();
    await expect(page.getByText('dc2', { exact: true })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(PASSWORD);
    await wizard.addToDraft();
  });

  await test.step('adds a web server that joins the domain, picked from a list', async () => {
    await environment.show('Services');
    await page.getByRole('link', { name: 'Add a service' }).click();
    await wizard.choose('Web Server');
    await expect(wizard.question('Service name')).toHaveValue('web');
    await wizard.password('Administrator password', PASSWORD);
    await wizard.pick('Domain', new RegExp(`^${uniqueDomain}`));
    await wizard.next('Machine');
    await wizard.next('Review');
    await expect(page.getByRole('heading', { name: 'One machine will be created' })).toBeVisible();
    await wizard.addToDraft();
    await expect(environment.draft).toContainText('2 changes in your draft');
  });

  await test.step('reads in plain words what will happen, and deploys', async () => {
    await environment.review();
    await expect(page.getByText('Deploying creates 3 machines.')).toBeVisible();
    const review = new ReviewPage(page);
    await expect(review.changes).toContainText(uniqueDomain);
    await expect(review.changes).toContainText('web');
    await review.deploy(press);
  });

  const run = new RunPage(page);
  await test.step('watches the machines come up until all are done', async () => {
    await expect(page.getByRole('heading', { name: /^Version 1: / })).toBeVisible();
    await expect(run.machines).toHaveCount(3);
    await run.finished(3);
    for (const host of ['dc1', 'dc2', 'web1']) await expect(run.machine(host)).toContainText('Ready: Done');
    await expect(run.progress).toHaveAttribute('aria-valuenow', '100');
    await run.show('Log');
    await expect(run.log).toContainText('Deployment finished');
    await expect(run.log).toContainText(`dc1 is the primary controller of ${uniqueDomain}`);
    await expect(run.problem).toBeHidden();
  });

  await test.step('the topology shows three machines that are ready', async () => {
    await page.getByRole('link', { name: 'Show topology' }).click();
    // the page of the run has a drawing of its own
    await page.waitForURL(/\/environments\/[0-9a-f]+(\?|$)/);
    await expect(page.getByRole('button', { name: /^dc1, .*Ready\. Domain controller: Ready/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^dc2, .*Ready/ })).toBeVisible();
    await expect(
      page.getByRole('button', { name: new RegExp(`^web1, .*Ready\\. .*In ${uniqueDomain}`) }),
    ).toBeVisible();
    await expect(environment.draft).toBeHidden();
    await expect(page.getByText('Version 1', { exact: true })).toBeVisible();
  });

  await test.step('opens the page that the web server serves', async () => {
    await page.getByRole('button', { name: /^web1, / }).click();
    const details = page.getByRole('dialog', { name: 'web1' });
    const opened = page.waitForEvent('popup');
    await details.getByRole('link', { name: 'Open the site' }).click();
    const site = await opened;
    await expect(site.getByText('Internet Information Services', { exact: true })).toBeVisible();
    await expect(site.getByText(`web1.${uniqueDomain}`)).toBeVisible();
  });
});
