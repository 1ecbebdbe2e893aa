import type { CloudScope } from './scope';

/** What becomes of an environment when machines are lost, on a cloud whose machines are simulated. */
export interface Outages {
  /**
   * Has machines go off, looks at what then is, and undoes it. Nobody sees anything of it: others of the same network wait
   * until it is over.
   *
   * @throws unavailable `transaction_too_slow` when there is more to look at than can be while they wait
   */
  attempt(scope: CloudScope, asked: OutageRequest): Promise<OutageOutcome>;
}

export interface OutageRequest {
  /** inboxes of the machines that are looked at, as `agentQueue` names them */
  machines: readonly string[];
  /** of those that go off */
  off: readonly string[];
  /** the addresses that are looked at */
  addresses: readonly string[];
  /** further machines, each set up like one that is there, which are there before any goes */
  added?: readonly string[];
  /** inboxes of further machines, which leave for good before the others go off: what ends with them is no loss */
  removed?: readonly string[];
}

export interface OutageOutcome {
  /** those of the machines that exist, in the order of the request */
  machines: readonly { queue: string; hostname: string; before: boolean; after: boolean }[];
  addresses: readonly AddressOutcome[];
  promises: readonly PromiseOutcome[];
}

/** What an address leads to, before and after. */
export interface AddressOutcome {
  url: string;
  before: AddressAnswer;
  after: AddressAnswer;
}

export interface AddressAnswer {
  answers: boolean;
  /** host name of the machine that answers; null: none, or any of several in turn */
  host: string | null;
  /** why none does */
  reason: string | null;
}

/** Something that machines do for people, as packages promise it, and what becomes of it. */
export interface PromiseOutcome {
  /** full name of the package, and its name for it */
  package: string;
  name: string;
  /** what it is about, where several machines keep it together; null: one keeps its own */
  of: string | null;
  /** inboxes of the machines whose promise it was */
  machines: readonly string[];
  /** `moved`: kept, with another machine in charge */
  outcome: 'kept' | 'moved' | 'broken';
  /** host name of who is in charge then; null: nobody in particular */
  lead: string | null;
  /** in words of the package, in English; null: it has none for that */
  sentence: string | null;
}
