import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { tellNextAuthItsAddress } from '@/lib/config/env';
import { getContainer } from '@/lib/container';
import { isVetroError } from '@/lib/errors';
import type { Log } from '@/lib/logging';
import { localPath } from '@/lib/model/local-path';
import { clientAddress } from './client-address';
import { SESSION_SECONDS } from './session-cookie';
import { sessionCookieName } from './session-cookie-name';
import { authenticatePassword } from './sign-in';
import { codeWithWait } from './sign-in-answer';

/**
 * How the dashboard signs in: with name and password, into a cookie that holds who and in which tenant, and
 * nothing about rights: those are looked up at each request. Switching the tenant is an update of the session
 * (`update({ tenantId })`), taken only if the user has a role there at that moment.
 */
export async function nextAuthOptions(): Promise<NextAuthOptions> {
  const { config, db, auth, log } = await getContainer();
  tellNextAuthItsAddress(config.baseUrl);
  const secure = config.baseUrl.startsWith('https://');
  return {
    secret: config.sessionSecret,
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS, updateAge: 0 },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    cookies: {
      sessionToken: {
        name: sessionCookieName(secure),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      },
    },
    useSecureCookies: secure,
    providers: [
      Credentials({
        credentials: { name: { label: 'User name' }, password: { label: 'Password', type: 'password' } },
        async authorize(given, request) {
          const headers = new Headers(request.headers as Record<string, string> | undefined);
          const user = await authenticatePassword(db, {
            user: { name: String(given?.name ?? '') },
            password: String(given?.password ?? ''),
            address: clientAddress(headers, config.proxies),
          }).catch((error) => refuseSignIn(error, log));
          const [first] = await auth.membershipsOf(user.id);
          if (!first) throw new Error('no_tenant');
          return { id: user.id, name: user.displayName, email: user.email, tenantId: first.tenant.id };
        },
      }),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => new URL(localPath(url, new URL(baseUrl).origin), baseUrl).href,
      async jwt({ token, user, trigger, session }) {
        if (user) {
          token.tenantId = user.tenantId;
          token.signedInAt = Date.now();
        }
        const wanted: unknown = trigger === 'update' ? session?.tenantId : undefined;
        if (typeof wanted === 'string' && token.sub && (await auth.membership(token.sub, wanted)))
          token.tenantId = wanted;
        return token;
      },
      async session({ session, token }) {
        const member = token.sub && token.tenantId ? await auth.membership(token.sub, token.tenantId) : null;
        return {
          ...session,
          user: { ...session.user, id: token.sub ?? '' },
          tenant: member && { id: member.tenant.id, name: member.tenant.name, role: member.role },
        };
      },
    },
    logger: nextAuthLog(log),
  };
}

/** next-auth shows the message of an error in an address, so it gets a code that the sign-in page has a sentence for. */
function refuseSignIn(error: unknown, log: Log): never {
  if (!isVetroError(error)) log.error({ err: error }, 'sign-in failed');
  throw new Error(isVetroError(error) ? codeWithWait(error.code, error.retryAfterSeconds) : 'unavailable');
}

function nextAuthLog(log: Log): NextAuthOptions['logger'] {
  return {
    error: (code, metadata) =>
      log.error({ code, err: metadata instanceof Error ? metadata : metadata.error }, 'next-auth'),
    warn: (code) => log.warn({ code }, 'next-auth'),
    debug: (code) => log.debug({ code }, 'next-auth'),
  };
}
