import { LRUCache } from 'lru-cache';
import type { Db } from '@/lib/db/client';
import { MAX_DURATIONS, type PastBoot, pastBoots, pastSteps } from '@/lib/db/step-durations';
import { grouped } from '@/lib/model/grouped';
import { type StepKind, type StepTime, stepKindKey } from '@/lib/model/step-estimate';
import type { StepTimes } from '@/lib/ports/conductor';

/** How long an estimate of MAX_DURATIONS durations is cached, in milliseconds; of fewer, each new one may change it. */
const CACHE_TTL_MS = 60_000;
/** Kinds of steps in the cache: no catalog has more in use. */
const MAX_CACHED_KINDS = 5_000;
/** Key of the time that machines take to start: no kind of step has it. */
const BOOT_KEY = '';

/**
 * How long things will take, judged by the newest runs of the same steps and the newest starts of machines in all
 * environments. Estimates of as many durations as count are cached for a minute.
 *
 * @returns takes any number of steps, also the same more than once
 */
export function createStepTimes(db: Db): StepTimes {
  const cache = new LRUCache<string, StepTime>({ max: MAX_CACHED_KINDS, ttl: CACHE_TTL_MS });
  const cached = (key: string, time: StepTime | null) => {
    if (time !== null && time.runs >= MAX_DURATIONS) cache.set(key, time);
    return time;
  };
  return async (steps) => {
    const known = new Map(
      [BOOT_KEY, ...steps.map(stepKindKey)].flatMap((key): [string, StepTime][] => {
        const time = cache.get(key);
        return time === undefined ? [] : [[key, time]];
      }),
    );
    const unknown = steps.filter((step) => !known.has(stepKindKey(step)));
    const [runs, boots] = await Promise.all([pastSteps(db, unknown), known.has(BOOT_KEY) ? [] : pastBoots(db)]);
    const read = new Map([...grouped(runs, ({ key }) => key)].map(([key, past]) => [key, cached(key, timeOf(past))]));
    const boot = known.get(BOOT_KEY) ?? cached(BOOT_KEY, timeOf(boots));
    const of = (step: StepKind) => known.get(stepKindKey(step)) ?? read.get(stepKindKey(step)) ?? null;
    return { of, boot };
  };
}

/**
 * How far from the median a duration may be, in standard deviations of logarithms; beyond, it is an outlier (the Hampel
 * identifier: F. R. Hampel, The Influence Curve and Its Role in Robust Estimation, JASA 69, 1974; with the limit 3 and
 * the factor of the median absolute deviation as in Leys et al., Detecting outliers, J. Exp. Soc. Psychol. 49, 2013).
 * Of logarithms, because durations are about log-normal (Limpert et al., BioScience 51, 2001).
 */
const MAX_DEVIATIONS = 3;
const MAD_TO_DEVIATION = 1.4826;
/** Few durations that happen to agree say little of the spread: one that is twice as long as usual is no outlier. */
const LEAST_DEVIATION = 0.25;

/**
 * What nine of ten took, outliers left out. Typical is the median of the runs, each of which counts once with the median
 * of its own durations: what one slow run did to many machines at once is one observation.
 *
 * @returns null for nothing
 */
export function timeOf(past: readonly PastBoot[]): StepTime | null {
  if (past.length === 0) return null;
  const runs = [...grouped(past, ({ runId }) => runId).values()].map((own) => own.map(lengthOf));
  const medians = runs.map(medianOf);
  const typical = medianOf(medians);
  // between runs, and between the machines of one
  const spread = Math.max(deviationOf(medians), medianOf(runs.map(deviationOf)));
  const deviation = Math.max(LEAST_DEVIATION, MAD_TO_DEVIATION * spread);
  const usual = past.map(lengthOf).filter((one) => Math.abs(one - typical) <= MAX_DEVIATIONS * deviation);
  const times = ascending(usual.length > 0 ? usual : [typical]);
  const at = (share: number) => msOf(times[Math.round((times.length - 1) * share)] ?? typical);
  return { runs: past.length, lowMs: at(0.05), typicalMs: msOf(typical), highMs: at(0.95) };
}

/** Logarithms of durations; one of no time at all has one, too. */
const lengthOf = ({ durationMs }: PastBoot) => Math.log1p(durationMs);
const msOf = (length: number) => Math.max(0, Math.round(Math.expm1(length)));
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** The median absolute deviation. */
function deviationOf(values: readonly number[]): number {
  const middle = medianOf(values);
  return medianOf(values.map((one) => Math.abs(one - middle)));
}

/**
 * Of two in the middle the lower one: what disturbs a duration only ever adds to it (Chen and Revels, Robust benchmarking
 * in noisy environments, 2016).
 */
function medianOf(values: readonly number[]): number {
  return ascending(values)[Math.floor((values.length - 1) / 2)] ?? 0;
}
