/** Leads to the sign-in page, and from there back to what is looked at now. */
export function leaveToSignIn(): void {
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(here)}`);
}

/** Leads to the sign-in page if the sign-in is over: asked when live news are refused, which may have other reasons. */
export async function leaveIfSignedOut(): Promise<void> {
  const answer = await fetch('/v1/me', { cache: 'no-store' }).catch(() => null);
  if (answer?.status === 401) leaveToSignIn();
}
