import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { nextAuthOptions } from '@/lib/auth/next-auth';
import { withRetryAfter } from '@/lib/auth/sign-in-answer';

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function answer(request: NextRequest, context: Context): Promise<Response> {
  const handle = NextAuth(await nextAuthOptions()) as (request: NextRequest, context: Context) => Promise<Response>;
  return withRetryAfter(await handle(request, context));
}

export { answer as GET, answer as POST };
