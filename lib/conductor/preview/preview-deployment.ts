import type { Cloud } from '@/lib/cloud/cloud';
import type { Scheduler } from '@/lib/conductor/language/processor-time';
import { isVetroError, type Problem, toProblem } from '@/lib/errors';
import type { Clock, PackageSource, StepTimes } from '@/lib/ports/conductor';
import { stackNameOf } from '../runtime/effects-stack';
import { giveWay } from '../runtime/give-way';
import { type Language, type LanguageLimits, runLanguages } from '../runtime/language';
import { createDryRunEffects, type DryRunCloud } from './dry-run-effects';
import { netChanges } from './net-changes';
import { planRun } from './plan-run';
import type { Prediction, PreviewJob } from './prediction';

/** What a preview works with: the parts of the conductor that a real run uses, none that acts. */
export interface PreviewParts {
  packages: PackageSource;
  cloud: { stacks: Pick<Cloud['stacks'], 'dryRun' | 'read'> } & Pick<Cloud, 'networks' | 'pace'>;
  languages: readonly Language[];
  limits: LanguageLimits;
  clock: Clock;
  stepTimes?: StepTimes;
}

/** How long a preview may take, in milliseconds, and how much of that its packages' programs may compute. */
const LONGEST_MS = 5_000;

/**
 * Plays a deployment through on its model and on the stack as it is now: the same packages, the same languages, and
 * a world that only takes notes. Machines are taken to do what they are told, so what a machine would refuse is not
 * predicted.
 *
 * @throws VetroError of a package that cannot be loaded, or a cloud that cannot be asked; what goes wrong in the
 *   run itself is in `problems`
 */
export async function previewDeployment(parts: PreviewParts, job: PreviewJob): Promise<Prediction> {
  const { packages: source, cloud, languages, limits, clock } = parts;
  const { tenantId, stackName } = job;
  const model = structuredClone(job.kind === 'delete' ? { ...job.model, services: [] } : job.model);
  const scope = { tenantId };
  const [packages, own] = await Promise.all([
    source.lock(tenantId, model).then(source.resolve),
    cloud.stacks.dryRun(scope, stackName),
  ]);
  const dryRunCloud: DryRunCloud = {
    dryRun: async (stack) => (stack === undefined ? own : cloud.stacks.dryRun(scope, stackNameOf(stackName, stack))),
    readStack: (stack) => cloud.stacks.read(scope, stackNameOf(stackName, stack)),
    networks: () => cloud.networks(scope),
  };
  const deadline = clock.now().getTime() + LONGEST_MS;
  const isOver = () => job.signal?.aborted === true || clock.now().getTime() > deadline;
  const { effects, notes } = createDryRunEffects(dryRunCloud, model, isOver);
  const scheduler: Scheduler = {
    now: () => performance.now(),
    yield: async () => {
      await giveWay();
      return !isOver();
    },
  };
  const problems: Problem[] = [];
  const origin = {
    startedAt: clock.now().toISOString(),
    seed: `preview of ${job.environmentId}`,
    project: { id: tenantId, name: job.tenantName ?? '' },
    user: job.user ?? { id: '', name: '' },
  };
  let complete = true;
  try {
    const end = await runLanguages(languages, {
      operation: { kind: 'deploy' },
      packages,
      model,
      effects,
      limits,
      scheduler,
      origin,
    });
    complete = !end.cancelled;
    if (job.kind === 'delete' && complete && !notes.stackDeleted) await effects.deleteStack();
  } catch (error) {
    if (!isVetroError(error) || error.kind === 'defect') throw error;
    problems.push(toProblem(error));
  }
  const predicted = {
    rounds: notes.rounds,
    resources: netChanges([...own.now, ...notes.further], notes.rounds),
    reports: notes.reports,
    problems: notes.problems.length > 0 ? notes.problems : problems,
    complete,
  };
  const plan = await planRun(predicted, cloud.pace, parts.stepTimes ?? nothingMeasured);
  return { ...predicted, plan };
}

const nothingMeasured: StepTimes = async () => () => null;
