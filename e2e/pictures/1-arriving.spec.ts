import { SignInPage } from '../pages/sign-in-page';
import { createEnvironment } from '../support/environments';
import { expect } from '../support/story';
import { test } from './camera';
import { member, TENANT } from './world';

const chapter = 'Arriving';

test('signing in, and what is not there', async ({ page, enterAs, take, consoleErrors }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await take(page, { chapter, name: 'sign-in', title: 'Signing in' }, { dark: true });
  await signIn.submit.click();
  await expect(page.getByText('Fill in your user name.')).toBeVisible();
  await take(page, { chapter, name: 'sign-in-refused', title: 'Signing in, with something left out' });

  consoleErrors.allow(/status of 404/);
  const inside = await enterAs('member', { tenant: TENANT });
  await inside.goto('/nowhere');
  await expect(inside.getByRole('heading', { level: 1 })).toBeVisible();
  await take(inside, { chapter, name: 'not-found', title: 'A page that is not there' });
  await inside.goto('/environments/00000000000000000000000000000000');
  await expect(inside.getByText('This environment is not here')).toBeVisible();
  await take(inside, { chapter, name: 'environment-not-found', title: 'An environment that is not there' });
});

test('a tenant in which nothing is yet', async ({ enterAs, take }) => {
  const page = await enterAs('member', { tenant: TENANT });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Start with a template' })).toBeVisible();
  await expect(page.getByText('Fits your quota').first()).toBeVisible();
  await take(page, { chapter, name: 'home-first', title: 'Home, for the first time: the guide' }, { dark: true });
  await page.goto('/environments');
  await expect(page.getByText('No environments yet')).toBeVisible();
  await take(page, { chapter, name: 'environments-empty', title: 'Environments, none yet' });
  await page.getByRole('button', { name: /^Create (an |your first )?environment$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Create an environment' })).toBeVisible();
  await take(page, { chapter, name: 'environment-create', title: 'A new environment' });
  await page.goto('/templates');
  await expect(page.getByText('Fits your quota').first()).toBeVisible();
  await take(page, { chapter, name: 'templates', title: 'Templates' }, { dark: true });
  await page.goto('/catalog');
  await expect(page.getByRole('link', { name: /^Active Directory/ })).toBeVisible();
  await take(page, { chapter, name: 'catalog', title: 'The catalog' }, { dark: true });
  await page.goto('/catalog/activeDirectory');
  await expect(page.getByRole('button', { name: 'Set up Active Directory' })).toBeVisible();
  await take(page, { chapter, name: 'catalog-type', title: 'A kind of service' });
});

test('an environment in which nothing is yet', async ({ enterAs, take }) => {
  const id = await createEnvironment(await member(), 'Test lab');
  const page = await enterAs('member', { tenant: TENANT });
  await page.goto(`/environments/${id}`);
  await expect(page.getByText('Nothing to draw yet')).toBeVisible();
  await take(page, { chapter, name: 'topology-empty', title: 'Topology, nothing to draw yet' });
  await page.goto(`/environments/${id}/services`);
  await expect(page.getByText('No services yet')).toBeVisible();
  await take(page, { chapter, name: 'services-empty', title: 'Services, none yet' });
  await page.goto(`/environments/${id}/deployments`);
  await expect(page.getByText('Nothing has been deployed yet')).toBeVisible();
  await take(page, { chapter, name: 'deployments-empty', title: 'Deployments, none yet' });
  await page.goto(`/environments/${id}/review`);
  await expect(page.getByText('Nothing to review')).toBeVisible();
  await take(page, { chapter, name: 'review-empty', title: 'Review, nothing drafted' });
});
