import { isVetroError } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import type { Effects, LoadedPackages } from '../../ports/conductor';
import { type BudgetLimits, createBudget, DEFAULT_LIMITS } from '../language/budget';
import { languageError } from '../language/diagnostics';
import { isStop, ProcessorTime } from '../language/processor-time';
import { type CompiledWorkflows, templateProblems } from './compile-workflows';
import { type Dialect, VETRO } from './dialect';
import { type Flushing, flush } from './flush';
import { rulesInTurn } from './functions/rule-functions';
import { createHostNames } from './host-names';
import { type Call, Frame, type Providers, type WorkflowExecution } from './interpreter';
import { lastingModel } from './model';
import { MuteTable } from './mute-table';
import { deliverReports } from './reports';
import type { RunEvent } from './run-events';
import { packageTemplates, type TemplateSource } from './templates';
import { createUserData } from './user-data';

export interface RunOptions {
  /** how long a plan may take when the workflow gives no `timeout`, in milliseconds */
  defaultPlanTimeoutMs: number;
  /** rounds (evaluate, then carry out) after which a rule set counts as one that never settles */
  maxRounds: number;
  /** evaluations of all workflows within one round, likewise */
  maxPasses?: number;
  limits?: BudgetLimits;
  /** what the run may take of the processor; without it no time passes */
  time?: ProcessorTime;
  /** units: commands for others, and reports on them, are left out */
  only?: readonly string[];
  providers?: Providers;
  /** which made-up host names follow from, when it is not the model's */
  environmentId?: string | undefined;
  /** configuration that `<select path="##group.option"/>` reads */
  settings?: JsonObject;
  dialect?: Dialect;
  /** told what the run does, in order */
  onEvent?: (event: RunEvent) => void;
}

export interface RunJob {
  workflows: CompiledWorkflows;
  model: EnvironmentModel | JsonObject;
  resources: Pick<LoadedPackages, 'resources' | 'serviceTypes'> | TemplateSource;
  effects: Effects;
  options: RunOptions;
}

export interface RunEnd {
  /** the model as it is now, without `temp` and `token` */
  model: EnvironmentModel;
  /** `stopped`: a workflow said `<stop/>`; `cancelled`: someone asked to cancel */
  outcome: 'finished' | 'stopped' | 'cancelled';
  /** reports by level */
  errors: number;
  warnings: number;
  /** set when a rule asked for something that `only` leaves out */
  leftOut?: true;
}

/**
 * Runs workflows on an object model until there is nothing left to do (Murano v0.2 guide, chapter 5,
 * "Workflow rules"). A *round* evaluates all workflows again and again until none changes the model, then
 * carries out what they enqueued; rounds repeat until one enqueues nothing.
 *
 * The given model is not changed. The model as reached so far goes to `effects.saveModel` after every
 * round, and also before an error is thrown.
 *
 * Throws VetroErrors: of kind `language` with a place (`rules_never_settle`, `budget_exceeded`,
 * `unknown_template`, `missing_template_key`, …), or the cloud's or agent's own that no block handled.
 */
export async function runWorkflows({ workflows, model, resources, effects, options }: RunJob): Promise<RunEnd> {
  const counts = { errors: 0, warnings: 0 };
  const run = createRun(structuredClone(model) as JsonObject, resources, options, counts);
  const flushing: Flushing = {
    effects,
    defaultPlanTimeoutMs: options.defaultPlanTimeoutMs,
    desired: { template: {}, parameters: {} },
    cancelled: false,
  };
  const files = workflows.files.map((file) => ({ ...file, muteTable: new MuteTable() }));
  const end = (outcome: RunEnd['outcome']): RunEnd => ({
    model: reached(run),
    outcome,
    ...counts,
    ...(run.leftOut ? { leftOut: true } : {}),
  });
  try {
    refuseUnknown(templateProblems(workflows, run.templates));
    for (; ; run.round++) {
      if (await effects.cancelled()) return end('cancelled');
      for (const { muteTable } of files) muteTable.startRound();
      await settle(files, run, effects, options.maxPasses ?? 500);
      if (run.pending.length === 0) return end(run.stopRequested ? 'stopped' : 'finished');
      if (run.round >= options.maxRounds) throw neverDone(run, options.maxRounds);
      await flush(run, flushing);
      await effects.saveModel(reached(run));
      if (flushing.cancelled) return end('cancelled');
      if (run.stopRequested) return end('stopped');
    }
  } catch (error) {
    if (isVetroError(error)) {
      await deliverReports(run, effects);
      if (isStop(error)) return end('cancelled');
      await effects.saveModel(lastingModel(run.model));
    }
    throw error;
  }
}

