import { DEFAULT_TIME, ProcessorTime, type Scheduler } from '@/lib/conductor/language/processor-time';
import { engineOf, runObjects } from '@/lib/conductor/muranopl/world';
import { compileWorkflows, runWorkflows } from '@/lib/conductor/xml';
import { isObjectEntry } from '@/lib/model/object-entry';
import type { PackageSource } from '@/lib/ports/conductor';
import { compileCached } from './compile-cache';
import type { Language, LanguageLimits } from './language';
import { partitionModel } from './partition-model';

/** Every language that Vetro speaks, in the order they run. */
export function createLanguages(packages: Pick<PackageSource, 'library'>): readonly Language[] {
  return [createXml(), createObjects(packages)];
}

function timeOf(scheduler: Scheduler, { maxProcessorMs }: LanguageLimits): ProcessorTime {
  return new ProcessorTime(scheduler, { ...DEFAULT_TIME, total: maxProcessorMs });
}

/** The XML workflows of Murano v0.2 (guide, chapter 5), compiled once for each content. */
function createXml(): Language {
  const compile = compileCached(compileWorkflows);
  return {
    name: 'xml',
    // Only objects have actions.
    speaks: (packages, { kind }) => kind === 'deploy' && packages.workflows.length > 0,
    run: async ({ packages, model, effects, limits, scheduler }) => {
      const { rest, together } = partitionModel(model);
      const end = await runWorkflows({
        workflows: compile(packages.digest, packages.workflows),
        model: rest,
        resources: packages,
        effects: { ...effects, saveModel: (saved) => effects.saveModel(together(saved)) },
        options: { ...limits, time: timeOf(scheduler, limits) },
      });
      return { model: together(end.model), cancelled: end.outcome === 'cancelled' };
    },
  };
}

/** MuranoPL: objects among the services, on the core library that ships with the product. */
function createObjects(source: Pick<PackageSource, 'library'>): Language {
  const compile = compileCached(engineOf);
  return {
    name: 'muranopl',
    speaks: (_packages, _operation, model) => model.services.some(isObjectEntry) || model.state?.objects !== undefined,
    run: async ({ operation, packages, model, effects, limits, scheduler, origin }) => {
      const library = (await source.library?.()) ?? [];
      const { startedAt, seed, project, user } = origin;
      return runObjects({
        engine: compile(packages.digest, [...library, ...(packages.objects ?? [])]),
        operation,
        model,
        effects,
        time: timeOf(scheduler, limits),
        planTimeoutMs: limits.defaultPlanTimeoutMs,
        startedAt,
        seed,
        identity: { project, user },
      });
    },
  };
}
