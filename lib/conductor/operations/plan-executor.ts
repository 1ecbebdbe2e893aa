import { buildPlan } from '@/lib/formats/execution-plan/build';
import type { ExecutionPlan } from '@/lib/formats/execution-plan/plan';
import type { Service, Unit } from '@/lib/model/environment';
import { valueAt } from '@/lib/model/installed';
import type { Json, JsonObject } from '@/lib/model/json';
import type { OperationTemplate } from '@/lib/model/lifecycle/template';
import type { Condition } from '@/lib/model/operations/condition';
import {
  type CustomOperation,
  customOperationsOf,
  operationsOf,
  type PlanBinding,
  type UnitOperation,
} from '@/lib/model/operations/declared';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import type { Invocation, OperationExecutor, OperationResult } from '../lifecycle';
import { fillTemplate, MissingKey } from '../xml';
import type { CompletionQueue } from './completion-queue';
import { answerOf, differencesIn, type PlanAnswer, unreadable } from './plan-outcome';
import type { Units } from './units';

/** Seconds before an operation is tried again that says nothing itself. */
export const USUAL_INTERVAL = 15;

export interface PlanExecutorParts {
  effects: Effects;
  packages: LoadedPackages;
  units: Units;
  completions: CompletionQueue;
  /** whether what is stopped is to be started again right after */
  restarts: boolean;
  /** whether machines that are switched off are switched on */
  switchesOn: boolean;
  /** parameters of the operation that is run, by their names; secrets sealed */
  given: JsonObject;
  /** called when somebody has asked for the end: nothing of the machine is known then */
  onCancel(): void;
  /** what an operation failed with for good. @returns what the engine is told of it */
  onFailure(unitId: string, operation: string, message: string): OperationResult;
  /** whether what fails is passed over, without another try */
  ignoresFailure: boolean;
  /** what the commands of an operation returned, in order */
  onOutputs(unitId: string, outputs: Json[]): void;
}

/** Carries operations out as plans on the machines of units, and notes in the document what is known of each. */
export class PlanExecutor implements OperationExecutor {
  /** how often an operation of a unit has failed so far */
  private readonly tries = new Map<string, number>();

  constructor(private readonly parts: PlanExecutorParts) {}

  /** A replay makes the same calls again and gets the same answers: none is ever under way without its engine. */
  reattaches(): boolean {
    return false;
  }

  async execute({ operation, subject, template }: Invocation): Promise<OperationResult> {
    if (!('instance' in subject)) throw new Error('Relationships have no operations here.');
    const { effects, units, completions, restarts, onCancel, onFailure, onOutputs } = this.parts;
    const { service, unit, host } = units.find(subject.instance);
    const binding = this.binding(service, operation);
    let plan: ExecutionPlan;
    try {
      plan = this.plan(binding, service, unit);
    } catch (error) {
      return onFailure(unit.id, operation, unreadable(binding.plan, error));
    }
    this.note(unit.id, beginning(operation));
    const outcome = await completions.completion(
      effects.executePlan({
        serviceId: service.id,
        unitId: unit.id,
        host,
        name: binding.plan,
        plan,
        timeoutMs: binding.timeout * 1000,
        round: completions.round,
        ...(this.parts.switchesOn ? { switchesOn: true } : {}),
      }),
    );
    if (!outcome.answered && outcome.problem.kind === 'cancelled') {
      onCancel();
      // The engine is left where it stands: nobody knows how far the machine came.
      return new Promise(() => undefined);
    }
    const answer = answerOf(plan, outcome);
    const { wrong, outputs } = answer;
    const again = this.nextTry(`${unit.id} ${operation}`, answer, template, binding);
    if (wrong !== null && again !== null) {
      await effects.report({
        entity: 'unit',
        id: unit.id,
        level: 'info',
        text: `${host}: ${wrong} It is tried again in ${again.seconds} seconds (${again.which}).`,
      });
      return { ok: false, message: wrong, recoverable: true };
    }
    const found = operation === 'lifecycle.check_drift' ? differencesIn(outputs) : [];
    this.note(unit.id, ending(operation, wrong, { at: outcome.at ?? null, restarts, found }));
    if (wrong === null) {
      onOutputs(unit.id, outputs);
      return found.length > 0 ? { ok: true, value: found } : { ok: true };
    }
    return onFailure(unit.id, operation, wrong);
  }

