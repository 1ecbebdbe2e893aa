/**
 * What can be made to go wrong, for demonstrations and tests:
 * - `stack`: the cloud refuses a resource (target: its name or type)
 * - `command`: a command fails on its machine (target: the command, the host, or `host/command`)
 * - `silence`: the agent takes a plan and never answers (target: the host)
 * - `boot`: the machine never comes up (target: the host)
 * - `off`: the machine is switched off, or does not start, until this is mended (target: the host)
 */
export const FAULT_KINDS = ['stack', 'command', 'silence', 'boot', 'off'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  id: string;
  /** null hits every tenant */
  tenantId: string | null;
  kind: FaultKind;
  /** empty hits all */
  target: string;
  /** the words that cloud or machine will use */
  message: string;
  /** how often it still strikes; null strikes always */
  remaining: number | null;
}

export interface Faults {
  /** @returns the fault's id */
  add(
    fault: Pick<Fault, 'kind'> & Partial<Omit<Fault, 'id' | 'kind' | 'remaining'>> & { times?: number },
  ): Promise<string>;
  /** the faults that can still strike, oldest first */
  list(): Promise<Fault[]>;
  /** one that is gone already is no error */
  remove(id: string): Promise<void>;
}
