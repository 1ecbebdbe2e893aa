import type { Page } from '@playwright/test';
import { EnvironmentPage } from '../pages/environment-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { activeDirectory, PASSWORD, RECOVERY_PASSWORD, webServer } from '../support/services';
import { expect, test } from '../support/story';

async function fillDomain(wizard: Wizard, domain: string): Promise<void> {
  await wizard.question('Domain name').fill(domain);
  await wizard.password('Administrator password', PASSWORD);
  await wizard.password('Recovery password', RECOVERY_PASSWORD);
}

test('the browser leads through the steps of the wizard, back, forward and anew, and nothing typed is lost', {
  tag: '@keyboard',
}, async ({ enterAs, uniqueName, uniqueDomain }) => {
  const id = await createEnvironment(await apiOf('member'), uniqueName('Steps'));
  const page = await enterAs('member');
  const wizard = new Wizard(page);
  await page.goto(`/environments/${id}/services/add`);
  await wizard.choose('Active Directory');

  await test.step('an address of a later step leads to the first that is not filled in', async () => {
    const start = page.url();
    await page.goto(`${start}?step=3`);
    await wizard.expectStep('Your domain');
    await expect(page).toHaveURL(start);
    await page.goto(`${start}?step=nonsense`);
    await wizard.expectStep('Your domain');
    await page.goto(start);
  });

  await test.step('Back and Forward go through the steps', async () => {
    await fillDomain(wizard, uniqueDomain);
    await wizard.next('Machines');
    await expect(page).toHaveURL(/\?step=2$/);
    await wizard.next('Review');
    await page.goBack();
    await wizard.expectStep('Machines');
    await page.goBack();
    await wizard.expectStep('Your domain');
    await expect(wizard.question('Domain name')).toHaveValue(uniqueDomain);
    await page.goForward();
    await wizard.expectStep('Machines');
    await page.goForward();
    await wizard.expectStep('Review');
  });

  await test.step('a reload keeps the step and what was typed', async () => {
    await page.reload();
    await wizard.expectStep('Review');
    await wizard.back('Machines');
    await page.reload();
    await wizard.expectStep('Machines');
    await wizard.back('Your domain');
    await expect(wizard.question('Administrator password, once more')).toHaveValue(PASSWORD);
  });

  await test.step('Forward does not lead past what was made wrong meanwhile', async () => {
    await wizard.question('Domain name').fill('nodots');
    await page.goForward();
    await wizard.expectStep('Your domain');
    await expect(wizard.question('Domain name')).toBeFocused();
    await wizard.question('Domain name').fill(uniqueDomain);
  });

  await test.step('from the first step Back leaves the wizard, and nothing typed is lost', async () => {
    await page.goto(`/environments/${id}/services/add`);
    await wizard.choose('MS SQL Server');
    await wizard.question('Service name').fill('ledger');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Add a service' })).toBeVisible();
    await page.goForward();
    await expect(wizard.question('Service name')).toHaveValue('ledger');
  });

  await test.step('where a wizard was left in its midst, it goes on there; Back leads to its first step', async () => {
    await page.goto(`/environments/${id}/services/add/activeDirectory?step=2`);
    await wizard.expectStep('Machines');
    await page.goto(`/environments/${id}/services/add`);
    await wizard.choose('Active Directory');
    await wizard.expectStep('Machines');
    await page.goBack();
    await wizard.expectStep('Your domain');
  });
});

