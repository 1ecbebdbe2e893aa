import type { Prediction } from '@/lib/conductor';
import { predictedLosses } from '@/lib/model/loss';
import type { Preview } from '@/lib/model/preview';
import type { RemainingWork } from '@/lib/model/progress/remaining-work';
import { listOf } from '@/lib/model/sentence';

const MEASURES = {
  machines: 'machines',
  vcpus: 'processors',
  memoryMb: 'MB of memory',
  diskGb: 'GB of disk',
  publicAddresses: 'public addresses',
  networks: 'networks',
} as const;

/** What one should know before pressing Deploy: what is lost, what the quota does not hold, what packages warn of. */
export function previewWarnings(
  predicted: Pick<Prediction, 'reports'>,
  { machines, resources, totals }: Pick<Preview, 'machines' | 'resources' | 'totals'>,
): Preview['warnings'] {
  const unitOf = new Map(machines.map(({ host, unitId }) => [host, unitId]));
  const lost = predictedLosses({ machines, resources }).map(({ what, how, name }) => ({
    code: `${what}_${how === 'replace' ? 'replaced' : 'removed'}`,
    sentence:
      how === 'replace'
        ? `${name} is set up again from nothing: all that is on it is lost.`
        : `${name} is deleted with all that is on it.`,
    host: what === 'machine' ? name : null,
    unitId: what === 'machine' ? (unitOf.get(name) ?? null) : null,
  }));
  // what is said above already is not said again in the package's words
  const lostUnits = new Set(lost.map(({ unitId }) => unitId));
  const reported = predicted.reports
    .filter(({ level, id }) => level === 'warning' && !lostUnits.has(id))
    .map(({ entity, id, text }) => ({
      code: 'reported',
      sentence: text,
      host: null,
      unitId: entity === 'unit' ? id : null,
    }));
  return [...lost, ...quotaWarnings(totals), ...reported];
}

/** Machines that an earlier deployment left unfinished: whatever is deployed next finishes them, too. */
export function leftovers(machines: Preview['machines'], open: readonly RemainingWork[]): Preview['warnings'] {
  const unfinished = new Set(open.map(({ unit }) => unit.id));
  const finished = machines.filter(
    ({ unitId, change }) => unitId !== null && unfinished.has(unitId) && (change === 'create' || change === 'change'),
  );
  if (finished.length === 0) return [];
  const sentence = `This also finishes what an earlier deployment left unfinished: ${listOf(finished.map(({ host }) => host))}.`;
  return [{ code: 'left_over', sentence, host: null, unitId: null }];
}

/** What stays outside when the environment is deleted. */
export function staying(sentences: readonly string[]): Preview['warnings'] {
  return sentences.map((sentence) => ({ code: 'stays_outside', sentence, host: null, unitId: null }));
}

function quotaWarnings(totals: Preview['totals']): Preview['warnings'] {
  return (Object.keys(MEASURES) as (keyof typeof MEASURES)[]).flatMap((measure) => {
    const total = totals[measure];
    if (!total || total.limit === null || total.peak <= total.limit || total.peak <= total.now) return [];
    const over = total.after > total.limit;
    const what = `${over ? total.after : total.peak} ${MEASURES[measure]}, but the quota allows ${total.limit}.`;
    const sentence = over
      ? `Afterwards there would be ${what}`
      : `While machines are replaced, old and new exist side by side: ${what} Deploy it in smaller parts.`;
    return [{ code: over ? 'quota_exceeded' : 'quota_peak', sentence, host: null, unitId: null }];
  });
}

/** Why it would fail: what stopped it, else what packages reported as errors. */
export function previewProblems({ problems, reports }: Pick<Prediction, 'problems' | 'reports'>): Preview['problems'] {
  if (problems.length > 0) return problems.map(({ code, sentence }) => ({ code, sentence }));
  return reports
    .filter(({ level }) => level === 'error')
    .map(({ text }) => ({ code: 'would_report_error', sentence: text }));
}
