import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { PlanResult } from '@/lib/formats/execution-plan/plan';
import type { Json } from '@/lib/model/json';
import { writeWhole } from './settings';

/** How far a plan has come. The plan itself is not kept: the server gives it again. */
export interface PlanRecord {
  planId: string;
  /** results of the commands that are over, in order: none of them is carried out again */
  results: Json[];
  /** the process of the command that was begun and is not over, as far as one knows */
  pid: number | null;
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
  prepare(machine: string | null): void;
}

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

  return {
    read: (planId) =>
      load<PlanRecord>(`plan-${planId}`) ?? { planId, results: [], pid: null, answer: null, restartedFrom: null },
    write: (record) => store(`plan-${record.planId}`, record),
    forget: (planId) => fs.rmSync(fileOf(`plan-${planId}`), { force: true }),
    prepared: () => load<{ machine: string | null }>('server')?.machine ?? null,
    prepare: (machine) => store('server', { machine }),
  };
}
