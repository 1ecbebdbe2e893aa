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
  type DeclaredBy,
  furtherChecksOf,
  operationsOf,
  type PlanBinding,
  type UnitOperation,
} from '@/lib/model/operations/declared';
import { type NamedResources, namedResources } from '@/lib/model/package-resources';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import type { Invocation, OperationExecutor, OperationResult } from '../lifecycle';
import { fillTemplate, MissingKey } from '../xml';
import type { CompletionQueue } from './completion-queue';
import { answerOf, differencesIn, unreadable } from './plan-outcome';
import { isTriedAgain, reportRetry } from './retries';
import type { Units } from './units';

/** Operations that change nothing. */
const READING: ReadonlySet<string> = new Set(['validation.check_status', 'lifecycle.check_drift']);

type Binding = PlanBinding & Partial<CustomOperation> & DeclaredBy;

/** Why an operation could not be done, and the effect that failed; that is missing where none was begun. */
export interface OperationFailure {
  message: string;
  effectId?: string;
}

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
  onFailure(unitId: string, operation: string, failure: OperationFailure): OperationResult;
  /** whether what fails is passed over, without another try */
  ignoresFailure: boolean;
  /** what the commands of an operation returned, in order */
  onOutputs(unitId: string, outputs: Json[]): void;
}

/** Carries operations out as plans on the machines of units, and notes in the document what is known of each. */
export class PlanExecutor implements OperationExecutor {
  private readonly resources: NamedResources;

  constructor(private readonly parts: PlanExecutorParts) {
    this.resources = namedResources(parts.packages.resources);
  }

  async execute(invocation: Invocation): Promise<OperationResult> {
    const { operation, subject, template, inputs } = invocation;
    if (!('instance' in subject)) throw new Error('Relationships have no operations here.');
    const { service } = this.parts.units.find(subject.instance);
    const result = await this.one(invocation, this.binding(service, operation), givenInputs(template, inputs));
    if (!result.ok || operation !== 'validation.check_status') return result;
    for (const further of furtherChecksOf(this.parts.packages.unitTypes ?? {}, this.ownerOf(service))) {
      const found = await this.one(invocation, further, {});
      if (!found.ok) return found;
    }
    return result;
  }

  /** One plan of an operation, on the machine of its unit. */
  private async one(invocation: Invocation, binding: Binding, inputs: JsonObject): Promise<OperationResult> {
    const { operation, subject } = invocation;
    const { effects, units, completions, restarts, onCancel, onFailure, onOutputs } = this.parts;
    const { service, unit, host } = units.find((subject as { instance: string }).instance);
    let made: ReturnType<PlanExecutor['plan']>;
    try {
      made = this.plan(binding, service, unit, inputs);
    } catch (error) {
      return onFailure(unit.id, operation, { message: unreadable(binding.plan, error) });
    }
    this.note(unit.id, beginning(operation));
    const outcome = await completions.completion(
      effects.executePlan({
        serviceId: service.id,
        unitId: unit.id,
        host,
        name: binding.plan,
        ...made,
        timeoutMs: binding.timeout * 1000,
        round: completions.round,
        ...(this.parts.switchesOn ? { switchesOn: true } : READING.has(operation) ? { readsOnly: true } : {}),
      }),
    );
    if (!outcome.answered && outcome.problem.kind === 'cancelled') {
      onCancel();
      // The engine is left where it stands: nobody knows how far the machine came.
      return new Promise(() => undefined);
    }
    const answer = answerOf(made.plan, outcome);
    const { wrong, outputs } = answer;
    const { effectId } = outcome;
    if (wrong !== null && !this.parts.ignoresFailure && isTriedAgain(invocation, answer, binding.nonRecoverable)) {
      await reportRetry(effects, invocation, { unitId: unit.id, host, wrong, effectId });
      return { ok: false, message: wrong, recoverable: true };
    }
    const found = operation === 'lifecycle.check_drift' ? differencesIn(outputs) : [];
    // that it is switched off the cloud has seen, which sees as well when it is back
    const isOff = !outcome.answered && outcome.problem.code === 'machine_off';
    this.note(unit.id, ending(operation, wrong, { at: outcome.at ?? null, isOff, restarts, found }));
    if (wrong === null) {
      onOutputs(unit.id, outputs);
      return found.length > 0 ? { ok: true, value: found } : { ok: true };
    }
    return onFailure(unit.id, operation, { message: wrong, effectId });
  }

  private note(unitId: string, change: Partial<Condition> | null): void {
    if (change === null) return;
    const { effects, units } = this.parts;
    units.note(unitId, change);
    void effects.saveModel(units.model);
  }

  private ownerOf({ type }: Service): string {
    return this.parts.packages.serviceTypes?.find((one) => one.type === type)?.package ?? '';
  }

  private binding(service: Service, operation: string): Binding {
    const { unitTypes = {} } = this.parts.packages;
    const owner = this.ownerOf(service);
    const found =
      operationsOf(unitTypes, owner)[operation as UnitOperation] ?? customOperationsOf(unitTypes, owner)[operation];
    if (!found) throw new Error(`${owner} declares no ${operation}.`);
    return found;
  }

  /** @throws MissingKey, VetroError (invalid input) for a plan that cannot be made */
  private plan(
    { plan, mappings, parameters = [], package: declaring }: Binding,
    service: Service,
    unit: Unit,
    inputs: JsonObject,
  ): { plan: ExecutionPlan; package: string } {
    const found = this.resources.plan(plan, declaring);
    if (!found) throw new MissingKey(plan);
    const values = Object.entries(mappings).map(([name, source]): [string, Json] => {
      if ('value' in source) return [name, source.value];
      if ('parameter' in source) {
        const usual = parameters.find((one) => one.name === source.parameter)?.default;
        return [name, this.parts.given[source.parameter] ?? usual ?? source.default ?? null];
      }
      const [root, path] = 'unit' in source ? [unit, source.unit] : [service, source.service];
      return [name, valueAt(root, path) ?? source.default ?? null];
    });
    const all = { ...Object.fromEntries(values), ...inputs } as JsonObject;
    const filled = fillTemplate(found.template, all, { missingKey: 'error' });
    return { plan: buildPlan(filled, found.script), package: found.package };
  }
}

/** Inputs of a call that are not what its operation declares anyway. */
function givenInputs({ inputs: declared = {} }: OperationTemplate, inputs: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(inputs).filter(([name, value]) => JSON.stringify(declared[name]) !== JSON.stringify(value)),
  );
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
  { at, isOff, restarts, found }: { at: string | null; isOff: boolean; restarts: boolean; found: string[] },
): Partial<Condition> | null {
  const status = { ok: wrong === null, message: wrong ?? '', at, ...(isOff ? { by: 'cloud' as const } : {}) };
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