/** @throws the first problem, as a language error with its place */
function refuseUnknown([first]: ReturnType<typeof templateProblems>): void {
  if (first) throw languageError(first.code, first.message, first.span, { template: first.template });
}

function createRun(
  model: JsonObject,
  resources: RunJob['resources'],
  options: RunOptions,
  counts: { errors: number; warnings: number },
): WorkflowExecution {
  const time = options.time ?? new ProcessorTime();
  const templates = 'stackTemplate' in resources ? resources : packageTemplates(resources);
  return {
    model,
    dialect: options.dialect ?? VETRO,
    budget: createBudget(options.limits ?? DEFAULT_LIMITS, time),
    time,
    templates,
    providers: options.providers ?? {
      hostName: createHostNames(options.environmentId),
      userData: createUserData(templates),
    },
    settings: options.settings ?? {},
    pending: [],
    outbox: [],
    observe(event) {
      if (event.kind === 'report' && event.level === 'error') counts.errors++;
      if (event.kind === 'report' && event.level === 'warning') counts.warnings++;
      options.onEvent?.(event);
    },
    round: 0,
    stopRequested: false,
    lastChange: null,
    rule: null,
    only: options.only ? new Set(options.only) : null,
    leftOut: false,
  };
}

/** Passes over all workflows until none changes the model. */
async function settle(
  files: { root: Call; package: string; muteTable: MuteTable }[],
  run: WorkflowExecution,
  effects: Effects,
  maxPasses: number,
): Promise<void> {
  for (let pass = 0; ; pass++) {
    let changed = false;
    for (const { root, muteTable, package: own } of files) {
      const frame = new Frame(
        null,
        { changed: false, muteTable, package: own },
        { cursor: [], rules: [], objects: [] },
      );
      run.rule = null;
      const rules = rulesInTurn(root, frame, run);
      for (;;) {
        run.budget.beginPiece();
        const turn = run.time.during(() => rules.next());
        if (!turn.done) continue;
        changed = turn.value || changed;
        break;
      }
    }
    await deliverReports(run, effects);
    if (!changed) return;
    if (pass >= maxPasses) throw neverSettles(run, maxPasses);
  }
}

/** The model to keep; a document that grew beyond all measure is refused before anyone stores it. */
function reached(run: WorkflowExecution): EnvironmentModel {
  run.budget.document(run.model);
  return lastingModel(run.model);
}

function neverSettles(run: WorkflowExecution, passes: number) {
  const call = run.lastChange;
  const span = call?.span ?? { file: 'workflows', line: 1, column: 1 };
  return languageError(
    'rules_never_settle',
    `the rules still change the environment after ${passes} evaluations in a row; the last to do so is ${ruleName(call)}.`,
    span,
    { rule: ruleName(call), passes, round: run.round },
  );
}

function neverDone(run: WorkflowExecution, rounds: number) {
  const [pending] = run.pending;
  const call = pending?.call ?? null;
  const span = call?.span ?? { file: 'workflows', line: 1, column: 1 };
  const rule = pending?.frame.position.rules.join('.') ?? '';
  const what = pending && 'template' in pending ? `<${call?.tag} template="${pending.template}">` : `<${call?.tag}>`;
  return languageError(
    'rules_never_settle',
    `the rules still ask for actions after ${rounds} rounds; the last to do so is ${what} in rule ${rule}.`,
    span,
    { rule, rounds },
  );
}

/** A rule for people: by its id, its description or its match. */
function ruleName(call: Call | null): string {
  if (!call) return 'a rule';
  const known = ['id', 'desc', 'match'].map((name) => call.attributes.get(name)).find(Boolean);
  return call.tag === 'rule' ? `rule ${known ? `"${known}"` : `in line ${call.span.line}`}` : `<${call.tag}>`;
}