  /** When it is tried again, and which try that is; null when it is not. Silence, and what could not begin, is final. */
  private nextTry(
    key: string,
    { exception }: PlanAnswer,
    { maxRetries: limit = 0, retryInterval = USUAL_INTERVAL }: OperationTemplate,
    { nonRecoverable = [] }: PlanBinding,
  ): { seconds: number; which: string } | null {
    const tries = (this.tries.get(key) ?? 0) + 1;
    this.tries.set(key, tries);
    if (exception === null || this.parts.ignoresFailure || nonRecoverable.includes(exception)) return null;
    if (limit >= 0 && tries > limit) return null;
    return { seconds: retryInterval, which: limit < 0 ? `${tries}` : `${tries}/${limit}` };
  }

  private note(unitId: string, change: Partial<Condition> | null): void {
    if (change === null) return;
    const { effects, units } = this.parts;
    units.note(unitId, change);
    void effects.saveModel(units.model);
  }

  private binding(service: Service, operation: string): PlanBinding & Partial<CustomOperation> {
    const { unitTypes = {}, serviceTypes = [] } = this.parts.packages;
    const owner = serviceTypes.find(({ type }) => type === service.type)?.package ?? '';
    const found =
      operationsOf(unitTypes, owner)[operation as UnitOperation] ?? customOperationsOf(unitTypes, owner)[operation];
    if (!found) throw new Error(`${owner} declares no ${operation}.`);
    return found;
  }

  /** @throws MissingKey, VetroError (invalid input) for a plan that cannot be made */
  private plan(
    { plan, mappings, parameters = [] }: PlanBinding & Partial<CustomOperation>,
    service: Service,
    unit: Unit,
  ): ExecutionPlan {
    const { planTemplates, scripts } = this.parts.packages;
    const template = Object.hasOwn(planTemplates, plan) ? planTemplates[plan] : undefined;
    if (!template) throw new MissingKey(plan);
    const values = Object.entries(mappings).map(([name, source]): [string, Json] => {
      if ('value' in source) return [name, source.value];
      if ('parameter' in source) {
        const usual = parameters.find((one) => one.name === source.parameter)?.default;
        return [name, this.parts.given[source.parameter] ?? usual ?? source.default ?? null];
      }
      const [root, path] = 'unit' in source ? [unit, source.unit] : [service, source.service];
      return [name, valueAt(root, path) ?? source.default ?? null];
    });
    const filled = fillTemplate(template, Object.fromEntries(values) as JsonObject, { missingKey: 'error' });
    return buildPlan(filled, scripts);
  }
}

/** What is known of a machine from the moment that something is asked of it. */
function beginning(operation: string): Partial<Condition> | null {
  if (operation === 'lifecycle.stop') return { state: 'stopping' };
  return operation === 'lifecycle.start' ? { state: 'starting' } : null;
}

/** What is known of it when that has ended. */
function ending(
  operation: string,
  wrong: string | null,
  { at, restarts, found }: { at: string | null; restarts: boolean; found: string[] },
): Partial<Condition> | null {
  const status = { ok: wrong === null, message: wrong ?? '', at };
  switch (operation) {
    case 'lifecycle.stop':
      // What only rests to be started again is not stopped because somebody wanted it so.
      return wrong === null ? { state: restarts ? 'starting' : 'stopped', status: null } : { status };
    case 'lifecycle.start':
    case 'lifecycle.heal':
    case 'lifecycle.postheal':
    case 'lifecycle.resume':
    case 'validation.check_status':
      return wrong === null ? { state: 'started', status } : { status };
    case 'lifecycle.check_drift':
      return wrong === null ? { drift: { differences: found, at } } : null;
    case 'lifecycle.update':
      return wrong === null ? { drift: { differences: [], at } } : null;
    default:
      return null;
  }
}
