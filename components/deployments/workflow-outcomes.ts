import { isObject, type Json } from '@/lib/model/json';
import type { UnitPlan } from '@/lib/model/runs/unit-plan';

/** What a workflow meant to do with one machine, and what came of it. */
export interface UnitOutcome extends Pick<UnitPlan, 'unitId' | 'host' | 'does' | 'because'> {
  /** as it was planned, or what else happened */
  result: Exclude<UnitPlan['does'], 'nothing'> | 'alone' | 'failed' | 'repaired';
}

/**
 * Reads the answer of a run of a workflow; those that failed come first, those that were left alone last.
 *
 * @param result of the run; a run that was cancelled or is not over has none
 */
export function outcomesOf(result: Json): UnitOutcome[] {
  if (!isObject(result) || !Array.isArray(result.plan)) return [];
  const failed = namesIn(result.failed);
  const repaired = namesIn(result.repaired);
  const outcomes = (result.plan as unknown as Omit<UnitOutcome, 'result'>[]).map((unit): UnitOutcome => {
    const { does, host } = unit;
    if (does === 'nothing') return { ...unit, result: 'alone' };
    if (failed.has(host)) return { ...unit, result: 'failed' };
    return { ...unit, result: repaired.has(host) ? 'repaired' : does };
  });
  return outcomes.sort((a, b) => rank(a) - rank(b));
}

/** Whether something failed on a machine, by the answer of a run: it may have come to its end all the same. */
export function hasFailures(result: Json): boolean {
  return outcomesOf(result).some((one) => one.result === 'failed');
}

const rank = ({ result }: UnitOutcome) => ({ failed: 0, repaired: 1, alone: 3 })[result as 'failed'] ?? 2;

function namesIn(list: Json | undefined): Set<string> {
  return new Set(Array.isArray(list) ? list.map(String) : []);
}
