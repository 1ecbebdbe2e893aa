import 'server-only';
import type { NextAuthOptions, User } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import { type Config, setNextAuthAddress } from '@/lib/config/env';
import type { Db } from '@/lib/db/client';
import { PLACE_DAYS } from '@/lib/db/sign-in-places';
import { isVetroError } from '@/lib/errors';
import type { Log } from '@/lib/logging';
import { localPath } from '@/lib/model/local-path';
import { type PasskeyProof, PasskeyProofSchema } from '@/lib/model/passkeys';
import type { Auth } from './auth';
import { browserName } from './browser-name';
import { clientAddress } from './client-address';
import { endSessionAddress, OIDC_PROVIDER, type OidcClaims, oidcProvider } from './oidc/provider';
import { signInByProvider } from './oidc/sign-in';
import { authenticatePasskey } from './passkeys';
import { proveSecondFactor, type SecondFactorParts } from './second-factor';
import { cookieIn, readSessionCookie } from './session-cookie';
import { deviceCookieName, sessionCookieName } from './session-cookie-name';
import { authenticateExternal, authenticatePassword, type SignedIn } from './sign-in';
import { codeWithWait } from './sign-in-response';

/** What next-auth has no place for in its answer. */
export interface Visit {
  /** what the browser shall show when somebody signs in with it next; null when nobody did */
  device: string | null;
  /** why the database could not be asked: next-auth would take that for a sign-in that is over; null when it could */
  failure: unknown;
  /** where a browser goes on that has signed out; null: to the sign-in page */
  onward: string | null;
}

/** What signing in needs of the process. */
export interface SignInParts {
  config: Pick<Config, 'baseUrl' | 'proxies' | 'sessionSecret' | 'signIn' | 'oidc'>;
  db: Db;
  box: SecondFactorParts['box'];
  auth: Auth;
  log: Log;
}

/** Makes what one request may have to tell. */
export function newVisit(): Visit {
  return { device: null, failure: null, onward: null };
}

/** The words next-auth logs when a cookie names a sign-in that is over: no fault of anybody. */
const OVER = 'sign_in_over';

/**
 * How the dashboard signs in: with name and password, or by an OpenID Connect provider, into a cookie that names the sign-in,
 * who and in which tenant, and nothing about rights: those are looked up at each request, and whether the sign-in still
 * holds. Switching the tenant is an update of the session (`update({ tenantId })`), taken only if the user has a role there
 * at that moment.
 *
 * @param visit takes what the response must tell besides
 * @param headers of the request
 */
export function nextAuthOptions(
  parts: SignInParts,
  visit: Visit = newVisit(),
  headers: Headers = new Headers(),
): NextAuthOptions {
  const { config, log } = parts;
  setNextAuthAddress(config.baseUrl);
  const secure = config.baseUrl.startsWith('https://');
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
      withPassword(parts, visit),
      withPasskey(parts, headers),
      ...(config.oidc ? [oidcProvider(config.oidc, config.signIn.longestSeconds)] : []),
    ],
    callbacks: callbacksOf(parts, visit, headers),
    events: { signOut: ({ token }) => endSignIn(parts, visit, token) },
    logger: nextAuthLog(log),
  };
}

/** Signing in with name and password. */
function withPassword({ config, db, box, auth, log }: SignInParts, visit: Visit) {
  return Credentials({
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
        device: cookieIn(headers.get('cookie') ?? '', deviceCookieName(config.baseUrl.startsWith('https://'))),
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
      const signInId = await auth.signIns.begin(user, placeOf(headers, config.proxies));
      const { id, displayName, email, externalToken } = user;
      const outside = externalToken === undefined ? {} : { externalToken };
      return { id, name: displayName, email, tenantId: first.tenant.id, signInId, ...outside };
    },
  });
}

/** Signing in with a passkey: its authenticator knows whose it is, so no name is given. */
function withPasskey(parts: SignInParts, headers: Headers) {
  const { config, auth, log } = parts;
  return Credentials({
    id: 'passkey',
    // what the browser answers, as JSON
    credentials: { passkey: { label: 'Passkey' } },
    async authorize(given) {
      const user = await authenticatePasskey(parts, passkeyIn(given?.passkey)).catch((error) =>
        refuseSignIn(error, log),
      );
      const [first] = await auth.membershipsOf(user.id);
      if (!first) throw new Error('no_tenant');
      const signInId = await auth.signIns.begin(user, placeOf(headers, config.proxies));
      return { id: user.id, name: user.displayName, email: user.email, tenantId: first.tenant.id, signInId };
    },
  });
}

/** @throws Error `wrong_passkey` for what no browser answers */
function passkeyIn(text: unknown): PasskeyProof {
  try {
    return PasskeyProofSchema.parse(JSON.parse(String(text)));
  } catch {
    throw new Error('wrong_passkey');
  }
}

