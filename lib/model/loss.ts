import type { ModelChange } from './diff';
import type { Preview } from './preview';

/** Something that a deployment destroys, or sets up again from nothing: either way what is on it is lost. */
export interface Loss {
  what: 'machine' | 'volume';
  how: 'remove' | 'replace';
  /** as people know it: the host name of a machine */
  name: string;
}

const VOLUME = 'OS::Cinder::Volume';

const isLoss = (change: string): change is Loss['how'] => change === 'remove' || change === 'replace';

/** What is lost by what a preview predicts: its machines and its volumes, in the cloud's order. */
export function predictedLosses({ machines, resources }: Pick<Preview, 'machines' | 'resources'>): Loss[] {
  return [
    ...machines.flatMap(({ change, host }): Loss[] =>
      isLoss(change) ? [{ what: 'machine', how: change, name: host }] : [],
    ),
    ...resources.flatMap(({ type, change, name }): Loss[] =>
      type === VOLUME && isLoss(change) ? [{ what: 'volume', how: change, name }] : [],
    ),
  ];
}

/** What is lost by what a draft asks for, as far as documents tell it. */
function lossesAskedFor(changes: readonly ModelChange[]): Loss[] {
  return changes.flatMap(({ impact, hosts = [] }) =>
    isLoss(impact) ? hosts.map((name): Loss => ({ what: 'machine', how: impact, name })) : [],
  );
}

/** Whether a preview was played through: what packages would report as errors does not stop it. */
function reachesItsEnd({ complete, problems }: Pick<Preview, 'complete' | 'problems'>): boolean {
  return complete && problems.every(({ code }) => code === 'would_report_error');
}

/** What is known of the losses of a deployment before it is asked for. */
export interface ExpectedLoss {
  losses: Loss[];
  /** false: more than this may be lost */
  certain: boolean;
}

/**
 * What a deployment would destroy. A preview of the draft as it is that reaches its end knows; otherwise what the
 * changes ask for counts too, and more may be lost.
 *
 * @param preview null while it is not known, or cannot be told
 * @param draft the changes of the draft and the revision of it that they were taken from
 */
export function expectedLoss(
  preview: Pick<Preview, 'machines' | 'resources' | 'complete' | 'problems' | 'revision'> | null,
  draft: { changes: readonly ModelChange[]; revision: number },
): ExpectedLoss {
  const predicted = preview ? predictedLosses(preview) : [];
  const certain = preview !== null && reachesItsEnd(preview) && preview.revision === draft.revision;
  if (certain) return { losses: predicted, certain };
  const known = new Set(predicted.map(({ name }) => name.toLowerCase()));
  const asked = lossesAskedFor(draft.changes).filter(({ name }) => {
    const fresh = !known.has(name.toLowerCase());
    known.add(name.toLowerCase());
    return fresh;
  });
  return { losses: [...predicted, ...asked], certain };
}

/**
 * Whether a deployment is asked about once more, with the name of the environment to be typed: when something is lost,
 * or when that is not certain and there is something that could be.
 *
 * @param version of the environment; 0: nothing was ever deployed
 */
export function mustAsk({ losses, certain }: ExpectedLoss, version: number): boolean {
  return losses.length > 0 || (!certain && version > 0);
}
