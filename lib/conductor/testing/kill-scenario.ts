import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { CrashPoint } from '../runtime/crash-points';
import type { Trace } from './trace';

/** A run that is killed again and again, at another place each time. */
export interface KillScenario {
  model: EnvironmentModel;
  /** the run that dies instead of the deployment, when all is deployed */
  afterwards?: RunKind;
  /** one that goes well before that */
  before?: RunKind;
  /** what has become of the document beside the product until then */
  found?: (reached: EnvironmentModel) => EnvironmentModel;
  /** what somebody has done to the machines beside the product until then, by what each knows */
  byHand?: (facts: JsonObject) => JsonObject;
  /** the document that the run that dies is to make true, and its input */
  asked?: (reached: EnvironmentModel) => { model: EnvironmentModel; input: JsonObject };
  /** folders of packages besides those that ship */
  packages?: readonly string[];
  /** how it looks when nothing dies */
  expectUndisturbed: (undisturbed: Trace) => void;
  /** there are at least so many places to die at */
  boundaries: number;
  /**
   * Where real processes die, in this order; everywhere else runs die in memory alone. At least before an effect, between
   * an effect and its record, and after a record.
   */
  realKills: readonly RealKill[];
}

/** A place by what its step is called: which of the steps of that name, counted from 1; `end` needs no record. */
export interface RealKill {
  point: CrashPoint;
  step: RegExp | 'end';
  occurrence?: number;
}

/** Names of steps that are effects on the world. */
const ON_WORLD = /^(plan|stack|machine)/;

/**
 * Every place at which a run can die: before and after the performance of every recorded step; where it is an effect on
 * the world, also when what was reached before is stored and when it is recorded; between the sending of a plan and its
 * answer; and around the end, which needs no record.
 *
 * @param steps names of the recorded steps, in their order
 */
export function boundariesOf(steps: readonly string[]): string[] {
  const around = steps.flatMap((name, index) => {
    const number = index + 1;
    return [
      `before:${number}`,
      ...(ON_WORLD.test(name) ? [`stored:${number}`] : []),
      ...(name.startsWith('plan ') ? [`sent:${number}`] : []),
      `performed:${number}`,
      // Elsewhere that is where the next step begins.
      ...(ON_WORLD.test(name) ? [`recorded:${number}`] : []),
    ];
  });
  return [...around, `before:${steps.length + 1}`, `performed:${steps.length + 1}`];
}

/** The place of a real kill. @throws Error when the run has no such place */
export function placeOf({ point, step, occurrence = 1 }: RealKill, steps: readonly string[]): string {
  const numbers =
    step === 'end' ? [steps.length + 1] : steps.flatMap((name, index) => (step.test(name) ? [index + 1] : []));
  const place = `${point}:${numbers[occurrence - 1]}`;
  if (!boundariesOf(steps).includes(place))
    throw new Error(`No ${point} of ${step} ${occurrence}: ${steps.join(', ')}`);
  return place;
}
