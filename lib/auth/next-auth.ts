import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { type Config, setNextAuthAddress } from '@/lib/config/env';
import type { Db } from '@/lib/db/client';
import { PLACE_DAYS } from '@/lib/db/sign-in-places';
import { isVetroError } from '@/lib/errors';
import type { Log } from '@/lib/logging';
import { localPath } from '@/lib/model/local-path';
import type { Auth } from './auth';
import { browserName } from './browser-name';
import { clientAddress } from './client-address';
import { proveSecondFactor, type SecondFactorParts } from './second-factor';
import { cookieIn } from './session-cookie';
import { deviceCookieName, sessionCookieName } from './session-cookie-name';
import { authenticateExternal, authenticatePassword, type SignedIn } from './sign-in';
import { codeWithWait } from './sign-in-response';

/** What next-auth has no place for in its answer. */
export interface Visit {
  /** what the browser shall show when somebody signs in with it next; null when nobody did */
  device: string | null;
  /** why the database could not be asked: next-auth would take that for a sign-in that is over; null when it could */
  failure: unknown;
}

/** What signing in needs of the process. */
export interface SignInParts {
  config: Pick<Config, 'baseUrl' | 'proxies' | 'sessionSecret' | 'signIn'>;
  db: Db;
  box: SecondFactorParts['box'];
  auth: Auth;
  log: Log;
}

/** Makes what one request may have to tell. */
export function newVisit(): Visit {
  return { device: null, failure: null };
}

/** The words next-auth logs when a cookie names a sign-in that is over: no fault of anybody. */
const OVER = 'sign_in_over';

/**
 * How the dashboard signs in: with name and password, into a cookie that names the sign-in, who and in which tenant,
 * and nothing about rights: those are looked up at each request, and whether the sign-in still holds. Switching the
 * tenant is an update of the session (`update({ tenantId })`), taken only if the user has a role there at that moment.
 *
 * @param visit takes what the response must tell besides
 */
export function nextAuthOptions(
  { config, db, box, auth, log }: SignInParts,
  visit: Visit = newVisit(),
): NextAuthOptions {
  setNextAuthAddress(config.baseUrl);
  const secure = config.baseUrl.startsWith('https://');
  const noteFailure = (error: unknown): never => {
    visit.failure = error;
    throw error;
  };
  return {
    secret: config.sessionSecret,
    session: { strategy: 'jwt', maxAge: config.signIn.longestSeconds, updateAge: 0 },
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
        credentials: {
          name: { label: 'User name' },
          password: { label: 'Password', type: 'password' },
          // of a second factor, or a recovery code
          totp: { label: 'Code' },
          // where people are known by Keystone
          domain: { label: 'Domain' },
        },
        async authorize(given, request) {
          const headers = new Headers(request.headers as Record<string, string> | undefined);
          const from = {
            password: String(given?.password ?? ''),
            address: clientAddress(headers, config.proxies),
            device: cookieIn(headers.get('cookie') ?? '', deviceCookieName(secure)),
          };
          const name = String(given?.name ?? '');
          const user: SignedIn & { externalToken?: string } = await (auth.external
            ? authenticateExternal(db, auth.external, { ...from, name, domain: String(given?.domain ?? '') })
            : authenticatePassword(db, {
                ...{ ...from, user: { name } },
                proveMore: (userId) => proveSecondFactor({ db, box }, userId, String(given?.totp ?? '').slice(0, 64)),
              })
          ).catch((error) => refuseSignIn(error, log));
          const [first] = await auth.membershipsOf(user.id);
          if (!first) throw new Error('no_tenant');
          visit.device = user.device;
          const signInId = await auth.signIns.begin(user, {
            browser: browserName(headers.get('user-agent') ?? ''),
            address: from.address ?? '',
          });
          const { id, displayName, email, externalToken } = user;
          const outside = externalToken === undefined ? {} : { externalToken };
          return { id, name: displayName, email, tenantId: first.tenant.id, signInId, ...outside };
        },
      }),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => new URL(localPath(url, new URL(baseUrl).origin), baseUrl).href,
      async jwt({ token, user, trigger, session }) {
        if (user) {
          const outside = user.externalToken === undefined ? {} : { externalToken: user.externalToken };
          return { ...token, tenantId: user.tenantId, signInId: user.signInId, ...outside };
        }
        const { sub: userId, tenantId, signInId, externalToken } = token;
        if (!userId || !tenantId || !signInId) throw new Error(OVER);
        if (!(await auth.signIns.find({ signInId, userId, tenantId }, true).catch(noteFailure))) throw new Error(OVER);
        if (auth.external && !(externalToken && (await auth.external.find(externalToken).catch(noteFailure))))
          throw new Error(OVER);
        const wanted: unknown = trigger === 'update' ? session?.tenantId : undefined;
        return typeof wanted === 'string' && (await auth.membership(userId, wanted).catch(noteFailure))
          ? { ...token, tenantId: wanted }
          : token;
      },
      async session({ session, token }) {
        const { sub, tenantId } = token;
        const member = sub && tenantId ? await auth.membership(sub, tenantId).catch(noteFailure) : null;
        return {
          ...session,
          user: { ...session.user, id: sub ?? '' },
          tenant: member && { id: member.tenant.id, name: member.tenant.name, role: member.role },
        };
      },
    },
    events: {
      async signOut({ token }) {
        if (!token?.signInId) return;
        await auth.signIns.end(token.signInId).catch(noteFailure);
        if (!auth.external || !token.externalToken) return;
        // the sign-in is over by now; a Keystone that is away lets the token end by itself
        await auth.external
          .end(token.externalToken)
          .catch((error) => log.warn({ err: error }, 'a token was not revoked'));
      },
    },
    logger: nextAuthLog(log),
  };
}

/**
 * The Set-Cookie header by which a browser remembers that somebody signed in with it. It opens nothing: an account that
 * was signed in to with it is not slowed down by strangers who guess.
 */
export function deviceCookie(device: string, baseUrl: string): string {
  const secure = baseUrl.startsWith('https://');
  const age = PLACE_DAYS * 24 * 3600;
  return `${deviceCookieName(secure)}=${device}; Path=/api/auth; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** next-auth shows the message of an error in an address, so it gets a code that the sign-in page has a sentence for. */
function refuseSignIn(error: unknown, log: Log): never {
  if (!isVetroError(error)) log.error({ err: error }, 'sign-in failed');
  throw new Error(isVetroError(error) ? codeWithWait(error.code, error.retryAfterSeconds) : 'unavailable');
}

function nextAuthLog(log: Log): NextAuthOptions['logger'] {
  return {
    error: (code, metadata) => {
      const err = metadata instanceof Error ? metadata : metadata.error;
      if (err.message === OVER) log.debug({ code }, 'a cookie names a sign-in that is over');
      else log.error({ code, err }, 'next-auth');
    },
    warn: (code) => log.warn({ code }, 'next-auth'),
    debug: (code) => log.debug({ code }, 'next-auth'),
  };
}
