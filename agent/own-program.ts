import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SignedUpdate, updateText } from '@/lib/formats/agent-channel/messages';
import { isReleaseSigned, programDigest } from '@/lib/formats/agent-channel/releases';
import { isFromServer } from './from-server';
import type { Session } from './session';
import { type AgentIdentity, writeIdentity, writeWhole } from './settings';

/**
 * Which program an agent runs. The one that was installed is never written over: those that the server has sent stand
 * beside the agent's journal, and the file `program.json` names the one in use.
 */
export interface ProgramChoice {
  /** digest of the program in use; null: the one that was installed */
  current: string | null;
  /** digest of the last one that did not come up */
  refused: string | null;
}

const DIGEST = /^[0-9a-f]{64}$/;

/** The file that this program was read from. */
export function ownFile(): string {
  return fileURLToPath(import.meta.url);
}

/** Where a program stands that the server has sent. */
export function programFile(home: string, digest: string): string {
  return path.join(home, 'programs', `${digest}.mjs`);
}

/** What an agent has chosen; the installed program where the file of the one in use is gone. */
export function readChoice(home: string): ProgramChoice {
  const file = path.join(home, 'program.json');
  if (!fs.existsSync(file)) return { current: null, refused: null };
  const { current, refused } = JSON.parse(fs.readFileSync(file, 'utf8')) as ProgramChoice;
  return { current: current !== null && fs.existsSync(programFile(home, current)) ? current : null, refused };
}

/** Keeps the choice, and of the programs that were sent the one in use alone. */
export function writeChoice(home: string, choice: ProgramChoice): void {
  writeWhole(path.join(home, 'program.json'), Buffer.from(`${JSON.stringify(choice)}\n`));
  const folder = path.join(home, 'programs');
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder)) {
    if (name !== `${choice.current}.mjs`) fs.rmSync(path.join(folder, name), { force: true });
  }
}

/**
 * Takes the program that the server wants this agent to change to.
 *
 * @param download asks the server for it
 * @throws Error when it was not signed for this server and a call of this process, is not what was signed, or was not
 *   released by the key that this agent goes by, or before the program that it has
 */
export async function fetchProgram(
  home: string,
  identity: AgentIdentity,
  session: Pick<Session, 'isOwnCall'>,
  order: SignedUpdate,
  download: () => Promise<string>,
): Promise<void> {
  const { digest, call } = order;
  const text = updateText(identity.serverId, digest, call ?? null);
  if (!isFromServer(identity, session, text, order) || !DIGEST.test(digest))
    throw new Error('The update is not signed for this server and was not taken.');
  const releasedAt = releaseOf(identity, order);
  const program = await download();
  if (programDigest(program) !== digest) throw new Error('The program that was sent is not the one that was signed.');
  fs.mkdirSync(path.join(home, 'programs'), { recursive: true, mode: 0o700 });
  writeWhole(programFile(home, digest), Buffer.from(program));
  if (releasedAt === null) return;
  identity.releasedAt = releasedAt;
  writeIdentity(home, identity);
}

/**
 * When a program was released by the key that this agent goes by; null where it goes by none.
 *
 * @throws Error when it was not, or earlier than the one that this agent took last
 */
function releaseOf({ releaseKey, releasedAt: last = '' }: AgentIdentity, { digest, release = [] }: SignedUpdate) {
  if (releaseKey === undefined) return null;
  const signed = release.find((one) => one.key === releaseKey && isReleaseSigned(digest, one));
  if (!signed) throw new Error('The program is not signed by the release key and was not taken.');
  if (signed.releasedAt < last) throw new Error('The program was released before the one that this agent took last.');
  return signed.releasedAt;
}