function placeOf(headers: Headers, proxies: number) {
  return { browser: browserName(headers.get('user-agent') ?? ''), address: clientAddress(headers, proxies) ?? '' };
}

/**
 * Begins the sign-in of somebody whom the provider has proven. One of theirs that the browser has already ends with it: the
 * new one stands in its place.
 */
async function enterByProvider(parts: SignInParts, headers: Headers, claims: OidcClaims): Promise<User> {
  const { config, auth } = parts;
  if (!config.oidc) throw new Error('there is no provider');
  const { id, displayName, email, credentialVersion } = await signInByProvider(parts, config.oidc, claims);
  const [first] = await auth.membershipsOf(id);
  if (!first) throw new Error('no_tenant');
  const before = await readSessionCookie(headers.get('cookie') ?? '', config.sessionSecret);
  const isOwn = before?.userId === id;
  const tenantId = isOwn && (await auth.membership(id, before.tenantId)) ? before.tenantId : first.tenant.id;
  const user = { id, credentialVersion };
  const signInId = await auth.signIns.begin(user, placeOf(headers, config.proxies), provenAtProvider(claims));
  if (isOwn) await auth.signIns.end(before.signInId);
  return { id, name: displayName, email, tenantId, signInId, oidc: true };
}

/**
 * When somebody proved to the provider who they are: a session that they have there opens a new sign-in here without that
 * (`auth_time`, OpenID Connect Core, 2). Null where the provider does not say: then it is now.
 */
function provenAtProvider({ auth_time: seconds }: OidcClaims): Date | null {
  const at = typeof seconds === 'number' ? new Date(seconds * 1000) : null;
  return at !== null && at.getTime() > 0 ? at : null;
}

function callbacksOf(parts: SignInParts, visit: Visit, headers: Headers): NonNullable<NextAuthOptions['callbacks']> {
  const { auth, log } = parts;
  const noteFailure = noting(visit);
  return {
    redirect: ({ url, baseUrl }) => new URL(localPath(url, new URL(baseUrl).origin), baseUrl).href,
    async signIn({ user, account, profile }) {
      if (account?.provider !== OIDC_PROVIDER) return true;
      const entered = await enterByProvider(parts, headers, { ...profile }).catch((error) => refuseSignIn(error, log));
      // next-auth hands the same object on to what makes the cookie
      Object.assign(user, entered);
      return true;
    },
    async jwt({ token, user, trigger, session }) {
      if (user) {
        const { tenantId, signInId, externalToken, oidc } = user;
        const outside = externalToken === undefined ? {} : { externalToken };
        return { ...token, tenantId, signInId, ...outside, ...(oidc ? { oidc } : {}) };
      }
      const { sub: userId, tenantId, signInId, externalToken, oidc } = token;
      if (!userId || !tenantId || !signInId) throw new Error(OVER);
      if (!(await auth.signIns.find({ signInId, userId, tenantId }, true).catch(noteFailure))) throw new Error(OVER);
      if (auth.external && !oidc && !(externalToken && (await auth.external.find(externalToken).catch(noteFailure))))
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
  };
}

async function endSignIn({ config, auth, log }: SignInParts, visit: Visit, token: JWT): Promise<void> {
  if (!token?.signInId) return;
  await auth.signIns.end(token.signInId).catch(noting(visit));
  if (token.oidc && config.oidc) visit.onward = await endSessionAddress(config.oidc, config.baseUrl);
  if (!auth.external || !token.externalToken) return;
  // the sign-in is over by now; a Keystone that is away lets the token end by itself
  await auth.external.end(token.externalToken).catch((error) => log.warn({ err: error }, 'a token was not revoked'));
}

/** Notes why the database could not be asked, which next-auth takes for a sign-in that is over. */
function noting(visit: Visit) {
  return (error: unknown): never => {
    visit.failure = error;
    throw error;
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
  if (error instanceof Error && error.message === 'no_tenant') throw error;
  if (!isVetroError(error)) log.error({ err: error }, 'sign-in failed');
  throw new Error(isVetroError(error) ? codeWithWait(error.code, error.retryAfterSeconds) : 'unavailable');
}

function nextAuthLog(log: Log): NextAuthOptions['logger'] {
  return {
    error: (code, metadata) => {
      const err = metadata instanceof Error ? metadata : metadata.error;
      if (err.message === OVER) log.debug({ code }, 'a cookie names a sign-in that is over');
      // what a browser brings back from a provider is not our fault
      else if (code.startsWith('OAUTH_CALLBACK')) log.warn({ code, err }, 'next-auth');
      else log.error({ code, err }, 'next-auth');
    },
    warn: (code) => log.warn({ code }, 'next-auth'),
    debug: (code) => log.debug({ code }, 'next-auth'),
  };
}
