import {
  NO_SETTINGS,
  type SignedSettings,
  settingsDigest,
  settingsText,
} from '@/lib/formats/agent-channel/channel-settings';
import { isFromServer } from './from-server';
import type { Session } from './session';
import { type AgentIdentity, writeIdentity } from './settings';

/** What an agent says of the settings that it keeps, with each question for work. */
export function reportedSettings({ settings = NO_SETTINGS, releaseKey }: AgentIdentity): {
  settings: string;
  releaseKey?: string;
} {
  return { settings: settingsDigest(settings), ...(releaseKey === undefined ? {} : { releaseKey }) };
}

/**
 * Keeps what the server has its agents keep. The first release key stays, whatever comes later: who gets hold of a server
 * cannot have its agents run other programs.
 *
 * @returns what is to be told of it, in a sentence; null: nothing
 * @throws Error when it was not signed for this server and a call of this process
 */
export function keepSettings(
  home: string,
  identity: AgentIdentity,
  session: Pick<Session, 'isOwnCall'>,
  sent: SignedSettings,
): string | null {
  const { serverId, releaseKey: known } = identity;
  const { releaseKey, addresses, call } = sent;
  const settings = { releaseKey, addresses };
  if (!isFromServer(identity, session, settingsText(serverId, call, settings), sent))
    throw new Error('The settings are not signed for this server and were not taken.');
  identity.settings = settings;
  if (known === undefined && releaseKey !== null) identity.releaseKey = releaseKey;
  writeIdentity(home, identity);
  if (known === undefined || known === releaseKey) return null;
  return 'The server names another release key. This agent goes by its first one until it enrols anew.';
}

/**
 * Where the server may be found: where this agent was enrolled, then where the installation says. An agent that enrolled
 * with TLS goes nowhere without.
 */
export function serverAddresses({ server, settings = NO_SETTINGS }: AgentIdentity): string[] {
  const isSafe = server.startsWith('https:');
  const others = settings.addresses.filter((address) => !isSafe || address.startsWith('https:'));
  return [...new Set([server, ...others])];
}
