import { randomUUID } from 'node:crypto';
import type { EventHub } from '@/lib/db/event-hub';
import type { Streams } from './streams';

/** The signal that a trigger of the database sends with the id of the user or the tenant whose rights changed. */
const ACCESS_SIGNAL = 'access';
/** How long a process may go without a proof that it hears signals, in milliseconds. */
const PROVE_EVERY_MS = 1_000;

export interface AccessWatchOptions {
  events: Pick<EventHub, 'onSignal' | 'onReconnected'>;
  streams: Pick<Streams, 'recheck' | 'count'>;
  /** sends a signal to all processes, this one among them */
  signal(name: string, payload: string): Promise<void>;
  everyMs?: number;
}

/**
 * Ends open event streams when their readers may no longer read: at once when the database tells so. Because a signal
 * may be missed, a process with open streams signals to itself once a second, and as long as it does not hear that it
 * trusts nothing and asks for every stream.
 *
 * @returns ends the watch
 */
export function watchAccess({ events, streams, signal, everyMs = PROVE_EVERY_MS }: AccessWatchOptions): () => void {
  const proof = `heard-${randomUUID()}`;
  let sent = 0;
  let received = 0;
  const ends = [
    events.onSignal(ACCESS_SIGNAL, (id) => streams.recheck(id)),
    events.onSignal(proof, (number) => {
      received = Number(number);
    }),
    events.onReconnected(() => streams.recheck()),
  ];
  const timer = setInterval(() => {
    if (streams.count() === 0) return;
    if (received !== sent) streams.recheck();
    sent += 1;
    // A database that cannot be reached has nothing to tell, and nobody can revoke anything there.
    signal(proof, String(sent)).catch(() => undefined);
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const end of ends) end();
  };
}
