import type { Image } from '@/lib/cloud/embedded/catalogue';
import { isObject, type JsonObject } from '@/lib/model/json';
import { hashPassword } from './password';

const LONGEST_NETBIOS = 15;
const ADMINISTRATOR = 'administrator';

/**
 * What a machine knows as it comes out of its image; everything else it learns from the commands of packages.
 *
 * @param hostname name of the server; a machine's own name is its first label, 15 characters at most
 * @param password of the local Administrator, opened; null when the cloud gave none
 */
export async function freshFacts(
  { edition, hasAgent, features }: Image,
  hostname: string,
  password: string | null,
): Promise<JsonObject> {
  return {
    edition,
    agent: hasAgent,
    computerName: (hostname.split('.')[0] ?? '').slice(0, LONGEST_NETBIOS).toUpperCase(),
    boots: 0,
    accounts: {
      [ADMINISTRATOR]: { name: 'Administrator', passwordHash: password ? await hashPassword(password) : null },
    },
    features,
    pending: {},
  };
}

/** Whether plans are carried out on the machine: Windows comes with the agent, other systems may. */
export function hasAgent({ edition = null, agent = false }: JsonObject): boolean {
  return edition !== null || agent === true;
}

/** The Administrator's password, set by the cloud: of the machine, or of the directory that it shares with others. */
export async function withAdminPassword(facts: JsonObject, password: string): Promise<JsonObject> {
  const { directory, accounts } = facts;
  if (isObject(directory)) return { ...facts, directory: await withAdminPassword(directory, password) };
  const administrator = isObject(accounts) ? accounts[ADMINISTRATOR] : null;
  if (!isObject(accounts) || !isObject(administrator)) return facts;
  const changed = { ...administrator, passwordHash: await hashPassword(password) };
  return { ...facts, accounts: { ...accounts, [ADMINISTRATOR]: changed } };
}
