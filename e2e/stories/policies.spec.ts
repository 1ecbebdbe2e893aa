import type { Page } from '@playwright/test';
import type { JsonObject } from '@/lib/model/json';
import { EnvironmentPage } from '../pages/environment-page';
import { PoliciesPage } from '../pages/policies-page';
import { ReviewPage } from '../pages/review-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { createEnvironment, deployedEnvironment, draft } from '../support/environments';
import { PASSWORD, webServer, webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

/** Rules of one environment alone: other stories work in the same tenant. */
const here = (
  environment: string,
) => `here(env) :- murano:states(env, state), murano:properties(env, "name", "${environment}")
`;

const sizes = (environment: string) => `${here(environment)}
predeploy_errors(env, machine, "Choose a size with two cores at most.") :-
    here(env), murano:connected(env, machine), murano:parent_types(machine, "io.vetro.Machine"),
    murano:properties(machine, "flavor", size), cloud:flavors(name=size, vcpus=cores),
    parameter("most_cores", most), gt(cores, most)
`;

/** A policy for the time of a story. */
async function having(policy: JsonObject, then: (id: string) => Promise<void>): Promise<void> {
  const api = await apiOf('admin');
  const { id } = await api.ok('POST', '/v1/policies', policy);
  try {
    await then(String(id));
  } finally {
    await api.call('DELETE', `/v1/policies/${id}`);
  }
}

const deployButton = (page: Page) => page.getByRole('button', { name: /^Deploy \d+ changes?$/ });

test('an administrator writes a rule; a member meets it in the wizard and the review, repairs the draft, and deploys', async ({
  enterAs,
  consoleErrors,
  uniqueName,
}) => {
  test.slow();
  consoleErrors.allow(/status of 400/);
  const name = uniqueName('Ruled');
  const policy = uniqueName('Small machines');
  const id = await createEnvironment(await apiOf('member'), name);
  const office = await enterAs('admin');
  const policies = new PoliciesPage(office);

  await test.step('the editor says what is wrong, with its place, and refuses to keep it', async () => {
    await policies.open();
    await office.getByRole('link', { name: 'Write a policy' }).click();
    await office.getByRole('textbox', { name: 'Name', exact: true }).fill(policy);
    await office.getByRole('radio', { name: /^It is enforced/ }).check();
    await policies.write('predeploy_errors(env, env, "no") :- murano:objekts(env, a, b)');
    await expect(office.getByText(/^Line 1, column \d+: /)).toBeVisible();
    await office.getByRole('button', { name: 'Create policy' }).click();
    await expect(office.getByText('This was not saved')).toBeVisible();
  });

  await test.step('it is tried before anybody has to obey it, and kept', async () => {
    await policies.write(sizes(name));
    await expect(office.getByText('Nothing is wrong with these rules.')).toBeVisible();
    await office.getByRole('button', { name: 'Add a value' }).click();
    await office.getByRole('textbox', { name: 'Name of a value' }).fill('most_cores');
    await office.getByRole('textbox', { name: 'Value of most_cores' }).fill('2');
    await office.getByRole('button', { name: 'Try', exact: true }).click();
    const results = office.getByRole('region', { name: 'What the rules would say' });
    await expect(results).toContainText(/none would be stopped|nothing to ask about/);
    await office.getByRole('button', { name: 'Create policy' }).click();
    await expect(office.getByRole('heading', { name: policy, exact: true })).toBeVisible();
    await expect(office.getByText('Enforced').first()).toBeVisible();
  });

  const page = await enterAs('member');
  const wizard = new Wizard(page);
  await test.step('the last step of the wizard says so, and leads to the question', async () => {
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose('Web Server');
    await wizard.password('Administrator password', PASSWORD);
    await wizard.next('Machine');
    await wizard.pick('Machine size', /^4 cores/);
    await wizard.next('Review');
    await expect(page.getByText('Policies would not allow deploying this')).toBeVisible();
    await expect(page.getByText('Choose a size with two cores at most.')).toBeVisible();
    await page.getByRole('button', { name: 'Put it right' }).click();
    await wizard.expectStep('Machine');
    const size = page.getByRole('combobox', { name: 'Machine size' });
    await expect(size).toHaveAttribute('aria-invalid', 'true');
    await expect(size).toHaveAccessibleDescription(/Choose a size with two cores at most\./);
    await wizard.next('Review');
    await wizard.addToDraft();
  });

  await test.step('the box of the machine is outlined', async () => {
    await visit(page, `/environments/${id}`);
    await expect(page.locator('.topology-policy[data-stops]')).toHaveCount(1);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expect(page.getByText('Choose a size with two cores at most.')).toBeVisible();
  });

  await test.step('the review stops, and leads to the field that is marked', async () => {
    await new EnvironmentPage(page).review();
    await expect(page.getByText('Policies do not allow this yet')).toBeVisible();
    await expect(deployButton(page)).toBeDisabled();
    await page.getByRole('link', { name: 'Put it right in web' }).click();
    const size = page.getByRole('combobox', { name: 'Machine size' });
    await expect(size).toHaveAttribute('aria-invalid', 'true');
    await expect(size).toHaveAccessibleDescription(/Choose a size with two cores at most\./);
    await wizard.pick('Machine size', /^1 core/);
    await page.getByRole('button', { name: 'Save in draft' }).click();
    await expect(page.getByText('Saved in your draft')).toBeVisible();
  });

  await test.step('repaired, it deploys', async () => {
    await new EnvironmentPage(page).review();
    await expect(page.getByText('Deploying creates 1 machine.')).toBeVisible();
    await expect(page.getByText('Policies do not allow this yet')).toBeHidden();
    await new ReviewPage(page).deploy();
    const api = await apiOf('member');
    await expect
      .poll(async () => (await api.ok('GET', `/v1/environments/${id}`)).status, { timeout: RUN_MS })
      .toBe('ready');
  });

  await test.step('the policy is changed, goes back to its first version, and is deleted', async () => {
    await office.getByRole('textbox', { name: 'Value of most_cores' }).fill('8');
    await office.getByRole('button', { name: 'Save as a new version' }).click();
    await policies.show('History');
    await expect(office.getByRole('heading', { name: 'Version 2' })).toBeVisible();
    await office.getByRole('button', { name: 'What changed' }).click();
    await expect(office.getByRole('textbox', { name: 'Version 2' })).toContainText('most_cores = 8');
    await office.getByRole('button', { name: 'Go back to version 1' }).click();
    await expect(office.getByRole('heading', { name: 'Version 3' })).toBeVisible();
    await office.getByRole('button', { name: 'Delete', exact: true }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Delete policy' }).click();
    await expect(office.getByRole('link', { name: policy })).toBeHidden();
  });
});

test('a rule that modifies says what it changes before it does', async ({ enterAs, uniqueName }) => {
  const name = uniqueName('Resized');
  const api = await apiOf('member');
  const id = await createEnvironment(api, name);
  await draft(api, id, [webServer({ unitNamingPattern: 'resized#' })]);
  const text = `${here(name)}
predeploy_modify(env, machine, action) :-
    here(env), murano:connected(env, machine), murano:parent_types(machine, "io.vetro.Machine"),
    murano:properties(machine, "flavor", "m1.small"),
    concat("set-property: {object_id: ", machine, start), concat(start, ", prop_name: flavor, value: m1.medium}", action)`;
  await having({ name: uniqueName('Medium machines'), text }, async () => {
    const page = await enterAs('member');
    await visit(page, `/environments/${id}/review`);
    const changed = page.getByRole('status').filter({ hasText: 'Policies change this when you deploy' });
    await expect(changed).toContainText('m1.medium');
    await new ReviewPage(page).deploy();
    await expect(page.getByText('What policies changed as it began')).toBeVisible();
    await expect
      .poll(async () => (await api.ok('GET', `/v1/environments/${id}`)).status, { timeout: RUN_MS })
      .toBe('ready');
    const services = (await api.ok('GET', `/v1/environments/${id}`)).services as JsonObject[];
    expect(services.map(({ flavor }) => flavor)).toEqual(['m1.medium']);
  });
});

test('an exception lets one environment pass until it ends', async ({ enterAs, uniqueName }) => {
  const name = uniqueName('Excepted');
  const api = await apiOf('member');
  const id = await createEnvironment(api, name);
  await draft(api, id, [webServer({ flavor: 'm1.large', unitNamingPattern: 'excepted#' })]);
  const policy = { name: uniqueName('Small machines'), text: sizes(name), parameters: { most_cores: 2 } };
  await having(policy, async (policyId) => {
    const page = await enterAs('member');
    const office = await enterAs('admin');

    await test.step('it is stopped', async () => {
      await visit(page, `/environments/${id}/review`);
      await expect(page.getByText('Policies do not allow this yet')).toBeVisible();
      await expect(deployButton(page)).toBeDisabled();
    });

    await test.step('an administrator makes an exception with a reason and a last day', async () => {
      await visit(office, `/admin/policies/${policyId}?part=exceptions`);
      await office.getByRole('button', { name: 'Make an exception' }).click();
      await expect(office.getByText('Say why, in a few words.')).toBeVisible();
      await new Wizard(office).pick('For', name);
      await office.getByRole('textbox', { name: 'Reason' }).fill('A load test of this week');
      await office.getByRole('button', { name: 'Make an exception' }).click();
      await expect(office.getByText('In force')).toBeVisible();
    });

    await test.step('the review says why it may pass', async () => {
      await page.reload();
      await expect(page.getByText('Policies advise')).toBeVisible();
      await expect(page.getByText(/There is an exception: A load test of this week\./)).toBeVisible();
      await expect(deployButton(page)).toBeEnabled();
    });

    await test.step('once it has ended, the rule holds again', async () => {
      await office.getByRole('button', { name: `End the exception for ${name} now` }).click();
      await expect(office.getByText('Over', { exact: true })).toBeVisible();
      await page.reload();
      await expect(page.getByText('Policies do not allow this yet')).toBeVisible();
      await expect(deployButton(page)).toBeDisabled();
    });
  });
});

test('a farm may not shrink below what the house keeps', async ({ enterAs, uniqueName }) => {
  const name = uniqueName('Farm');
  const api = await apiOf('member');
  const id = await deployedEnvironment(api, name, [webServerFarm('shop', 3, { unitNamingPattern: 'pol#' })]);
  const at = `/v1/environments/${id}`;
  const [farm] = (await api.ok('GET', at)).services as { id: string; units: { id: string }[] }[];
  const session = String((await api.ok('POST', `${at}/configure`)).id);
  await api.ok('DELETE', `${at}/services/${farm?.id}/units/${farm?.units[2]?.id}`, undefined, session);
  const text = `${here(name)}
predeploy_errors(env, farm, "A farm keeps three machines at least.") :-
    here(env), murano:objects(farm, env, type), totals:members(farm, "units", now, before), lt(now, 3), gteq(before, 3)`;
  await having({ name: uniqueName('Three machines'), text }, async () => {
    const page = await enterAs('member');
    await visit(page, `/environments/${id}/review`);
    await expect(page.getByText('A farm keeps three machines at least.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Deploy/ })).toBeDisabled();
    await page
      .getByRole('button', { name: /^Undo: / })
      .first()
      .click();
    await expect(page.getByText('A farm keeps three machines at least.')).toBeHidden();
    // what the page still asks about the draft would be refused once the environment goes
    await page.close();
  });
  await api.call('DELETE', at);
});

test('a ready policy is switched on by somebody who writes no rules, and others read it', async ({
  enterAs,
  uniqueName,
}) => {
  const office = await enterAs('admin');
  const name = uniqueName('Size of machines');

  await test.step('a plain form asks for what it needs', async () => {
    await new PoliciesPage(office).open();
    await office.getByRole('link', { name: 'Use Size of machines' }).click();
    await office.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await office.getByRole('textbox', { name: 'Most cores of a machine' }).fill('64');
    await office.getByRole('button', { name: 'Switch on' }).click();
    await expect(office.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(office.getByText('Only warns').first()).toBeVisible();
    await office.getByRole('button', { name: 'Try', exact: true }).click();
    const results = office.getByRole('region', { name: 'What the rules would say' });
    await expect(results).toContainText(/none would be stopped|nothing to ask about/);
    await office.getByRole('button', { name: 'Show its rules' }).click();
    await expect(new PoliciesPage(office).rules).toContainText('predeploy_errors');
  });

  await test.step('whoever it holds for reads it, and changes nothing', async () => {
    const page = await enterAs('reader');
    await visit(page, '/admin/policies');
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Most cores of a machine' })).toBeDisabled();
  });

  await office.getByRole('button', { name: 'Delete', exact: true }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Delete policy' }).click();
  await expect(office.getByRole('link', { name })).toBeHidden();
});
