import type { Kernel } from '@/lib/cloud/kernel/kernel';
import type { PropertyRule, ResourceType } from '@/lib/cloud/kernel/resources/resource-type';
import type { Tx } from '@/lib/db/client';

/** What kinds of things a property may name. */
export type Named = NonNullable<PropertyRule['names']>;

/** What a fault may strike: a machine, a command of it, or a resource of a stack. */
export interface FaultTarget {
  tenantId: string;
  /** the name of its stack, which begins with that of its environment's */
  stackName: string;
  /** whatever a fault's target may call it; case does not matter */
  names: string[];
}

/**
 * The stack engine with what it makes stacks of. Which resources there are is the affair of the driver that runs it: the
 * embedded cloud simulates all of them, the pool of servers has what given iron can be.
 */
export interface Engine extends Kernel {
  types: ReadonlyMap<string, ResourceType>;
  /** Whether a tenant may name a thing of a kind in a template. */
  offers(kind: Named, tenantId: string, name: string): Promise<boolean>;
  /**
   * Lets a fault strike, where the cloud has faults that are made on purpose.
   *
   * @returns its message; null when there is none
   */
  strike?(tx: Tx, victim: FaultTarget): Promise<string | null>;
}
