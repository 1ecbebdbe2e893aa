import type { TroubledMachine } from '@/lib/ports/cloud/administration';

/** The environment whose unit has an inbox (`agentQueue` made its name); null for a foreign one. */
export function environmentOfQueue(queue: string): string | null {
  return /^e([0-9a-f]{32})-/.exec(queue)?.[1] ?? null;
}

/** A machine that does not work, as the API shows it. */
export function troubledView({ host, state, since }: TroubledMachine) {
  return { host, state, since: new Date(since).toISOString() };
}
