import type { CloudScope } from './scope';

/** Everything that a tenant has in a simulated cloud, a second time, for a tenant that has nothing yet. */
export interface TenantCopies {
  /**
   * Copies stacks, machines with all that they know, networks, faults and the share. Machines of the environment answer to
   * the copied environment; those of others are there and can be reached, and nobody gives them work.
   *
   * @returns the ids that things of the copy have, by those of the originals
   */
  make(asked: {
    from: CloudScope;
    to: CloudScope;
    environment: CopiedEnvironment;
  }): Promise<ReadonlyMap<string, string>>;
  /** Removes everything that a tenant has, at once and without a trace. */
  remove(scope: CloudScope): Promise<void>;
}

/** The environment that is copied, and its copy, by their ids. */
export interface CopiedEnvironment {
  from: string;
  to: string;
}
