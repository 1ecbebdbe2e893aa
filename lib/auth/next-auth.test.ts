import type { Session, User } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoPeople } from '@/lib/api/testing/demo-people';
import { deviceCookie, newVisit, nextAuthOptions } from './next-auth';
import { SIGN_IN_RATES } from './sign-in-limit';
import { withRetryAfter } from './sign-in-response';

const { db, ids, parts } = demoPeople();

type Authorize = (given: Record<string, string>, request: { headers: Record<string, string> }) => Promise<User | null>;
async function authorize(name: string, password: string, visit = newVisit(), cookie = '') {
  const { providers } = nextAuthOptions(parts().container, visit);
  const provider = providers[0] as unknown as { options: { authorize: Authorize } };
  return provider.options.authorize({ name, password }, { headers: { 'x-forwarded-for': '192.0.2.1', cookie } });
}
async function jwt(change: Partial<{ token: JWT; user: User; trigger: 'update'; session: unknown }>): Promise<JWT> {
  const { callbacks } = nextAuthOptions(parts().container);
  if (!callbacks?.jwt) throw new Error('there is no jwt callback');
  return callbacks.jwt({ token: {}, account: null, ...change } as Parameters<typeof callbacks.jwt>[0]);
}
let signInId = '';
beforeAll(async () => {
  signInId = await parts().container.auth.signIns.begin({ id: ids.reader ?? '', credentialVersion: 0 });
});
const signedIn = (): JWT => ({ sub: ids.reader, tenantId: ids.Contoso, signInId });

describe('signing in to the dashboard', () => {
  it('begins in the first tenant of the user', async () => {
    const user = await authorize('member', 'Vetro-demo-1');
    expect(user).toEqual({
      id: ids.member,
      name: 'Max Member',
      email: 'max@contoso.example',
      tenantId: ids.Contoso,
      signInId: expect.any(String),
    });
    const token = await jwt({ token: { sub: ids.member }, user: user as User });
    expect(token).toMatchObject({ tenantId: ids.Contoso, signInId: user?.signInId });
    expect(await jwt({ token })).toEqual(token);
  });

  it('is refused with a code the sign-in page has a sentence for', async () => {
    await expect(authorize('member', 'wrong')).rejects.toThrow(/^wrong_credentials$/);
    await expect(authorize('', '')).rejects.toThrow(/^wrong_credentials$/);
    for (let n = 0; n < SIGN_IN_RATES.place.burst; n++) await authorize('busy', 'wrong').catch(() => undefined);
    await expect(authorize('busy', 'wrong')).rejects.toThrow(/^too_many_sign_ins:\d+$/);
  });

  it('is refused to whoever has no tenant', async () => {
    const { passwordHash } = await db().user.findUniqueOrThrow({ where: { name: 'member' } });
    await db().user.create({ data: { id: 'f'.repeat(32), name: 'new', displayName: 'New', passwordHash } });
    await expect(authorize('new', 'Vetro-demo-1')).rejects.toThrow(/^no_tenant$/);
  });

  it('gives the browser what to show next time, and takes it then', async () => {
    const first = newVisit();
    await authorize('reader', 'Vetro-demo-1', first);
    expect(first.device).toMatch(/^vetro_/);
    const again = newVisit();
    await authorize('reader', 'Vetro-demo-1', again, `a=b; __Secure-vetro.device=${first.device}`);
    expect(again.device).toBe(first.device);
    const refused = newVisit();
    await authorize('reader', 'wrong', refused).catch(() => undefined);
    expect(refused.device).toBeNull();
    expect(deviceCookie('x', 'https://vetro.test')).toBe(
      '__Secure-vetro.device=x; Path=/api/auth; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure',
    );
    expect(deviceCookie('x', 'http://vetro.test')).toMatch(/^vetro\.device=x; .*SameSite=Lax$/);
  });

  it('keeps its cookie from scripts, and to https where we are reached by it', async () => {
    const cookie = nextAuthOptions(parts().container).cookies?.sessionToken;
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

describe('signing out', () => {
  it('ends the sign-in that the cookie names: it is renewed no more', async () => {
    const user = (await authorize('member', 'Vetro-demo-1')) as User;
    const token = await jwt({ token: { sub: ids.member }, user });
    const { events } = nextAuthOptions(parts().container);
    await events?.signOut?.({ token } as never);
    await expect(jwt({ token })).rejects.toThrow('sign_in_over');
    await expect(jwt({ token, trigger: 'update', session: { tenantId: ids.Contoso } })).rejects.toThrow('sign_in_over');
  });

  it('that cannot reach the database says so', async () => {
    const visit = newVisit();
    const { auth } = parts().container;
    const { end } = auth.signIns;
    auth.signIns.end = () => Promise.reject(new Error('no database'));
    const { events } = nextAuthOptions(parts().container, visit);
    await expect(events?.signOut?.({ token: signedIn() } as never)).rejects.toThrow('no database');
    auth.signIns.end = end;
    expect(visit.failure).toEqual(new Error('no database'));
  });

  it('is not taken to have happened when the database cannot be asked', async () => {
    const visit = newVisit();
    const { auth } = parts().container;
    const { find } = auth.signIns;
    auth.signIns.find = () => Promise.reject(new Error('no database'));
    const { callbacks } = nextAuthOptions(parts().container, visit);
    await expect(callbacks?.jwt?.({ token: signedIn(), account: null } as never)).rejects.toThrow('no database');
    auth.signIns.find = find;
    expect(visit.failure).toEqual(new Error('no database'));
  });

  it('of cookies from before sign-ins were kept is not needed: they are over', async () => {
    await expect(jwt({ token: { sub: ids.reader, tenantId: ids.Contoso } })).rejects.toThrow('sign_in_over');
  });
});

describe('the session that the browser sees', () => {
  it('names the tenant and the role of now', async () => {
    const { callbacks } = nextAuthOptions(parts().container);
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
    const { callbacks } = nextAuthOptions(parts().container);
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
