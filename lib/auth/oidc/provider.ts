import type { Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { Issuer, TokenSet } from 'openid-client';
import type { OidcSettings } from '@/lib/config/oidc-settings';

/** What next-auth calls the provider, also in addresses: `/api/auth/callback/oidc`. */
export const OIDC_PROVIDER = 'oidc';

const TIMEOUT_MS = 10_000;

/** What the provider says of somebody: claims of the signed token, and of its `userinfo` what that has not. */
export type OidcClaims = Profile & Record<string, unknown>;

/**
 * The provider as next-auth wants it: an authorization code with PKCE, state and nonce; the token's signature, issuer,
 * audience and time are checked by `openid-client`.
 *
 * @param longestSeconds how old a sign-in there may be: the provider asks again for who they are after that (OpenID Connect
 *   Core, 3.1.2.1)
 */
export function oidcProvider(
  { issuer, clientId, clientSecret, name, scopes }: OidcSettings,
  longestSeconds: number,
): OAuthConfig<OidcClaims> {
  return {
    id: OIDC_PROVIDER,
    name,
    type: 'oauth',
    issuer,
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: scopes, max_age: longestSeconds } },
    httpOptions: { timeout: TIMEOUT_MS },
    userinfo: {
      // groups are often told here alone; openid-client refuses an answer about another subject
      request: async ({ client, tokens }) => {
        const signed = new TokenSet(tokens);
        const more = client.issuer.metadata.userinfo_endpoint ? await client.userinfo(signed) : {};
        return { ...more, ...signed.claims() };
      },
    },
    profile: ({ sub }) => ({ id: sub ?? '', tenantId: '', signInId: '' }),
  };
}

/**
 * Where a browser ends its sign-in at the provider, and comes back from to the sign-in page; null where the provider has
 * no such address or does not answer.
 */
export async function endSessionAddress(settings: OidcSettings, baseUrl: string): Promise<string | null> {
  const issuer = await Issuer.discover(settings.issuer).catch(() => null);
  if (!issuer?.metadata.end_session_endpoint) return null;
  const client = new issuer.Client({ client_id: settings.clientId, client_secret: settings.clientSecret });
  return client.endSessionUrl({ post_logout_redirect_uri: `${baseUrl}/sign-in` });
}
