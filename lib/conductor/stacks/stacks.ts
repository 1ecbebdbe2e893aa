import { errors } from '@/lib/errors';
import type { CloudScope, StackDriver, StackEvent, StackResult } from '@/lib/ports/cloud/cloud';
import { dryRunStack, type StackDryRun } from '@/lib/ports/cloud/dry-run';
import type { NewStackOperation, RecordedOperation, StackLedger, StackState } from '@/lib/ports/stack-ledger';

/** Stacks as the conductor works with them: asked for once, carried out by a cloud, remembered by the ledger. */
export interface Stacks {
  /**
   * Has an operation carried out and waits until it is over. Asking again with the same id joins the operation, whether
   * it is under way or over: nothing is carried out twice.
   *
   * @throws `cancelled` when `watch.signal` fires: the cloud goes on
   * @throws `cloud` error; `retryable` when asking again may help
   */
  carryOut(operation: NewStackOperation, watch: StackWatch): Promise<StackResult>;
  /** A stack as it was last asked for, secrets sealed, with its outputs; null when there is none. */
  read(scope: CloudScope, name: string): Promise<StackState | null>;
  /** The units of an environment whose machines its stacks have or had, by the inboxes of their agents. */
  units(environmentId: string): Promise<Readonly<Record<string, string>>>;
  /** Names of the stacks that an environment has, in the order in which they were made. */
  names(environmentId: string): Promise<string[]>;
  /** Takes the stack as it is now, to play operations through on it. Nothing is carried out, however often it is asked. */
  dryRun(scope: CloudScope, name: string): Promise<StackDryRun>;
}

export interface StackWatch {
  signal: AbortSignal;
  /** told what happens, each event at least once */
  onEvents(events: readonly StackEvent[]): void;
}

/** What the ledger says of an operation that no cloud knows: it was noted, and its process died before it was begun. */
const NEVER_BEGUN: StackResult = {
  ok: false,
  status: 'NOT_BEGUN',
  resource: null,
  resourceType: null,
  reason: 'The cloud never got this request.',
};

/**
 * How often it is noted how far an operation was observed, in milliseconds: whoever goes on after a crash hears again what
 * came since, and knows it by its key.
 */
const NOTE_EVERY_MS = 1_000;

/** Joins a cloud's driver and the ledger. */
export function createStacks(driver: StackDriver, ledger: StackLedger): Stacks {
  /** @returns `unknown` when the cloud does not know the operation; then the ledger has it still open */
  async function observe(
    { operation, cursor: from }: RecordedOperation,
    watch: StackWatch,
  ): Promise<StackResult | 'unknown'> {
    let noted = performance.now();
    for (let cursor = from; ; ) {
      const seen = await driver.observe(operation, cursor, watch.signal);
      watch.onEvents(seen.events);
      if (seen.end !== null) {
        if (seen.end !== 'unknown') await ledger.close(operation, seen.end);
        return seen.end;
      }
      if (seen.cursor !== cursor && performance.now() - noted > NOTE_EVERY_MS) {
        noted = performance.now();
        await ledger.observed(operation.id, seen.cursor);
      }
      cursor = seen.cursor;
    }
  }

  return {
    carryOut: async (asked, watch) => {
      const { own, earlier } = await ledger.open(asked);
      if (own.result) return own.result;
      // A cloud has one operation at a time on a stack: what a cancelled run left under way ends first.
      for (const before of earlier) {
        if ((await observe(before, watch)) === 'unknown') await ledger.close(before.operation, NEVER_BEGUN);
      }
      const refused = await driver.begin(own.operation, watch.signal);
      if (refused) {
        await ledger.close(own.operation, refused);
        return refused;
      }
      const result = await observe(own, watch);
      if (result !== 'unknown') return result;
      throw errors.cloud('stack_request_lost', 'The cloud has lost what it was asked for.', { retryable: true });
    },
    read: (scope, name) => ledger.read(scope, name),
    units: (environmentId) => ledger.units(environmentId),
    names: (environmentId) => ledger.names(environmentId),
    dryRun: (scope, name) =>
      dryRunStack(driver, scope, name, async () => {
        const last = await ledger.read(scope, name);
        return last && { template: last.template, parameters: last.parameters };
      }),
  };
}
