import type { EnvironmentModel } from '../environment';
import { type RunKind, runKind } from './kinds';

/** What the end of a run makes of its environment. */
export interface Ending {
  /** the environment is deleted with it */
  isGone: boolean;
  /** of the environment from then on */
  version: number;
  /** what the environment's document is from then on; null: it stays */
  document: EnvironmentModel | null;
  /** the services whose machines are still there; as the document says where it stays */
  left: Pick<EnvironmentModel, 'services'>;
  /** open drafts were made from a version that is none any more */
  invalidatesSessions: boolean;
}

/**
 * Decides what the end of a run makes of its environment. The environment takes the document as reached, whatever the
 * outcome: what was reached is the start of the next run. A deletion that failed leaves the document: it tells what may
 * still be there.
 *
 * @param run `ownsDraft`: it deployed a draft, and the others were overtaken when it began
 */
export function endingOf(
  { kind, ownsDraft }: { kind: RunKind; ownsDraft: boolean },
  { outcome, changesModel, model }: { outcome: string; changesModel: boolean; model: EnvironmentModel },
  environment: { name: string; version: number },
): Ending {
  const deletes = runKind(kind).deletesStack === true;
  const isGone = deletes && outcome === 'success';
  return {
    isGone,
    version: changesModel ? environment.version + 1 : environment.version,
    document: deletes && !isGone ? null : { ...model, name: environment.name },
    left: isGone ? { services: [] } : model,
    invalidatesSessions: changesModel && !ownsDraft,
  };
}
