import { EnvironmentPage } from '../pages/environment-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment, draft } from '../support/environments';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test('who deploys second is told whose deployment came first, and starts again with the same changes', async ({
  enterAs,
  uniqueName,
  inspect,
}) => {
  const name = uniqueName('Shared');
  const member = await apiOf('member');
  const id = await deployedEnvironment(member, name, [webServer({ name: 'shared', unitNamingPattern: 'both#' })]);
  const { shared } = await deployedServices(member, id);
  const size = `/v1/environments/${id}/services/${shared?.id}/flavor`;
  const max = await enterAs('member');
  const ada = await enterAs('admin');
  const ofMax = new EnvironmentPage(max);
  const ofAda = new EnvironmentPage(ada);

  await test.step('both have a draft, and each sees that the other has one', async () => {
    await ofMax.open(id, name);
    await ofAda.open(id, name);
    const draftOfMax = await draft(member, id, [webServer({ name: 'from-max', unitNamingPattern: 'max#' })]);
    await member.ok('PUT', size, 'm1.large', draftOfMax);
    await expect(ofMax.draft).toContainText('2 changes in your draft');
    await expect(ofAda.draft).toContainText('Max Member has 2 changes not deployed yet.');
    const admin = await apiOf('admin');
    await admin.ok('PUT', size, 'm1.medium', await draft(admin, id, []));
    await expect(ofAda.draft).toContainText('1 change in your draft');
    await expect(ofMax.draft).toContainText('Ada Admin has 1 change not deployed yet.');
  });

  await test.step('the review warns that deploying outdates the draft of the other', async () => {
    await ofAda.review();
    await expect(ada.getByText('Max Member also has a draft of this environment.')).toBeVisible();
    await new ReviewPage(ada).deploy();
    await new RunPage(ada).finished(1);
  });

  await test.step('the draft that came second says who was first, while its page is open', async () => {
    await expect(ofMax.draft).toContainText('Ada Admin deployed version 2 while you were editing');
    await expect(ofMax.draft).toContainText('Your 2 changes can be put on top of what is deployed now.');
    await ofMax.show('Services');
    const add = max.getByRole('button', { name: 'Add a service' });
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    await expect(add).toHaveAccessibleDescription(/Your draft is out of date\./);
  });

  await test.step('starting again says what both have changed, and keeps the rest on top of what is deployed now', async () => {
    await ofMax.draft.getByRole('button', { name: 'Start again with my changes' }).click();
    const both = max.getByRole('dialog', { name: 'Some things were changed by both of you' });
    await expect(both.getByRole('definition').filter({ hasText: '4 cores, 8 GB' })).toBeVisible();
    await expect(both.getByRole('definition').filter({ hasText: '2 cores, 4 GB' })).toBeVisible();
    await inspect(max, []).everyLook('what two people have changed');
    await both.getByRole('button', { name: 'Review my draft' }).click();
    await expect(max.getByRole('heading', { name: 'Review your draft' })).toBeVisible();
    const review = new ReviewPage(max);
    await expect(review.changes).toContainText('from-max');
    await expect(review.changes).not.toContainText('shared');
    await expect(max.getByText('Deploying creates 1 machine.')).toBeVisible();
    await review.deploy();
    await new RunPage(max).finished(2);
  });

  await test.step('what each has deployed is there, for both people', async () => {
    for (const page of [max, ada]) {
      await visit(page, `/environments/${id}/services`);
      await expect(page.getByRole('link', { name: 'shared' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'from-max' })).toBeVisible();
      await expect(page.getByText('Version 3', { exact: true })).toBeVisible();
    }
  });
});

test('whose only change collides is told on the review page what became of it', async ({ enterAs, uniqueName }) => {
  const name = uniqueName('Collides');
  const member = await apiOf('member');
  const id = await deployedEnvironment(member, name, [webServer({ name: 'shared', unitNamingPattern: 'one#' })]);
  const { shared } = await deployedServices(member, id);
  const size = `/v1/environments/${id}/services/${shared?.id}/flavor`;
  await member.ok('PUT', size, 'm1.large', await draft(member, id, []));
  const max = await enterAs('member');
  await max.goto(`/environments/${id}/review`);
  await expect(max.getByRole('heading', { name: 'Review your draft' })).toBeVisible();

  const admin = await apiOf('admin');
  const ofAda = await draft(admin, id, []);
  await admin.ok('PUT', size, 'm1.medium', ofAda);
  const ada = await enterAs('admin');
  await ada.goto(`/environments/${id}/review`);
  await new ReviewPage(ada).deploy();
  await new RunPage(ada).finished(1);

  await max.getByRole('button', { name: 'Start again with my changes' }).click();
  const both = max.getByRole('dialog', { name: 'Some things were changed by both of you' });
  await expect(both.getByRole('definition').filter({ hasText: '4 cores, 8 GB' })).toBeVisible();
  await expect(both.getByRole('definition').filter({ hasText: '2 cores, 4 GB' })).toBeVisible();
  await both.getByRole('radio', { name: 'Take mine' }).check();
  await both.getByRole('button', { name: 'Review my draft' }).click();
  await expect(both).toBeHidden();
  // what is deployed is 4 GB now, and the draft makes 8 of them
  await expect(new ReviewPage(max).changes).toContainText('4 cores, 8 GB');
});
