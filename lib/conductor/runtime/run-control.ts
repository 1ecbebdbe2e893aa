import { setMaxListeners } from 'node:events';

/** What other parts of this process tell a running deployment. */
export interface RunControl {
  readonly runId: string;
  /** known once the first step is done */
  environmentId: string | null;
  /** fires once someone has asked for the end, in whatever way: nothing new begins */
  readonly cancelSignal: AbortSignal;
  /** fires once nothing is to be waited for any more */
  readonly forceSignal: AbortSignal;
  /** asks the run to end; asking again changes nothing, `force` after `cancel` leaves off what is under way */
  cancel(mode?: 'cancel' | 'force'): void;
  /** rejects when this process may not go on with the deployment, else stays pending for ever */
  readonly abandoned: Promise<never>;
  /** resolves when no event of this run is being appended: what is appended afterwards comes after its last one */
  logSettled: () => Promise<void>;
  /** fires when nothing of this run settles here any more: after `abandon` and `freeze` */
  readonly abandonedSignal: AbortSignal;
  /** another process owns the deployment now */
  abandon(reason: unknown): void;
  /**
   * From now on nothing of this run settles: the process ends, and whatever still happens here must not
   * be taken for the deployment's own outcome.
   */
  freeze(): void;
  /** Passes a promise on while this run goes on; after `freeze` or `abandon` it never settles. */
  whileRunning<T>(work: Promise<T>): Promise<T>;
}

/** Makes the control of one run of one deployment in this process. */
export function createRunControl(runId: string): RunControl {
  const controller = new AbortController();
  const forced = new AbortController();
  const left = new AbortController();
  // Every effect under way listens, and takes its listener back when it ends: a large deployment has hundreds.
  setMaxListeners(0, controller.signal, forced.signal);
  let frozen = false;
  let refuse: (reason: unknown) => void = () => undefined;
  const abandoned = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  abandoned.catch(() => undefined);
  return {
    runId,
    environmentId: null,
    cancelSignal: controller.signal,
    forceSignal: forced.signal,
    cancel: (mode = 'cancel') => {
      controller.abort();
      if (mode === 'force') forced.abort();
    },
    abandoned,
    logSettled: async () => undefined,
    abandonedSignal: left.signal,
    abandon: (reason) => {
      frozen = true;
      refuse(reason);
      left.abort();
      // What is under way ends as well; nobody hears of its outcome any more.
      controller.abort();
      forced.abort();
    },
    freeze: () => {
      frozen = true;
      left.abort();
    },
    whileRunning: (work) =>
      new Promise((resolve, reject) => {
        work.then(
          (value) => {
            if (!frozen) resolve(value);
          },
          (error) => {
            if (!frozen) reject(error);
          },
        );
      }),
  };
}
