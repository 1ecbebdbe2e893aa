import { type APIResponse, type BrowserContext, expect } from '@playwright/test';
import { type PersonName, person } from './people';

/** Signs a browser in without its pages, as the sign-in form does: for stories that begin inside. */
export async function signInQuietly(context: BrowserContext, name: PersonName, tenant?: string): Promise<void> {
  const { request } = context;
  const csrf = async () => String((await json(await request.get('/api/auth/csrf'))).csrfToken);
  const { password } = person(name);
  const answer = await request.post('/api/auth/callback/credentials', {
    form: { csrfToken: await csrf(), name, password, json: 'true' },
  });
  expect(answer.ok(), `${name} may sign in`).toBe(true);
  if (!tenant) return;
  const me = await json(await request.get('/v1/me'));
  const wanted = me.tenants.find((one: { name: string }) => one.name === tenant);
  await request.post('/api/auth/session', {
    data: { csrfToken: await csrf(), data: { tenantId: wanted.id } },
  });
}

async function json(answer: APIResponse) {
  expect(answer.ok(), `${answer.url()} answered ${answer.status()}`).toBe(true);
  return answer.json();
}
