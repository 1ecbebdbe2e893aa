import { expect, type Page } from '@playwright/test';
import { SignInPage } from '../pages/sign-in-page';
import { type Api, apiOf } from './api';
import { person } from './people';

/** The tenant of the demo: one in which nothing is yet, and somebody who works in it. */
export interface DemoTenant {
  tenant: string;
  /** how the person is greeted */
  firstName: string;
  signIn(page: Page): Promise<void>;
}

/** The tenant of `npm run demo`, when nothing else runs in it. */
export function sharedDemoTenant(): DemoTenant {
  const { displayName } = person('member');
  return {
    tenant: 'Contoso',
    firstName: displayName.split(' ')[0] ?? '',
    async signIn(page) {
      const form = new SignInPage(page);
      await form.choose(displayName);
      await form.submit.click();
    },
  };
}

/** A tenant of its own, where other stories run at the same time. */
export async function createDemoTenant(word: string): Promise<DemoTenant> {
  const admin: Api = await apiOf('admin');
  const { id } = await admin.ok('POST', '/v1/admin/tenants', { name: `Contoso ${word}` });
  const name = `max.${word}`;
  const user = await admin.ok('POST', '/v1/admin/users', {
    name,
    display_name: 'Max Demo',
    roles: [{ tenant_id: String(id), role: 'member' }],
  });
  const password = String(user.password);
  expect(password.length).toBeGreaterThan(0);
  return {
    tenant: `Contoso ${word}`,
    firstName: 'Max',
    async signIn(page) {
      const form = new SignInPage(page);
      await form.name.fill(name);
      await form.password.fill(password);
      await form.submit.click();
    },
  };
}
