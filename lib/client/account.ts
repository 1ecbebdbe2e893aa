'use client';
import { useMutation } from '@tanstack/react-query';
import { api } from './api';
import { type SignInRefusal, signInRefusal } from './sign-in-words';

/**
 * Signs in; null when it worked, else why not.
 *
 * @param domain where people are known by Keystone; empty: the usual one
 */
export async function signIn(name: string, password: string, domain = ''): Promise<SignInRefusal | null> {
  try {
    const fields: Record<string, string> = { name, password };
    if (domain !== '') fields.domain = domain;
    const answer = await post('/api/auth/callback/credentials', fields);
    const { url } = (await answer.json()) as { url?: string };
    // where the sign-in would go on; a refusal is a part of that address
    const error = new URL(url ?? '/', window.location.href).searchParams.get('error');
    return answer.ok && error === null ? null : signInRefusal(error, answer.status);
  } catch {
    return signInRefusal(null, 0);
  }
}

/** Signs out and goes to the sign-in page. @returns false when it did not work: the sign-in still holds */
export async function signOut(): Promise<boolean> {
  const answer = await post('/api/auth/signout', {}).catch(() => null);
  if (!answer?.ok) return false;
  window.location.assign('/sign-in');
  return true;
}

/** Changes my own password: my other sign-ins and my tokens end, this one stays. */
export function useChangePassword() {
  return useMutation({
    mutationFn: ({ current, next }: { current: string; next: string }) =>
      api.put('/me/password', { current_password: current, new_password: next }),
  });
}

/** Looks at another tenant from now on; everything on screen belongs to the old one, so the page starts afresh. */
export async function switchTenant(tenantId: string, to = '/'): Promise<void> {
  const csrfToken = await proof();
  await fetch('/api/auth/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ csrfToken, data: { tenantId } }),
  });
  window.location.assign(to);
}

/** What proves that a request of the sign-in comes from this page. */
async function proof(): Promise<string> {
  const answer = await fetch('/api/auth/csrf', { cache: 'no-store' });
  return ((await answer.json()) as { csrfToken: string }).csrfToken;
}

async function post(path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({
    ...fields,
    csrfToken: await proof(),
    callbackUrl: window.location.href,
    json: 'true',
  });
  return fetch(path, { method: 'POST', body });
}
