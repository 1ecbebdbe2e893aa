'use client';
import { getCsrfToken, signIn as nextAuthSignIn, signOut as nextAuthSignOut } from 'next-auth/react';
import { signInSentence } from './sign-in-words';

/** Signs in; null when it worked, else the sentence that says why not. */
export async function signIn(name: string, password: string): Promise<string | null> {
  try {
    const answer = await nextAuthSignIn('credentials', { name, password, redirect: false });
    if (answer?.ok && !answer.error) return null;
    return signInSentence(answer?.error ?? null, answer?.status ?? 0);
  } catch {
    return signInSentence(null, 0);
  }
}

/** Signs out and goes to the sign-in page. */
export async function signOut(): Promise<void> {
  await nextAuthSignOut({ redirect: false });
  window.location.assign('/sign-in');
}

/** Looks at another tenant from now on; everything on screen belongs to the old one, so the page starts afresh. */
export async function switchTenant(tenantId: string): Promise<void> {
  const csrfToken = await getCsrfToken();
  await fetch('/api/auth/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ csrfToken, data: { tenantId } }),
  });
  window.location.assign('/');
}
