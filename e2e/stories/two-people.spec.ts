import { EnvironmentPage } from '../pages/environment-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';

test('who deploys second is told whose deployment came first, and starts again with the same changes', async ({
  enterAs,
  uniqueName,
}) => {
  const name = uniqueName('Shared');
  const member = await apiOf('member');
  const id = await createEnvironment(member, name);
  const max = await enterAs('member');
  const ada = await enterAs('admin');
  const ofMax = new EnvironmentPage(max);
  const ofAda = new EnvironmentPage(ada);

  await test.step('both have a draft, and each sees that the other has one', async () => {
    await ofMax.open(id, name);
    await ofAda.open(id, name);
    await draft(member, id, [webServer({ name: 'from-max', unitNamingPattern: 'max#' })]);
    await expect(ofMax.draft).toContainText('1 change in your draft');
    await expect(ofAda.draft).toContainText('Max Member has 1 change not deployed yet.');
    await draft(await apiOf('admin'), id, [webServer({ name: 'from-ada', unitNamingPattern: 'ada#' })]);
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
    await expect(ofMax.draft).toContainText('Ada Admin deployed version 1 while you were editing');
    await expect(ofMax.draft).toContainText('Your 1 change can be put on top of what is deployed now.');
    await ofMax.show('Services');
    const add = max.getByRole('button', { name: 'Add a service' });
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    await expect(add).toHaveAccessibleDescription(/Your draft is out of date\./);
  });

  await test.step('starting again keeps the change, on top of what is deployed now', async () => {
    await ofMax.draft.getByRole('button', { name: 'Start again with my changes' }).click();
    await expect(max.getByRole('heading', { name: 'Review your draft' })).toBeVisible();
    const review = new ReviewPage(max);
    await expect(review.changes).toContainText('from-max');
    await expect(review.changes).not.toContainText('from-ada');
    await expect(max.getByText('Deploying creates 1 machine.')).toBeVisible();
    await review.deploy();
    await new RunPage(max).finished(2);
  });

  await test.step('both changes are there, for both people', async () => {
    for (const page of [max, ada]) {
      await page.goto(`/environments/${id}/services`);
      await expect(page.getByRole('link', { name: 'from-ada' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'from-max' })).toBeVisible();
      await expect(page.getByText('Version 2', { exact: true })).toBeVisible();
    }
  });
});
