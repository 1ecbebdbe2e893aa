import type { Session, User } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import { describe, expect, it } from 'vitest';
import { demoPeople } from '@/lib/api/testing/demo-people';
import { nextAuthOptions } from './next-auth';
import { withRetryAfter } from './sign-in-answer';
import { MOST_FAILURES } from './sign-in-limit';

const { db, ids } = demoPeople();

type Authorize = (given: Record<string, string>, request: { headers: Record<string, string> }) => Promise<User | null>;
async function authorize(name: string, password: string) {
  const { providers } = await nextAuthOptions();
  const provider = providers[0] as unknown as { options: { authorize: Authorize } };
  return provider.options.authorize({ name, password }, { headers: { 'x-forwarded-for': '192.0.2.1' } });
}
async function jwt(change: Partial<{ token: JWT; user: User; trigger: 'update'; session: unknown }>): Promise<JWT> {
  const { callbacks } = await nextAuthOptions();
  if (!callbacks?.jwt) throw new Error('there is no jwt callback');
  return callbacks.jwt({ token: {}, account: null, ...change } as Parameters<typeof callbacks.jwt>[0]);
}
const signedIn = (): JWT => ({ sub: ids.reader, tenantId: ids.Contoso });

describe('signing in to the dashboard', () => {
  it('begins in the first tenant of the user', async () => {
    const user = await authorize('member', 'Vetro-demo-1');
    expect(user).toEqual({ id: ids.member, name: 'Max Member', email: 'max@contoso.example', tenantId: ids.Contoso });
    expect((await jwt({ token: { sub: ids.member }, user: user as User })).tenantId).toBe(ids.Contoso);
  });

  it('is refused with a code the sign-in page has a sentence for', async () => {
    await expect(authorize('member', 'wrong')).rejects.toThrow(/^wrong_credentials$/);
    await expect(authorize('', '')).rejects.toThrow(/^wrong_credentials$/);
    for (let n = 0; n < MOST_FAILURES.name; n++) await authorize('busy', 'wrong').catch(() => undefined);
    await expect(authorize('busy', 'wrong')).rejects.toThrow(/^too_many_sign_ins:\d+$/);
  });

  it('is refused to whoever has no tenant', async () => {
    const { passwordHash } = await db().user.findUniqueOrThrow({ where: { name: 'member' } });
    await db().user.create({ data: { id: 'f'.repeat(32), name: 'new', displayName: 'New', passwordHash } });
    await expect(authorize('new', 'Vetro-demo-1')).rejects.toThrow(/^no_tenant$/);
  });

  it('keeps its cookie from scripts, and to https where we are reached by it', async () => {
    const cookie = (await nextAuthOptions()).cookies?.sessionToken;
    expect(cookie).toMatchObject({
      name: '__Secure-vetro.session',
      options: { httpOnly: true, sameSite: 'lax', secure: true },
    });
  });
});

describe('switching the tenant', () => {
  const to = (tenantId: unknown) => jwt({ token: signedIn(), trigger: 'update', session: { tenantId } });

  it('is taken where the user has a role now', async () => {
    await db().roleAssignment.create({
      data: { userId: ids.reader ?? '', tenantId: ids.Fabrikam ?? '', role: 'reader' },
    });
    expect((await to(ids.Fabrikam)).tenantId).toBe(ids.Fabrikam);
  });

  it.each([
    ['a tenant nobody knows', '0'.repeat(32)],
    ['no text', { $ne: '' }],
    ['nothing', undefined],
  ])('is not taken to %s', async (_what, tenantId) => {
    expect((await to(tenantId)).tenantId).toBe(ids.Contoso);
  });

  it('cannot change who is signed in', async () => {
    const session = { tenantId: ids.Contoso, sub: ids.admin, user: { id: ids.admin } };
    expect(await jwt({ token: signedIn(), trigger: 'update', session })).toEqual(signedIn());
  });
});

describe('the session that the browser sees', () => {
  it('names the tenant and the role of now', async () => {
    const { callbacks } = await nextAuthOptions();
    const see = (token: JWT) =>
      callbacks?.session?.({ session: { user: {}, expires: '' }, token } as unknown as Parameters<
        NonNullable<typeof callbacks.session>
      >[0]) as Promise<Session>;
    expect((await see(signedIn())).tenant).toEqual({ id: ids.Contoso, name: 'Contoso', role: 'reader' });
    expect((await see({ sub: ids.reader, tenantId: '0'.repeat(32) })).tenant).toBeNull();
  });
});

describe('where next-auth sends a browser', () => {
  it.each([
    ['/catalog', 'https://vetro.test/catalog'],
    ['https://vetro.test/catalog?a=1', 'https://vetro.test/catalog?a=1'],
    ['/..//evil.example', 'https://vetro.test/'],
    ['https://vetro.test/.//evil.example', 'https://vetro.test/'],
    ['https://vetro.test.evil.example/', 'https://vetro.test/'],
    ['https://[', 'https://vetro.test/'],
    ['no address', 'https://vetro.test/'],
  ])('for %s is %s', async (url, to) => {
    const { callbacks } = await nextAuthOptions();
    expect(await callbacks?.redirect?.({ url, baseUrl: 'https://vetro.test' })).toBe(to);
  });
});

describe('the answer to a refused sign-in', () => {
  const refused = (error: string) =>
    withRetryAfter(Response.json({ url: `https://vetro.test/sign-in?error=${error}` }, { status: 401 }));

  it('is 429 with the seconds to wait after too many attempts', async () => {
    const answer = await refused('too_many_sign_ins%3A120');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '120']);
    expect((await answer.json()).url).toContain('too_many_sign_ins');
  });

  it('stays 401 otherwise', async () => {
    const answer = await refused('wrong_credentials');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([401, null]);
  });
});
