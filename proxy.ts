import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { pagePolicy } from '@/lib/api/page-policy';
import { sessionCookieName } from '@/lib/auth/session-cookie-name';
import { DEVELOPMENT } from '@/lib/config/build-mode';

/** Pages that need no sign-in. */
const OPEN_PAGES = ['/sign-in'];

/**
 * Before every page: security headers with a nonce of its own, and the way to the sign-in page for whoever has no
 * sign-in cookie. Whether the cookie is any good is asked by the pages themselves and by the API.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const signedIn = [true, false].some((secure) => request.cookies.has(sessionCookieName(secure)));
  if (!signedIn && !OPEN_PAGES.includes(pathname.replace(/\/$/, ''))) {
    const signIn = new URL('/sign-in', request.nextUrl);
    if (pathname !== '/') signIn.searchParams.set('callbackUrl', pathname + search);
    return withHeaders(NextResponse.redirect(signIn), null);
  }
  const nonce = randomBytes(16).toString('base64');
  const headers = new Headers(request.headers);
  // Next takes the nonce for its own scripts from the policy; the layout takes it from here.
  headers.set('content-security-policy', pagePolicy(nonce, DEVELOPMENT));
  headers.set('x-nonce', nonce);
  headers.set('x-page-path', pathname + search);
  return withHeaders(NextResponse.next({ request: { headers } }), nonce);
}

function withHeaders(answer: NextResponse, nonce: string | null): NextResponse {
  if (nonce) answer.headers.set('content-security-policy', pagePolicy(nonce, DEVELOPMENT));
  answer.headers.set('x-content-type-options', 'nosniff');
  answer.headers.set('x-frame-options', 'DENY');
  answer.headers.set('referrer-policy', 'same-origin');
  answer.headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  answer.headers.set('cross-origin-opener-policy', 'same-origin');
  return answer;
}

export const config = {
  // Pages alone: not the API, nor what Next serves as files, nor the simulated machines' own web sites.
  matcher: [
    '/((?!v[12](?:/|$)|identity(?:/|$)|api/|openapi\\.json|healthz$|readyz$|metrics$|machines/|_next/|.*\\.(?:svg|png|ico|webp|woff2|txt|webmanifest)$).*)',
  ],
};
