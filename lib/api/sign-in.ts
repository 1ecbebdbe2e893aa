import 'server-only';
import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { deviceCookie, newVisit, nextAuthOptions } from '@/lib/auth/next-auth';
import { withRetryAfter } from '@/lib/auth/sign-in-response';
import { getContainer } from '@/lib/container';
import { errors } from '@/lib/errors';
import { errorResponseAt } from './error-response';
import { asVetroError, statusOf } from './problem';
import { checkSignInRequest } from './sign-in-request';

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** Serves signing in to the dashboard and out of it: next-auth, with requests it can make something of. */
export async function serveSignIn(request: NextRequest, context: Context): Promise<Response> {
  const { database, log } = await getContainer();
  try {
    const { nextauth } = await context.params;
    const body = await checkSignInRequest(request, nextauth, (name) => request.cookies.get(name)?.value);
    const { url, method, headers } = request;
    return await database.during(() => response(new NextRequest(url, { method, headers, body }), context));
  } catch (error) {
    const failure = asVetroError(error);
    if (statusOf(failure) >= 500) log.error({ err: failure.cause ?? failure, code: failure.code }, 'sign-in failed');
    const { status, headers, body } = errorResponseAt(request.nextUrl.pathname, request.headers, failure);
    return new Response(body, { status, headers });
  }
}

async function response(request: NextRequest, context: Context): Promise<Response> {
  const visit = newVisit();
  const container = await getContainer();
  const handle = NextAuth(nextAuthOptions(container, visit, request.headers)) as (
    request: NextRequest,
    context: Context,
  ) => Promise<Response>;
  const answered = await withRetryAfter(await handle(request, context));
  if (visit.failure !== null) {
    // Nobody is signed out for that, and nobody who signed out is told that it worked.
    throw errors.unavailable('sign_in_unavailable', 'The server cannot do that at the moment. Try again.', {
      retryAfterSeconds: 2,
      cause: visit.failure,
    });
  }
  if (visit.onward !== null && answered.ok) return goOn(answered, visit.onward);
  if (visit.device !== null)
    answered.headers.append('set-cookie', deviceCookie(visit.device, container.config.baseUrl));
  return answered;
}

/** The answer to a sign-out of somebody whose sign-in is to end at their provider, too: the page goes there. */
function goOn(answered: Response, url: string): Response {
  const headers = new Headers(answered.headers);
  headers.delete('content-length');
  return Response.json({ url }, { headers });
}
