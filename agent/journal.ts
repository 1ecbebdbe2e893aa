import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { PlanResult } from '@/lib/formats/execution-plan/plan';
import type { Json } from '@/lib/model/json';
import type { StartedProcess } from './leftovers';
import { writeWhole } from './settings';

/** How far a plan has come. The plan itself is not kept: the server gives it again. */
export interface PlanRecord {
  planId: string;
  /** results of the commands that are over, in order: none of them is carried out again */
  results: Json[];
  /** a command was begun after those, and may still run where the agent has died */
  isBegun: boolean;
  /** what is answered, once it is known */
  answer: PlanResult | null;
  /** the start of the machine during which it was told to restart */
  restartedFrom: string | null;
}

/** What an agent has to remember over a kill, a power cut or a restart; on disk it is encrypted. */
export interface Journal {
  read(planId: string): PlanRecord;
  write(record: PlanRecord): void;
  forget(planId: string): void;
  /** the machine that the server is prepared for */
  prepared(): string | null;
  /** Of plans of another machine nothing is kept, also where nobody took their answer. */
  prepare(machine: string | null): void;
  /** processes that were started for plans of that machine */
  started(): StartedProcess[];
  /** Keeps one, in place of what was known of it. */
  keepStarted(process: StartedProcess): void;
}

/** What the server is at the moment. */
interface ServerRecord {
  machine: string | null;
  started?: StartedProcess[];
}

/** What the names of files begin with that say how far a plan has come. */
const PLAN_FILES = 'plan-';
/** More of the processes that were started are not kept: the oldest have ended, and what they started with them. */
const MAX_PROCESSES = 500;

/**
 * Opens the journal of an agent.
 *
 * @param key 32 bytes, base64
 */
export function openJournal(home: string, key: string): Journal {
  const folder = path.join(home, 'journal');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secret = Buffer.from(key, 'base64');
  const fileOf = (name: string) => path.join(folder, `${name.replaceAll(/[^\w-]/g, '_')}.sealed`);

  function load<T>(name: string): T | null {
    const file = fileOf(name);
    if (!fs.existsSync(file)) return null;
    const bytes = fs.readFileSync(file);
    const cipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12));
    cipher.setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')) as T;
  }

  function store(name: string, value: unknown): void {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', secret, nonce);
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    writeWhole(fileOf(name), Buffer.concat([nonce, cipher.getAuthTag(), text]));
  }

  const server = () => load<ServerRecord>('server') ?? { machine: null };
  const started = () => server().started ?? [];

  return {
    read: (planId) => ({
      ...{ planId, results: [], isBegun: true, answer: null, restartedFrom: null },
      ...(load<PlanRecord>(`${PLAN_FILES}${planId}`) ?? { isBegun: false }),
    }),
    write: (record) => store(`${PLAN_FILES}${record.planId}`, record),
    forget: (planId) => fs.rmSync(fileOf(`${PLAN_FILES}${planId}`), { force: true }),
    prepared: () => server().machine,
    prepare: (machine) => {
      if (machine !== server().machine) {
        for (const name of fs.readdirSync(folder))
          if (name.startsWith(PLAN_FILES)) fs.rmSync(path.join(folder, name), { force: true });
      }
      store('server', { machine } satisfies ServerRecord);
    },
    started,
    keepStarted: (process) => {
      const others = started().filter(({ pid, from }) => pid !== process.pid || from !== process.from);
      store('server', { ...server(), started: [...others, process].slice(-MAX_PROCESSES) } satisfies ServerRecord);
    },
  };
}
