import { createHash } from 'node:crypto';

/** What an installation has all of its agents keep. */
export interface ChannelSettings {
  /** public half of the release key, which signs programs of the agent: Ed25519, raw, base64url; null: there is none */
  releaseKey: string | null;
  /** where else the server may be found, when it does not answer where the agent was enrolled; without a slash at the end */
  addresses: readonly string[];
}

/** Settings as they travel. */
export interface SignedSettings extends ChannelSettings {
  /** the call of the agent that they answer */
  call: string;
  /** Ed25519 over `settingsText`, base64 */
  signature: string;
}

/** Tells settings apart: SHA-256 in hex. An agent says with each question for work which ones it keeps. */
export function settingsDigest({ releaseKey, addresses }: ChannelSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([releaseKey, addresses]))
    .digest('hex');
}

/** Those of an agent that was given none. */
export const NO_SETTINGS: ChannelSettings = { releaseKey: null, addresses: [] };

/** What the signature of settings is made of. @param serverId of the server whose agent keeps them */
export function settingsText(serverId: string, call: string, settings: ChannelSettings): Buffer {
  return Buffer.from(`vetro settings\n${serverId}\n${call}\n${settingsDigest(settings)}`, 'utf8');
}
