import { Wizard } from '../pages/wizard';
import { createEnvironment, draft } from '../support/environments';
import { PASSWORD, RECOVERY_PASSWORD, webServer } from '../support/services';
import { expect } from '../support/story';
import { test } from './camera';
import { domain, member, TENANT } from './world';

const chapter = 'Building';

test('the wizard, from the choice of a service to its review', async ({ enterAs, take }) => {
  const id = await createEnvironment(await member(), 'Branch office');
  const page = await enterAs('member', { tenant: TENANT });
  const wizard = new Wizard(page);
  await page.goto(`/environments/${id}/services/add`);
  await expect(page.getByRole('heading', { name: 'Add a service' })).toBeVisible();
  await take(page, { chapter, name: 'add-service', title: 'Which service?' });

  await wizard.choose('Active Directory');
  await wizard.question('Domain name').fill('branch');
  await wizard.question('Administrator password').fill('password');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('has one part')).toBeVisible();
  await take(page, { chapter, name: 'wizard-refused', title: 'Wizard: what Windows would refuse' }, { dark: true });
  await wizard.question('Domain name').fill('branch.local');
  await wizard.password('Administrator password', PASSWORD);
  await wizard.password('Recovery password', RECOVERY_PASSWORD);
  await take(page, { chapter, name: 'wizard-service', title: 'Wizard: the service' }, { dark: true });
  await wizard.next('Machines');
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(wizard.question('Machine names')).toBeVisible();
  await take(page, { chapter, name: 'wizard-machines', title: 'Wizard: its machines' });
  await wizard.next('Review');
  await take(page, { chapter, name: 'wizard-review', title: 'Wizard: what will be made' });
  await wizard.addToDraft();

  await page.goto(`/environments/${id}/services/add`);
  await wizard.choose('ASP.NET Application Farm');
  await wizard.question('Git repository').fill('https://git.example.com/fabrikam/shop.git');
  await wizard.password('Administrator password', PASSWORD);
  await page.getByRole('combobox', { name: 'Domain' }).click();
  await expect(page.getByRole('option', { name: /^branch\.local/ })).toBeVisible();
  await take(page, { chapter, name: 'wizard-domain', title: 'Wizard: the domain is picked from a list' });
  await page.getByRole('option', { name: /^branch\.local/ }).click();
  await wizard.next('Machines');
  await wizard.next('Review');
  await wizard.addToDraft();
  await expect(page.getByRole('region', { name: 'Draft' })).toContainText('2 changes in your draft');
  await page.goto(`/environments/${id}/services`);
  await expect(page.getByRole('link', { name: 'shop' }).first()).toBeVisible();
  await take(page, { chapter, name: 'services-draft', title: 'Services in a draft' });
  await page.goto(`/environments/${id}`);
  await expect(page.getByRole('button', { name: /^dc1, / })).toBeVisible();
  await take(page, { chapter, name: 'topology-draft', title: 'Topology of a draft: the whole plan before it runs' });
  await page.goto(`/environments/${id}/review`);
  await expect(page.getByText('Deploying creates 4 machines')).toBeVisible();
  await take(
    page,
    { chapter, name: 'review', title: 'Review: what was changed, and what will happen' },
    { dark: true },
  );
});

test('the wizard of a SQL cluster', async ({ enterAs, take }) => {
  const api = await member();
  const id = await createEnvironment(api, 'Data centre');
  await draft(api, id, [domain('data.local', 'ad#')]);
  const page = await enterAs('member', { tenant: TENANT });
  const wizard = new Wizard(page);
  await page.goto(`/environments/${id}/services/add`);
  await wizard.choose('MS SQL Server Cluster');
  await wizard.pick('Domain', /^data\.local/);
  await wizard.password('Administrator password', PASSWORD);
  await wizard.question('Databases').fill('orders, customers');
  await take(page, { chapter, name: 'wizard-cluster-databases', title: 'Wizard of a SQL cluster: its databases' });
  await wizard.next('Cluster');
  await wizard.password("Password of SQL Server's account", 'Qu1et-Meadow!');
  await take(page, { chapter, name: 'wizard-cluster', title: 'Wizard of a SQL cluster: the cluster' });
  await wizard.next('Machines');
  await take(page, { chapter, name: 'wizard-cluster-machines', title: 'Wizard of a SQL cluster: its machines' });
});

test('a review that says what is to be put right', async ({ enterAs, take }) => {
  const api = await member();
  const id = await createEnvironment(api, 'Warehouse');
  await draft(api, id, [webServer({ name: 'stock', domain: 'nobody.local', unitNamingPattern: 'stock#' })]);
  const page = await enterAs('member', { tenant: TENANT });
  await page.goto(`/environments/${id}/review`);
  await expect(page.getByRole('heading', { name: 'Before this can be deployed' })).toBeVisible();
  await take(page, { chapter, name: 'review-problems', title: 'Review: what is to be put right first' });
});
