import type { Guide, GuideFailure } from '../guide';
import { fitsPattern, MAX_SEARCHED_CHARACTERS } from '../pattern';
import type { Failure } from './failure';

/** Causes that no package has to declare: what clouds refuse and agents leave undone. */
export const KNOWN_CAUSES = [
  'quotaUsed',
  'imageGone',
  'keyPairGone',
  'cloudFull',
  'placeGone',
  'addressTaken',
  'networkInUse',
  'cloudTrouble',
  'machineDown',
  'agentStopped',
  'stepTooLong',
  'stateUnexpected',
  'moment',
] as const;
export type KnownCause = (typeof KNOWN_CAUSES)[number];

/** What a failure means and why it may have come about, the likeliest first. */
export interface FailureAdvice {
  /** in the words of its package; null when it says nothing of it */
  means: string | null;
  causes: readonly ({ text: string } | { known: KnownCause })[];
}

/** What a cloud refuses, by its own words: the first that fits counts. */
const REFUSALS: readonly [RegExp, readonly KnownCause[]][] = [
  [/quota/i, ['quotaUsed']],
  [/no valid host|not enough hosts/i, ['cloudFull']],
  [/key ?pair|key_?name/i, ['keyPairGone']],
  [/availability zone/i, ['placeGone']],
  [/\b(ip|fixed) ?address/i, ['addressTaken']],
  [/network|subnet|port .*in use/i, ['networkInUse']],
  [/image|flavor/i, ['imageGone']],
];

/**
 * What a failure means and why it may be: what its packages declare, else what is known of clouds and agents.
 *
 * @param guide of the packages that the run goes by
 */
export function failureAdvice(failure: Failure, guide: Guide): FailureAdvice {
  const said = guide.failures.find((one) => isAbout(one, failure));
  const known = knownCauses(failure).map((cause) => ({ known: cause }));
  if (!said) return { means: null, causes: known };
  return { means: said.means, causes: said.causes.length > 0 ? said.causes.map((text) => ({ text })) : known };
}

function isAbout({ command, step, code, matches }: GuideFailure, failure: Failure): boolean {
  const same = (asked: string | undefined, found: string | null) =>
    asked === undefined || asked.toLowerCase() === found?.toLowerCase();
  const title = failure.what.kind === 'deployment' ? null : failure.what.step.title;
  if (!same(command, failure.where) || !same(step, title) || !same(code, failure.code)) return false;
  if (matches === undefined) return true;
  const words = failure.ownWords ?? failure.sentence ?? '';
  return fitsPattern(matches, words.slice(0, MAX_SEARCHED_CHARACTERS), 'any');
}

function knownCauses({ code, ownWords, sentence }: Failure): readonly KnownCause[] {
  if (code === 'stack_failed') {
    const words = ownWords ?? sentence ?? '';
    return REFUSALS.find(([expression]) => expression.test(words))?.[1] ?? ['cloudTrouble', 'moment'];
  }
  if (code === 'machine_off') return ['machineDown'];
  if (code === 'agent_silent') return ['machineDown', 'agentStopped', 'stepTooLong'];
  return code === 'plan_failed' ? ['stateUnexpected', 'moment'] : [];
}
