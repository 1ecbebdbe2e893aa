import type { CloudScope } from './scope';

/** The switches of single machines; a driver has it where its cloud lets one work them. */
export interface Power {
  /**
   * Switches on the machine that reads an inbox; one that is on already, or that is not there, is left alone. Resolves
   * once the cloud has heard it, not when the machine is up.
   *
   * @param queue as `agentQueue` names it
   */
  switchOn(scope: CloudScope, queue: string): Promise<void>;
}
