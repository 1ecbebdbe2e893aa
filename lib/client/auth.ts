'use client';

/** Signs out and goes to the sign-in page. @returns false when it did not work: the sign-in still holds */
export async function signOut(): Promise<boolean> {
  const answer = await postToAuth('/api/auth/signout', {}).catch(() => null);
  if (!answer?.ok) return false;
  // of a provider, where the sign-in is to end, too; else the page that one was on
  const { url } = (await answer.json().catch(() => ({}))) as { url?: string };
  const isElsewhere = url !== undefined && new URL(url, window.location.href).origin !== window.location.origin;
  window.location.assign(isElsewhere ? url : '/sign-in');
  return true;
}

/**
 * Goes to the provider of sign-ins. It comes back by itself, signed in or with a code that the sign-in page explains.
 *
 * @param target where to go on then
 * @param again true: the provider asks who one is, also where it knows (`prompt`, OpenID Connect Core, 3.1.2.1)
 * @returns false when it did not work
 */
export async function signInByProvider(target: string, again = false): Promise<boolean> {
  const answer = await postToAuth(`/api/auth/signin/oidc${again ? '?prompt=login' : ''}`, {
    callbackUrl: new URL(target, window.location.href).href,
  }).catch(() => null);
  const { url } = answer?.ok ? ((await answer.json()) as { url?: string }) : {};
  if (!url) return false;
  window.location.assign(url);
  return true;
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

/** Sends a form to next-auth: its own doors take no JSON, and want its proof beside the fields. */
export async function postToAuth(path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({
    callbackUrl: window.location.href,
    ...fields,
    csrfToken: await proof(),
    json: 'true',
  });
  return fetch(path, { method: 'POST', body });
}