test('an invalid name under "More options" is told where it is typed; nothing closes and the focus stays', {
  tag: '@keyboard',
}, async ({ enterAs, uniqueName, uniqueDomain }) => {
  const id = await createEnvironment(await apiOf('member'), uniqueName('Folded'));
  const page = await enterAs('member');
  const wizard = new Wizard(page);
  await page.goto(`/environments/${id}/services/add/activeDirectory`);
  await fillDomain(wizard, uniqueDomain);
  await wizard.next('Machines');
  const options = page.getByRole('button', { name: 'More options' });
  const names = wizard.question('Machine names');
  await options.click();

  await test.step('while it is corrected, key by key', async () => {
    await names.fill('dc dc#');
    await page.keyboard.press('Tab');
    await names.focus();
    await expect(names).toHaveAttribute('aria-invalid', 'true');
    // a script that gives the focus back sooner than a page is drawn finds the caret at the beginning
    await page.keyboard.press('End');
    for (let typed = 0; typed < 6; typed += 1) {
      await page.keyboard.press('Backspace');
      await expect(names).toBeFocused();
    }
    await page.keyboard.type('dc!', { delay: 20 });
    await expect(names).toBeFocused();
    await expect(names).toHaveValue('dc!');
    await expect(options).toHaveAttribute('aria-expanded', 'true');
  });

  await test.step('folded with something wrong in it, it unfolds when one wants to go on', async () => {
    await options.click();
    await expect(names).toBeHidden();
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expect(names).toBeFocused();
    await names.fill('dc#');
    await expect(names).not.toHaveAttribute('aria-invalid', 'true');
    await expect(names).toBeFocused();
    await wizard.next('Review');
  });
});

test('the only domain is chosen already, passwords are made, and the next step is at hand', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const api = await apiOf('member');
  const id = await createEnvironment(api, uniqueName('Defaults'));
  const page = await enterAs('member');
  const wizard = new Wizard(page);
  const environment = new EnvironmentPage(page);

  await test.step('a wizard that was opened before there was a domain knows it later', async () => {
    await page.goto(`/environments/${id}/services/add/webServer`);
    await wizard.question('Service name').fill('front');
    await expect(page.getByRole('combobox', { name: 'Domain' })).toContainText('Not in a domain');
    await draft(api, id, [activeDirectory(uniqueDomain)]);
    await page.goto(`/environments/${id}/services/add/webServer`);
    await expect(wizard.question('Service name')).toHaveValue('front');
    await expect(page.getByRole('combobox', { name: 'Domain' })).toContainText(uniqueDomain);
  });

  await test.step('a cluster begins in the domain, too', async () => {
    await page.goto(`/environments/${id}/services/add/msSqlClusterServer`);
    await expect(page.getByRole('combobox', { name: 'Domain' })).toContainText(uniqueDomain);
    await expect(page.getByText('add a domain')).toBeHidden();
  });

  await test.step('a password is made, shown, and not asked for twice', async () => {
    await page.goto(`/environments/${id}/services/add/webServer`);
    await page.getByRole('button', { name: 'Make one' }).click();
    const password = wizard.question('Administrator password');
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue(/^\w{4}(-\w{4}){4}$/);
    await expect(wizard.question('Administrator password, once more')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible();
    await password.press('End');
    await page.keyboard.type('x');
    await expect(wizard.question('Administrator password, once more')).toBeVisible();
    await page.getByRole('button', { name: 'Make one' }).click();
    await wizard.next('Machine');
    await wizard.next('Review');
    await wizard.addToDraft();
  });

  await test.step('the next service is a press away, what goes with the others first', async () => {
    const next = page.getByRole('navigation', { name: 'Next service' });
    await expect(next.getByRole('link', { name: 'Add another service' })).toBeVisible();
    await expect(next.getByRole('listitem').first()).not.toHaveText('Active Directory');
    await expect(environment.draft.getByRole('link', { name: 'Review and deploy' })).toBeVisible();
    await next.getByRole('listitem').first().getByRole('link').click();
    await expect(page.getByRole('combobox', { name: 'Domain' })).toContainText(uniqueDomain);
    await page.goBack();
    await environment.review();
  });
});

/** Whether a machine lies in the window, beside the panel with its details. */
function inSight(machine: Element): string {
  const panel = document.querySelector('[role="dialog"]')?.getBoundingClientRect();
  if (!panel) return 'there is no panel';
  const box = machine.getBoundingClientRect();
  const beside = box.right <= panel.left || box.bottom <= panel.top;
  const inside = box.left >= 0 && box.top >= 0 && box.right <= window.innerWidth && box.bottom <= window.innerHeight;
  return beside && inside ? 'in sight' : `covered: ${JSON.stringify([box, panel])}`;
}

