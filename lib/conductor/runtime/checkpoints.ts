import type { EnvironmentModel } from '@/lib/model/environment';
import type { RunStore } from '@/lib/ports/conductor';
import { type RetryPolicy, retrying } from './retry';

/**
 * The model as reached so far, on its way to its run's row. It is stored before the next effect on
 * the world begins, in no step of its own: after a crash the replay reaches the same again from what is
 * recorded, and the end of the deployment stores the last one anyway.
 */
export interface Checkpoints {
  /** takes a model to be stored; one that was taken before and not stored yet gives way to it */
  note(model: EnvironmentModel): void;
  /** resolves when the model that was noted last is stored */
  store(): Promise<void>;
}

/**
 * Keeps the model that a run has reached, one store after the other; only the newest is stored.
 *
 * @param retries how often a store that fails is tried again
 */
export function createCheckpoints(
  store: Pick<RunStore, 'saveCheckpoint'>,
  runId: string,
  retries: RetryPolicy,
): Checkpoints {
  let noted: EnvironmentModel | null = null;
  let storing: Promise<void> = Promise.resolve();

  function save(): Promise<void> {
    const model = noted;
    noted = null;
    if (model === null) return Promise.resolve();
    return retrying(
      retries,
      () => store.saveCheckpoint(runId, model),
      () => true,
    );
  }

  return {
    note: (model) => {
      noted = model;
    },
    store: () => {
      if (noted !== null) storing = storing.catch(() => undefined).then(save);
      return storing;
    },
  };
}
