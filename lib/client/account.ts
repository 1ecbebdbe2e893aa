'use client';
import { getCsrfToken, signIn as nextAuthSignIn, signOut as nextAuthSignOut } from 'next-auth/react';
import { type SignInRefusal, signInRefusal } from './sign-in-words';

/** Signs in; null when it worked, else why not. */
export async function signIn(name: string, password: string): Promise<SignInRefusal | null> {
  try {
    const answer = await nextAuthSignIn('credentials', { name, password, redirect: false });
    if (answer?.ok && !answer.error) return null;
    return signInRefusal(answer?.error ?? null, answer?.status ?? 0);
  } catch {
    return signInRefusal(null, 0);
  }
}

/** Signs out and goes to the sign-in page. */
export async function signOut(): Promise<void> {
  await nextAuthSignOut({ redirect: false });
  window.location.assign('/sign-in');
}

/** Looks at another tenant from now on; everything on screen belongs to the old one, so the page starts afresh. */
export async function switchTenant(tenantId: string, to = '/'): Promise<void> {
  const csrfToken = await getCsrfToken();
  await fetch('/api/auth/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ csrfToken, data: { tenantId } }),
  });
  window.location.assign(to);
}
