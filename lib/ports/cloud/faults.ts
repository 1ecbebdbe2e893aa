import type { FaultKind } from '@/lib/model/faults';

/**
 * One thing that goes wrong on purpose, for demonstrations and tests:
 * - `command`: a command fails on its machine (target: the command, the host, or `host/command`)
 * - `silence`: the agent takes a plan and never answers (target: the host)
 * - `boot`: the machine never comes up (target: the host)
 * - `crash`: the machine goes off at once; whoever switches it on finds it as it was (target: the host)
 * - `off`: the machine is switched off, or does not start (target: the host)
 * - `disk`: no command finds room on the machine's disk (target: the host)
 * - `clock`: the machine's clock is wrong by `amount` minutes (target: the host)
 * - `port`: the machine does not answer at the port `amount` (target: the host)
 * - `slow`: commands take `amount` times as long (target: the host)
 * - `stack`: the cloud refuses a resource (target: its name or type)
 * - `quota`: the tenant has nothing left of its share
 */
export interface Fault {
  id: string;
  /** null hits every tenant */
  tenantId: string | null;
  /** whose machines it hits; null: those of all environments */
  environmentId: string | null;
  kind: FaultKind;
  /** empty hits all */
  target: string;
  /** the words that cloud or machine will use */
  message: string;
  /** in what its kind counts; null for a kind that has none */
  amount: number | null;
  /** how often it still strikes; null: until it is ended */
  remaining: number | null;
}

export interface Faults {
  /** @returns the fault's id */
  add(
    fault: Pick<Fault, 'kind'> & Partial<Omit<Fault, 'id' | 'kind' | 'remaining'>> & { times?: number | undefined },
  ): Promise<string>;
  /** the faults that can still strike, oldest first */
  list(): Promise<Fault[]>;
  /** one that is gone already is no error */
  remove(id: string): Promise<void>;
}
