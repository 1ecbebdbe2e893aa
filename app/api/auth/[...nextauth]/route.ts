import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { deviceCookie, newVisit, nextAuthOptions } from '@/lib/auth/next-auth';
import { withRetryAfter } from '@/lib/auth/sign-in-answer';
import { getContainer } from '@/lib/container';

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function answer(request: NextRequest, context: Context): Promise<Response> {
  const visit = newVisit();
  const { config, log } = await getContainer();
  const handle = NextAuth(await nextAuthOptions(visit)) as (
    request: NextRequest,
    context: Context,
  ) => Promise<Response>;
  const answered = await withRetryAfter(await handle(request, context));
  if (visit.failure !== null) {
    // Nobody is signed out for that, and nobody who signed out is told that it worked.
    log.error({ err: visit.failure }, 'next-auth could not ask the database');
    const error = 'The server cannot do that at the moment. Try again.';
    return Response.json({ error }, { status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } });
  }
  if (visit.device !== null) answered.headers.append('set-cookie', deviceCookie(visit.device, config.baseUrl));
  return answered;
}

export { answer as GET, answer as POST };
