import type { Language, PackageContents } from '@/lib/conductor/language/language';
import { ProcessorTime } from '@/lib/conductor/language/processor-time';
import { engineOf, runObjects } from '@/lib/conductor/muranopl/world';
import { compileWorkflows, runWorkflows } from '@/lib/conductor/xml';
import { isObjectEntry } from '@/lib/model/object-entry';
import { compileCached } from './compile-cache';
import { partitionModel } from './partition-model';

/** Every language that Vetro speaks, in the order they run. */
export function createLanguages(): readonly Language[] {
  return [createXml(), createObjects()];
}

/** The XML workflows of Murano v0.2 (guide, chapter 5), compiled once for each content. */
function createXml(): Language {
  const compile = compileCached(({ packages }: PackageContents) => compileWorkflows(packages.workflows));
  return {
    name: 'xml',
    // Only objects have actions.
    speaks: (packages, { kind }) => kind === 'deploy' && packages.workflows.length > 0,
    run: async ({ contents, model, effects, limits, watch }) => {
      const { rest, together } = partitionModel(model);
      const end = await runWorkflows({
        workflows: compile(contents),
        model: rest,
        resources: contents.packages,
        effects: { ...effects, saveModel: (saved) => effects.saveModel(together(saved)) },
        options: { ...limits, time: new ProcessorTime(watch, limits.maxProcessorMs) },
      });
      return { model: together(end.model), cancelled: end.outcome === 'cancelled' };
    },
  };
}

/** MuranoPL: objects among the services, on the core library that ships with the product. */
function createObjects(): Language {
  const compile = compileCached(({ packages, library }: PackageContents) =>
    engineOf([...library, ...(packages.objects ?? [])]),
  );
  return {
    name: 'muranopl',
    speaks: (_packages, _operation, model) => model.services.some(isObjectEntry) || model.state?.objects !== undefined,
    run: async ({ operation, contents, model, effects, limits, watch, origin }) => {
      const { startedAt, seed, project, user } = origin;
      return runObjects({
        engine: compile(contents),
        operation,
        model,
        effects,
        time: new ProcessorTime(watch, limits.maxProcessorMs),
        planTimeoutMs: limits.defaultPlanTimeoutMs,
        startedAt,
        seed,
        identity: { project, user },
      });
    },
  };
}
