import {
  bringUp,
  hasBlueprints,
  hasGoing,
  isOfBlueprint,
  runBlueprintWorkflow,
  uninstallRemoved,
} from '@/lib/conductor/blueprints';
import type { Language } from '@/lib/conductor/language/language';
import { ProcessorTime } from '@/lib/conductor/language/processor-time';
import { engineOf, openPackages, runObjects } from '@/lib/conductor/muranopl/world';
import { runWorkflow } from '@/lib/conductor/operations';
import { compileWorkflows, runWorkflows } from '@/lib/conductor/xml';
import { isOfInstances } from '@/lib/model/blueprints/phases';
import { isObjectEntry } from '@/lib/model/object-entry';
import type { LoadedPackages, ObjectPackage } from '@/lib/ports/conductor';
import { compileCached } from './compile-cache';
import { joinedResults } from './joined-results';
import { partitionModel } from './partition-model';
import { setUpAnew } from './set-up-anew';

/**
 * Every language that Vetro speaks, in the order they run.
 *
 * @param library the packages that MuranoPL brings along
 */
export function createLanguages(library: readonly ObjectPackage[]): readonly Language[] {
  const making = [createBlueprintRemoval(), createXml(), createBlueprintInstallation()];
  return [...making, createObjects(library), createOperations(making)];
}

/** The XML workflows of Murano v0.2 (guide, chapter 5), compiled once for each content. */
function createXml(): Language {
  const compile = compileCached(({ workflows }: LoadedPackages) => compileWorkflows(workflows));
  return {
    name: 'xml',
    // Only objects have actions.
    speaks: (packages, { kind }) => kind === 'deploy' && packages.workflows.length > 0,
    run: async ({ operation, packages, model, effects, limits, watch, origin }) => {
      const { rest, merge: together } = partitionModel(model);
      const end = await runWorkflows({
        workflows: compile(packages),
        model: rest,
        resources: packages,
        effects: { ...effects, saveModel: (saved) => effects.saveModel(together(saved)) },
        options: {
          ...limits,
          time: new ProcessorTime(watch, limits.maxProcessorMs),
          environmentId: origin.rehearsed,
          ...(operation.kind === 'deploy' && operation.only ? { only: operation.only } : {}),
        },
      });
      return {
        model: together(end.model),
        cancelled: end.outcome === 'cancelled',
        ...(end.leftOut ? { leftOut: true } : {}),
      };
    },
  };
}

/** What of services of blueprints goes: as long as its machines are there, so before the language that removes them. */
function createBlueprintRemoval(): Language {
  return {
    name: 'blueprints-going',
    speaks: (_packages, { kind }, model) => kind === 'deploy' && hasGoing(model),
    run: ({ packages, model, effects, limits, watch }) =>
      uninstallRemoved({
        ...{ model, packages, effects, retries: limits.operationRetries, isStopped: () => watch.isStopped() },
      }),
  };
}

/** What of services of blueprints is missing: on machines that are there, so after the language that makes them. */
function createBlueprintInstallation(): Language {
  return {
    name: 'blueprints-coming',
    speaks: (packages, { kind }, model) => kind === 'deploy' && hasBlueprints(packages, model),
    run: ({ operation, packages, model, effects, limits, watch }) =>
      bringUp({
        ...{ model, packages, effects, retries: limits.operationRetries, isStopped: () => watch.isStopped() },
        ...(operation.kind === 'deploy' && operation.only ? { only: operation.only } : {}),
      }),
  };
}

/** MuranoPL: objects among the services, on the core library that ships with the product. */
function createObjects(library: readonly ObjectPackage[]): Language {
  // Before any task comes: it is most of what a first one would wait for.
  const opened = openPackages(library);
  const compile = compileCached(({ objects = [] }: LoadedPackages) => engineOf(objects, opened));
  return {
    name: 'muranopl',
    // A program decides by itself what it does to which machine.
    speaks: (_packages, operation, model) =>
      operation.kind !== 'workflow' &&
      !(operation.kind === 'deploy' && operation.only) &&
      (model.services.some(isObjectEntry) || model.state?.objects !== undefined),
    run: async ({ operation, packages, model, effects, limits, watch, origin, classConfigs }) => {
      const { startedAt, seed, project, user } = origin;
      return runObjects({
        engine: compile(packages),
        operation,
        model,
        effects,
        time: new ProcessorTime(watch, limits.maxProcessorMs),
        planTimeoutMs: limits.defaultPlanTimeoutMs,
        maxItems: limits.maxItems,
        classConfigs,
        startedAt,
        seed,
        identity: { project, user },
      });
    },
  };
}

/**
 * What packages declare of machines that are there, in the order that the lifecycle says.
 *
 * @param making the languages that make machines and remove them
 */
function createOperations(making: readonly Language[]): Language {
  return {
    name: 'operations',
    speaks: (_packages, { kind }) => kind === 'workflow',
    run: async (task) => {
      const { operation, packages, model, effects, limits, watch } = task;
      if (operation.kind !== 'workflow') return { model, cancelled: false };
      const { workflow, target, input } = operation;
      const retries = limits.operationRetries;
      const job = { workflow, target, input, packages, effects, retries, isStopped: () => watch.isStopped() };
      const { rest, merge: together } = partitionModel(model, isOfBlueprint(packages));
      const anew = (from: typeof model, unitIds: readonly string[]) =>
        setUpAnew(making, { ...task, model: from }, unitIds);
      if (rest === model || !isOfInstances(workflow)) return runWorkflow({ ...job, model, setUpAnew: anew });
      const saving = { ...effects, saveModel: (saved: typeof model) => effects.saveModel(together(saved)) };
      const machines = await runWorkflow({
        ...{ ...job, effects: saving, model: rest },
        setUpAnew: async (from, unitIds) => {
          const end = await anew(together(from), unitIds);
          return { ...end, model: partitionModel(end.model, isOfBlueprint(packages)).rest };
        },
      });
      const reached = together(machines.model);
      // After a cancel nothing begins; what was to come is told as not reached.
      const isStopped = machines.cancelled ? () => true : job.isStopped;
      const blueprints = await runBlueprintWorkflow({ ...job, model: reached, isStopped });
      return { ...blueprints, result: joinedResults(machines.result, blueprints.result) };
    },
  };
}
