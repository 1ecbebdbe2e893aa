import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type AgentKeyPair, type CallTarget, signCall } from '@/lib/formats/agent-channel/proof';
import { writeWhole } from './settings';

/** This process of the agent, as the server tells it from others. */
export interface Session {
  /** What shows that a call is made by this agent; good once. */
  proof(key: AgentKeyPair, target: CallTarget): string;
  /** The server has answered: a process that follows this one says so. */
  answered(): void;
  /** The call that the server answers, as plans and updates name it. */
  isOwnCall(call: string): boolean;
}

const FILE = 'session';
/** So many calls may be answered late: a plan names one of the last. */
const MAX_CALLS = 20;

/** Begins the session of a process. @param home where the one before it is written down */
export function beginSession(home: string, serverId: string): Session {
  const file = path.join(home, FILE);
  const after = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
  const id = randomBytes(16).toString('hex');
  const host = hostMark();
  const calls: string[] = [];
  let number = 0;
  let isKnown = false;
  return {
    proof: (key, target) => {
      number += 1;
      calls.push(`${id}.${number}`);
      if (calls.length > MAX_CALLS) calls.shift();
      return signCall(key, { serverId, session: id, after: after === '' ? null : after, host, number, target });
    },
    answered: () => {
      if (isKnown) return;
      isKnown = true;
      writeWhole(file, Buffer.from(`${id}\n`));
    },
    isOwnCall: (call) => calls.includes(call),
  };
}

/** Tells this computer from one to which its files were copied: by its name and the addresses of its network cards. */
function hostMark(): string {
  const cards = Object.values(os.networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ mac }) => mac));
  const text = [os.hostname(), ...new Set(cards)].sort().join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
