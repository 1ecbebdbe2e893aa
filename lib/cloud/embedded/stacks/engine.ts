import type { Kernel } from '@/lib/cloud/embedded/kernel';
import type { PropertyRule, ResourceType } from '@/lib/cloud/embedded/resources/resource-type';

/** What kinds of things a property may name. */
export type Named = NonNullable<PropertyRule['names']>;

/**
 * The stack engine with what it makes stacks of. Which resources there are is the affair of the driver that runs it: the
 * embedded cloud simulates all of them, the pool of servers has what given iron can be.
 */
export interface Engine extends Kernel {
  types: ReadonlyMap<string, ResourceType>;
  /** Whether a tenant may name a thing of a kind in a template. */
  offers(kind: Named, tenantId: string, name: string): Promise<boolean>;
}
