import { newId } from '@/lib/crypto';
import { contextsOfUsers } from '@/lib/environments/background/context-of-user';
import { contextOf } from '../use-case-context';
import type { Product } from './product';

/** What begins by itself needs these; tests say when it is. */
export function partsOf({ container }: Product) {
  const { db, auth, log } = container;
  const request = { signal: new AbortController().signal };
  return {
    db,
    log,
    probeIntervalMs: container.config.probeSeconds * 1000,
    contextOf: contextsOfUsers({ auth }, (actor, now) => ({
      ...contextOf({ actor, container, requestId: newId(), request }),
      now: () => now,
      signal: request.signal,
    })),
  };
}
