import { randomBytes } from 'node:crypto';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Quota } from '@/lib/ports/cloud/administration';

/** Messages between the processes that share a cloud, sent when a transaction commits. */
export const CHANNEL = 'vetro_cloud';

export interface CloudLog {
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

/** What every part of a cloud works with that keeps its stacks and inboxes in PostgreSQL. */
export interface Kernel {
  /** what sentences call this cloud, as the first words of one */
  title: string;
  db: Db;
  /** of what is simulated: 1 is the speed of the demo, 0 takes no time at all */
  timeScale: number;
  /** how many times faster than that, at present: chosen while it runs */
  speed: number;
  /** tenants that have a speed of their own instead; none when left out */
  speeds?: ReadonlyMap<string, number>;
  /** what a tenant without a limit of its own may use */
  quota: Quota;
  /** opens every sealed secret inside a value */
  open: <T>(value: T) => T;
  /** seals one secret */
  seal: (plain: string) => string;
  log: CloudLog;
  now: () => Date;
}

/** A new id of a stack, resource or machine: 32 hexadecimal digits. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}

/** When something of a tenant that takes `seconds` at demo speed will be over. */
export function after(
  kernel: Pick<Kernel, 'now' | 'timeScale' | 'speed' | 'speeds'>,
  tenantId: string,
  seconds: number,
): Date {
  const speed = kernel.speeds?.get(tenantId) ?? kernel.speed;
  return new Date(kernel.now().getTime() + (seconds * 1000 * kernel.timeScale) / speed);
}

/** A message to all processes, as a column of a statement: sent once its transaction commits. */
export function notification(message: string): Prisma.Sql {
  return Prisma.sql`pg_notify(${CHANNEL}, ${message})::text as notified`;
}

/**
 * Waits until an instant. With nothing to wait for it returns at once.
 *
 * @returns false when `signal` fired first
 */
export function until(kernel: Kernel, due: Date | null, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  const ms = due ? due.getTime() - kernel.now().getTime() : 0;
  if (ms <= 0) return Promise.resolve(true);
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve(true);
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
