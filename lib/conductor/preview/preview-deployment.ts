import type { LanguageLimits } from '@/lib/conductor/language/language';
import type { LanguageHost } from '@/lib/conductor/language/language-host';
import type { Stacks } from '@/lib/conductor/stacks/stacks';
import { isVetroError, type Problem, toProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { RunPlan } from '@/lib/model/progress/projection';
import { runKind } from '@/lib/model/runs/kinds';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import { scopeOf } from '@/lib/ports/cloud/scope';
import type { Clock, PackageSource, StepTimes } from '@/lib/ports/conductor';
import { stackNameOf, stackOwner } from '../stacks/stack-of-environment';
import { createDryRunEffects, type DryRunCloud } from './dry-run-effects';
import { netChanges } from './net-changes';
import { planRun } from './plan-run';
import type { JobVersions, PlayedThrough, Prediction, PreviewJob } from './prediction';

/** What a preview works with: the parts of the conductor that a real run uses, none that acts. */
export interface PreviewParts {
  packages: PackageSource;
  cloud: Pick<Cloud, 'networks' | 'simulation'>;
  stacks: Pick<Stacks, 'dryRun' | 'read' | 'units'>;
  languages: LanguageHost;
  limits: LanguageLimits;
  clock: Clock;
  stepTimes?: StepTimes;
}

/** How long a preview that somebody waits for may take, in milliseconds: then what is predicted so far is the answer. */
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
  const { played, plan } = await playThrough(parts, job);
  return { ...played, plan: await plan() };
}

/**
 * The same without how long it takes.
 *
 * @returns `plan` reads what was measured before, and makes the estimates of it
 * @throws as {@link previewDeployment}
 */
export async function playThrough(
  parts: PreviewParts,
  job: PreviewJob,
): Promise<{ played: PlayedThrough; plan(): Promise<RunPlan> }> {
  const { packages: source, cloud, stacks, languages, limits, clock } = parts;
  const { tenantId, stackName } = job;
  const kind = runKind(job.kind);
  const model = kind.model?.(job.model) ?? job.model;
  const scope = scopeOf(tenantId, job.model);
  const { lock, classConfigs } = job.versions ?? (await versionsFor(source, tenantId, model));
  const [packages, pace, own, owned] = await Promise.all([
    source.resolve(lock),
    cloud.simulation?.pace(scope, lock),
    stacks.dryRun(scope, stackName),
    stacks.units(job.environmentId),
  ]);
  const dryRunCloud: DryRunCloud = {
    dryRun: async (stack) => (stack === undefined ? own : stacks.dryRun(scope, stackNameOf(stackName, stack))),
    readStack: (stack) => stacks.read(scope, stackNameOf(stackName, stack)),
    networks: () => cloud.networks(scope),
  };
  const longestMs = job.longestMs ?? LONGEST_MS;
  const deadline = clock.now().getTime() + longestMs;
  const timeout = AbortSignal.timeout(longestMs);
  const signal = job.signal ? AbortSignal.any([job.signal, timeout]) : timeout;
  const isOver = () => signal.aborted || clock.now().getTime() > deadline;
  const { effects, notes } = createDryRunEffects(dryRunCloud, model, isOver, job.kind);
  const problems: Problem[] = [];
  const origin = {
    startedAt: clock.now().toISOString(),
    seed: job.seed ?? `preview of ${job.environmentId}`,
    project: { id: tenantId, name: job.tenantName ?? '' },
    user: job.user ?? { id: '', name: '' },
  };
  let complete = true;
  try {
    const end = await languages.run({
      operation: kind.operation(job),
      packages,
      model,
      effects,
      limits,
      stop: { signal, isDue: isOver },
      origin,
      classConfigs,
    });
    complete = !end.cancelled;
    if (complete && kind.deletesStack && !notes.stackDeleted) await effects.deleteStack();
  } catch (error) {
    if (!isVetroError(error) || error.kind === 'defect') throw error;
    problems.push(toProblem(error));
  }
  const played: PlayedThrough = {
    rounds: notes.rounds,
    resources: netChanges([...own.now, ...notes.further], notes.rounds),
    reports: notes.reports,
    problems: notes.problems.length > 0 ? notes.problems : problems,
    certain: notes.problems.length > 0 || notes.isGuessed ? null : (problems.find(isOfProgram) ?? null),
    complete,
  };
  const units = { ...owned, ...stackOwner(model).units };
  const guide = packages.steps ?? {};
  const times = parts.stepTimes ?? nothingMeasured;
  return { played, plan: () => planRun(played, { pace, times, guide, units }) };
}

/**
 * The versions of everything that the services of a model need, and what operators give to their classes.
 *
 * @throws VetroError of a package that cannot be found
 */
export async function versionsFor(
  source: PackageSource,
  tenantId: string,
  model: EnvironmentModel,
): Promise<JobVersions> {
  const [lock, classConfigs] = await Promise.all([source.lock(tenantId, model), source.classConfigs?.(tenantId)]);
  return { lock, classConfigs };
}

/** What is wrong with a program and its document: no cloud that is busy now, and nothing that time mends. */
function isOfProgram({ kind }: Problem): boolean {
  return kind === 'language';
}

const nothingMeasured: StepTimes = async () => ({ of: () => null, boot: null });