/** Whether two things of the page lie over one another. */
async function overlap(page: Page, one: string, other: string): Promise<boolean> {
  return page.evaluate(
    ([a = '', b = '']) => {
      const [first, second] = [a, b].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
      if (!first || !second) throw new Error(`${a} or ${b} is not there`);
      const apart =
        first.right <= second.left ||
        second.right <= first.left ||
        first.bottom <= second.top ||
        second.bottom <= first.top;
      return !apart;
    },
    [one, other],
  );
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`at ${viewport.width} pixels the draft bar covers nothing that has the focus, and the panel not what it tells of`, async ({
    enterAs,
    inputDevice,
    uniqueName,
    uniqueDomain,
  }) => {
    const api = await apiOf('member');
    const id = await createEnvironment(api, uniqueName('Covered'));
    await draft(api, id, [
      activeDirectory(uniqueDomain),
      webServer({ name: 'one', unitNamingPattern: 'one#', domain: uniqueDomain }),
      webServer({ name: 'two', unitNamingPattern: 'two#', domain: uniqueDomain }),
      webServer({ name: 'three', unitNamingPattern: 'three#', domain: uniqueDomain }),
    ]);
    const page = await enterAs('member', { viewport });
    const environment = new EnvironmentPage(page);

    await test.step('whatever the Tab key leads to lies above the bar', async () => {
      for (const [address, bar] of [
        [`/environments/${id}`, 'Draft'],
        [`/environments/${id}/services`, 'Draft'],
        [`/environments/${id}/settings`, 'Draft'],
        [`/environments/${id}/review`, 'What to do with the draft'],
      ] as const) {
        await page.goto(address);
        await expect(page.getByRole('region', { name: bar })).toBeVisible();
        await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
        for (let pressed = 0; pressed < 60; pressed += 1) {
          await page.keyboard.press('Tab');
          const covered = await page.evaluate((label) => {
            const focused = document.activeElement;
            const dock = document.querySelector(`section[aria-label="${label}"]`);
            if (!focused || !dock || dock.contains(focused) || !document.querySelector('main')?.contains(focused))
              return null;
            const [box, edge] = [focused.getBoundingClientRect(), dock.getBoundingClientRect()];
            return box.height < edge.top && box.bottom > edge.top ? (focused.textContent ?? focused.tagName) : null;
          }, bar);
          expect(covered, `covered by the bar at ${address}`).toBeNull();
        }
      }
    });

    await test.step('the machine that is looked at stays in sight beside its details', async () => {
      await page.goto(`/environments/${id}?as=graph`);
      const machines = page
        .locator('.react-flow__node')
        .getByRole('button', { name: /^(one|two|three)1, / })
        .and(page.locator('[data-part]'));
      await expect(machines).toHaveCount(3);
      for (const machine of await machines.all()) {
        if (inputDevice === 'pointer') await machine.click();
        else await machine.press('Enter');
        await expect(page.getByRole('dialog')).toBeVisible();
        await expect.poll(() => machine.evaluate(inSight)).toBe('in sight');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
    });

    await test.step('at the end of the page the legend lies above the bar', async () => {
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
      expect(await overlap(page, 'section[aria-label="Draft"]', 'ul[aria-label="Lines"]')).toBe(false);
    });

    await test.step('the wizard has its own way on: the bar is not there', async () => {
      await page.goto(`/environments/${id}/services/add/webServer`);
      await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeVisible();
      await expect(environment.draft).toBeHidden();
    });

    await test.step('a draft of somebody else is told of until one has seen it', async () => {
      const other = await enterAs('admin', { viewport });
      await other.goto(`/environments/${id}`);
      const otherDraft = new EnvironmentPage(other).draft;
      await expect(otherDraft).toContainText('not deployed yet');
      await otherDraft.getByRole('button', { name: 'Hide this notice' }).click();
      await expect(otherDraft).toBeHidden();
      await other.reload();
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(otherDraft).toBeHidden();
    });
  });
}
