import { LRUCache } from 'lru-cache';
import type { StackLedger, StackOwner } from '@/lib/ports/stack-ledger';

/** Whose a machine is that reports something. */
export interface StackOwners {
  /** @returns null for a stack that is none of ours */
  find(machine: { tenantId: string; stack: string; queue: string }): Promise<StackOwner | null>;
}

/** So many stacks are remembered: asking for each event would cost more than writing it. */
const REMEMBERED = 1_000;

/**
 * Finds the owners of stacks in the ledger. What is remembered is asked for again when a machine is unknown in it: its
 * stack has been changed since.
 */
export function createStackOwners(ledger: Pick<StackLedger, 'owners'>): StackOwners {
  const remembered = new LRUCache<string, StackOwner>({ max: REMEMBERED });
  return {
    find: async ({ tenantId, stack, queue }) => {
      const key = `${tenantId}/${stack}`;
      const known = remembered.get(key);
      if (known && (queue === '' || queue in known.units)) return known;
      const owner = (await ledger.owners(tenantId, [stack])).get(stack) ?? null;
      if (owner) remembered.set(key, owner);
      return owner;
    },
  };
}
