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
  /**
   * Suspends the machine that reads an inbox: it takes nothing and does nothing until it is resumed, and then goes on
   * where it was. One that is suspended or off already is left alone.
   *
   * @throws `cloud` error when there is none, or when the cloud refuses
   */
  suspend(scope: CloudScope, queue: string): Promise<void>;
  /** Resumes it; one that is on is left alone. Resolves once the cloud has heard it. @throws as `suspend` */
  resume(scope: CloudScope, queue: string): Promise<void>;
}
