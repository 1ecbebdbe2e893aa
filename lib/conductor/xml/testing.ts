import { isVetroError, type VetroError } from '@/lib/errors';
import type { Json, JsonObject } from '@/lib/model/json';
import type { PackageResources } from '@/lib/model/package-resources';
import type {
  Effects,
  LoadedPackages,
  PlanOutcome,
  PlanRequest,
  ReportRequest,
  StackOutcome,
  StackState,
  StackUpdate,
} from '../../ports/conductor';
import { compileWorkflows } from './compile-workflows';
import { objects } from './model';
import { type RunEnd, type RunOptions, runWorkflows } from './run';

/** A world for tests that notes every effect and answers as told; success where nothing is told. */
export interface TestWorld {
  model?: JsonObject;
  /** one file each, the `<workflow>` element around it may be left out */
  workflows: string | string[];
  /** of the one package that they are of, which requires nothing */
  packages?: Partial<PackageResources>;
  plan?: (request: PlanRequest) => PlanOutcome | Promise<PlanOutcome>;
  stack?: (update: StackUpdate, nth: number) => StackOutcome;
  deletion?: () => StackOutcome;
  /** the stack as it was last made */
  there?: StackState;
  cancelled?: (asked: number) => boolean;
  options?: Partial<RunOptions>;
}

export interface TestOutcome {
  end: RunEnd | null;
  error: VetroError | null;
  /** the model at the end, or as it was stored last before an error */
  model: JsonObject;
  stacks: StackUpdate[];
  deletions: number;
  plans: PlanRequest[];
  reports: ReportRequest[];
  /** effects whose failures the program has dealt with */
  handled: string[];
  saved: JsonObject[];
  /** every effect in the order it was asked for */
  log: string[];
}

/** Compiles and runs workflows on a model. Errors of the language come back, others are thrown. */
export async function runInTestWorld(stage: TestWorld): Promise<TestOutcome> {
  const files = [stage.workflows].flat().map((xml, index) => ({
    file: `w${index + 1}.xml`,
    xml: xml.includes('<workflow') ? xml : `<workflow>${xml}</workflow>`,
  }));
  const seen: TestOutcome = {
    end: null,
    error: null,
    model: {},
    stacks: [],
    deletions: 0,
    plans: [],
    reports: [],
    handled: [],
    saved: [],
    log: [],
  };
  const model = stage.model ?? environment();
  try {
    seen.end = await runWorkflows({
      workflows: compileWorkflows(files),
      model,
      resources: { resources: [onePackage(stage.packages)] },
      effects: watchedEffects(stage, seen),
      options: { defaultPlanTimeoutMs: 600_000, maxRounds: 50, ...stage.options },
    });
    seen.model = seen.end.model as JsonObject;
  } catch (error) {
    if (!isVetroError(error)) throw error;
    seen.error = error;
    seen.model = seen.saved.at(-1) ?? model;
  }
  return seen;
}

function watchedEffects(stage: TestWorld, seen: TestOutcome): Effects {
  let asked = 0;
  return {
    async updateStack(update) {
      seen.stacks.push(structuredClone(update));
      seen.log.push(`stack ${update.templates?.join('+') ?? ''}`);
      return stage.stack?.(update, seen.stacks.length) ?? { ok: true, outputs: {} };
    },
    async deleteStack() {
      seen.deletions++;
      seen.log.push('delete');
      return stage.deletion?.() ?? { ok: true, outputs: {} };
    },
    async executePlan(request) {
      seen.plans.push(structuredClone(request));
      seen.log.push(`plan ${request.name} ${request.unitId}`);
      return (await stage.plan?.(request)) ?? succeeded(...request.plan.Commands.map(() => []));
    },
    async report(report) {
      seen.reports.push(report);
      seen.log.push(`report ${report.text}`);
    },
    async failureHandled(effectId) {
      seen.handled.push(effectId);
    },
    async saveModel(saved) {
      seen.saved.push(structuredClone(saved) as JsonObject);
    },
    async cancelled() {
      return stage.cancelled?.(++asked) ?? false;
    },
    suspension: () => Promise.reject(new Error('nothing is suspended in this test')),
    readStack: async () => stage.there ?? null,
    networks: () => Promise.reject(new Error('nobody looks at networks here')),
    first: async () => 0,
    sleep: async () => undefined,
  };
}

/** A package without a name, which test workflows are of. */
export function onePackage(resources: Partial<PackageResources> = {}): LoadedPackages['resources'][number] {
  return { name: '', requires: [], stackTemplates: {}, planTemplates: {}, scripts: {}, ...resources };
}

/** An agent's answer: one list of outputs per command. */
export function succeeded(...outputs: Json[][]): PlanOutcome {
  return {
    answered: true,
    result: { IsException: false, Result: outputs.map((Result) => ({ IsException: false, Result })) },
  };
}

/** An agent's answer: the commands before succeeded, this one failed. */
export function failed(before: number, ...exception: Json[]): PlanOutcome {
  const good = Array.from({ length: before }, () => ({ IsException: false, Result: [] as Json[] }));
  return {
    answered: true,
    result: { IsException: false, Result: [...good, { IsException: true, Result: exception }] },
  };
}

/** The guide's example: one Active Directory with two controllers. */
export function environment(): JsonObject {
  return {
    id: 'e1',
    name: 'MyDataCenter',
    services: [
      {
        id: 's1',
        name: 'TestAD',
        type: 'activeDirectory',
        domain: 'acme.loc',
        port: 80,
        units: [
          { id: 'u1', name: 'dc01', isMaster: true },
          { id: 'u2', name: 'dc02', isMaster: false },
        ],
      },
    ],
  };
}

/** The units of the first service. */
export function unitsOf(model: JsonObject): JsonObject[] {
  const units = objects(model.services)[0]?.units;
  return Array.isArray(units) ? (units as JsonObject[]) : [];
}

/** A plan template with these commands. */
export function planTemplate(...names: string[]): JsonObject {
  return { Scripts: [], Commands: names.map((Name) => ({ Name, Arguments: {} })), RebootOnCompletion: 0 };
}
