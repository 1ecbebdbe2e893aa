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
  if (visit.signOutFailure !== null) {
    log.error({ err: visit.signOutFailure }, 'sign-out failed');
    return Response.json(
      { error: 'The sign-out failed: try again.' },
      { status: 503, headers: { 'retry-after': '2' } },
    );
  }
  if (visit.device !== null) answered.headers.append('set-cookie', deviceCookie(visit.device, config.baseUrl));
  return answered;
}

export { answer as GET, answer as POST };
