import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { AgentBroker } from '@/lib/formats/agent-channel/broker';
import type { ChannelSettings } from '@/lib/formats/agent-channel/channel-settings';
import type { AgentKeyPair } from '@/lib/formats/agent-channel/proof';

/** What an agent knows of its server and of itself: made by enrolling, readable by its own user alone. */
export interface AgentIdentity {
  /** address of the Vetro server, without a slash at the end */
  server: string;
  serverId: string;
  /** signs the calls of this agent; missing until the server knows one */
  key?: OwnKey;
  /** the one that follows, until the server has taken it */
  nextKey?: OwnKey;
  /** those before it, the newest first: a server that was restored from a backup knows one of them */
  formerKeys?: OwnKey[];
  /** what the installation has its agents keep; missing: it has said nothing yet */
  settings?: ChannelSettings;
  /** the release key that the first settings with one have named: it stays until this server enrols anew */
  releaseKey?: string;
  /** when the newest program was released that this agent has taken, ISO 8601 */
  releasedAt?: string;
  /** what stands for a key until there is one: given at the first start of a machine, or by an earlier release */
  credential?: string;
  /** public key of what the server sends to this agent, PEM */
  verifyKey: string;
  /** seals the journal, base64 */
  journalKey: string;
  /** the address that others reach this server by, where it is not the first one */
  address: string | null;
  /** the message broker by which it talks to its server; missing: by HTTPS */
  broker?: AgentBroker;
}

/** A key pair with the instant at which it was made, ISO 8601. */
export interface OwnKey extends AgentKeyPair {
  madeAt: string;
}

const FILE = 'identity.json';

/** Where an agent keeps what it knows, unless it is told otherwise. */
export function defaultHome(): string {
  const { ProgramData: shared = 'C:\\ProgramData' } = process.env;
  return process.platform === 'win32' ? path.join(shared, 'VetroAgent') : '/var/lib/vetro-agent';
}

/** A new key for the journal. */
export function newJournalKey(): string {
  return randomBytes(32).toString('base64');
}

/** @throws Error when this server has not enrolled */
export function readIdentity(home: string): AgentIdentity {
  const file = path.join(home, FILE);
  if (!fs.existsSync(file)) throw new Error(`${file} is missing: enrol first (vetro-agent enrol --server … --code …).`);
  return JSON.parse(fs.readFileSync(file, 'utf8')) as AgentIdentity;
}

/** What this server knew of itself before it enrols anew; null: it enrols for the first time. */
export function earlierIdentity(home: string): AgentIdentity | null {
  return fs.existsSync(path.join(home, FILE)) ? readIdentity(home) : null;
}

/** Keeps what enrolling gave, readable by this user alone. */
export function writeIdentity(home: string, identity: AgentIdentity): void {
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  writeWhole(path.join(home, FILE), Buffer.from(`${JSON.stringify(identity, null, 2)}\n`));
}

/** Writes a file whole or not at all, on the disk when this returns: a power cut leaves the old or the new one. */
export function writeWhole(file: string, content: Buffer): void {
  const draft = `${file}.${process.pid}.new`;
  fs.writeFileSync(draft, content, { mode: 0o600, flush: true });
  fs.renameSync(draft, file);
}
