import { PoliciesPage } from '../pages/policies-page';
import { ReviewPage } from '../pages/review-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

/** Two cores at most, in one environment alone: other stories work in the same tenant. */
const sizes = (environment: string) => `
predeploy_errors(env, machine, "Choose a size with two cores at most.") :-
    murano:states(env, state), murano:properties(env, "name", "${environment}"),
    murano:connected(env, machine), murano:parent_types(machine, "io.vetro.Machine"),
    murano:properties(machine, "flavor", size), cloud:flavors(name=size, vcpus=cores), gt(cores, 2)
`;

test('whoever a policy stops takes what it would allow, or asks for an exception that is refused once and then granted', async ({
  enterAs,
  uniqueName,
}) => {
  const name = uniqueName('Stopped');
  const policy = uniqueName('Two cores');
  const admin = await apiOf('admin');
  const member = await apiOf('member');
  const { id: policyId } = await admin.ok('POST', '/v1/policies', { name: policy, text: sizes(name) });
  const id = await createEnvironment(member, name);
  await draft(member, id, [webServer({ name: 'web', unitNamingPattern: 'stopped#', flavor: 'm1.large' })]);
  const page = await enterAs('member');
  const office = await enterAs('admin');
  const stopped = page.getByText('Policies do not allow this yet');
  const ask = async (reason: string) => {
    await page.getByRole('button', { name: 'Ask for an exception' }).click();
    const form = page.getByRole('form', { name: `Ask for an exception from “${policy}”` });
    await form.getByRole('textbox', { name: 'Why it is needed' }).fill(reason);
    await form.getByRole('button', { name: 'Send the request' }).click();
    await expect(page.getByText(/^Max Member asked for an exception/)).toBeVisible();
  };

  await test.step('one press makes the draft what is allowed', async () => {
    await visit(page, `/environments/${id}/review`);
    await expect(stopped).toBeVisible();
    await page.getByRole('button', { name: /^Machine size of .*: take 2 cores/ }).click();
    await expect(stopped).toBeHidden();
    await expect(page.getByRole('main')).toContainText('2 cores');
  });

  await test.step('asked with a reason, it waits on the page of the policy, and is refused with a sentence', async () => {
    await visit(page, `/environments/${id}/services`);
    await page.getByRole('link', { name: 'web', exact: true }).click();
    await page.getByRole('button', { name: 'Edit settings' }).click();
    await new Wizard(page).pick('Machine size', /^4 cores/);
    await page.getByRole('button', { name: 'Save in draft' }).click();
    await expect(page.getByText('Saved in your draft')).toBeVisible();
    await visit(page, `/environments/${id}/review`);
    await expect(stopped).toBeVisible();
    await ask('A load test needs them');
    await visit(office, '/');
    const waiting = office.getByRole('link', { name: `Max Member asks for an exception from “${policy}” for ${name}` });
    await expect(waiting).toBeVisible();
    await expect(office.getByText('Nothing runs and nothing needs you.')).toBeHidden();
    await new PoliciesPage(office).open();
    const main = office.getByRole('navigation', { name: 'Main' });
    await expect(main.getByRole('link', { name: /requests? waits?/ })).toBeVisible();
    await office.getByRole('link', { name: policy, exact: true }).click();
    const request = office.getByRole('list', { name: 'Requests' }).getByRole('listitem').first();
    await expect(request).toContainText('A load test needs them');
    await office.getByRole('button', { name: `Refuse the exception for ${name}` }).click();
    await office.getByRole('textbox', { name: 'Why not' }).fill('Not before January.');
    await office.getByRole('button', { name: `Refuse the exception for ${name}` }).click();
    await expect(page.getByText('Not before January.')).toBeVisible();
  });

  await test.step('asked once more and granted, the open review goes on by itself', async () => {
    await ask('The test was moved to today');
    await office.getByRole('button', { name: `Grant the exception for ${name}` }).click();
    await expect(stopped).toBeHidden();
    await new ReviewPage(page).deploy();
  });
  await admin.call('DELETE', `/v1/policies/${policyId}`);
});
