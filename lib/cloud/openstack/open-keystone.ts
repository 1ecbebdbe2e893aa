import type { IdentityProvider } from '@/lib/ports/identity-provider';
import { createHttpClient } from './http-client';
import { createKeystoneIdentity } from './identity';
import type { OpenStackSettings } from './settings';

/**
 * The Keystone that people sign in through, on connections of its own: whoever signs in does not stand in line behind
 * stacks.
 *
 * @returns null where people are users of Vetro's own
 */
export function openKeystone(
  settings: OpenStackSettings,
  log: { debug(details: object, text: string): void },
): { provider: IdentityProvider; close(): Promise<void> } | null {
  if (!settings.identity) return null;
  const { ca, insecure } = settings;
  const http = createHttpClient({ ca, insecure, log });
  return { provider: createKeystoneIdentity(http, settings, settings.identity), close: () => http.close() };
}
