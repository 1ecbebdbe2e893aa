import type { CloudScope } from './scope';

/** What a cloud can tell of one machine to whoever looks for the reason of a failure; null: this cloud cannot tell. */
export interface MachineReading {
  power: 'booting' | 'ready' | 'rebooting' | 'stopped' | 'failed' | null;
  /** when its agent answered last; null: never, as far as the cloud knows */
  agentAnsweredAt: Date | null;
  /** since when its agent owes an answer to what it has taken; null: it owes none */
  agentSilentSince: Date | null;
  diskFull: boolean | null;
  /** by how much its clock is ahead, in seconds */
  clockOffset: number | null;
  /** ports at which it does not answer, whatever listens there */
  silentPorts: readonly number[] | null;
}

/** Looks at machines; a driver has it where its cloud can tell anything. */
export interface Inspection {
  /**
   * The machines that read these inboxes, as they are now.
   *
   * @param queues as `agentQueue` names them
   * @returns by inbox; one that no machine reads is missing
   */
  machines(scope: CloudScope, queues: readonly string[]): Promise<ReadonlyMap<string, MachineReading>>;
}
