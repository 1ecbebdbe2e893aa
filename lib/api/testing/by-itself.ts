import { newId } from '@/lib/crypto';
import { contextsOfReaders, contextsOfUsers } from '@/lib/environments/background/context-of-user';
import type { Context } from '@/lib/environments/context';
import { contextOf } from '../use-case-context';
import type { Product } from './product';

/** What begins by itself needs these; tests say when it is. */
export function partsOf({ container }: Product) {
  const { db, auth, log, box } = container;
  const request = { signal: new AbortController().signal };
  const contextFor = (actor: Context['actor'], now: Date): Context => ({
    ...contextOf({ actor, container, requestId: newId(), request }),
    now: () => now,
    signal: request.signal,
  });
  return {
    db,
    log,
    open: box.openDeep,
    probeIntervalMs: container.config.probeSeconds * 1000,
    contextOf: contextsOfUsers({ auth }, contextFor),
    readerOf: contextsOfReaders(contextFor),
  };
}
