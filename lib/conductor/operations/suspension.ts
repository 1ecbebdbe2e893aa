import type { EnvironmentModel } from '@/lib/model/environment';
import { conditionOf, isInSuspension, type Suspension } from '@/lib/model/operations/condition';
import { operationsOf } from '@/lib/model/operations/declared';
import type { Effects, LoadedPackages, SuspensionOutcome } from '@/lib/ports/conductor';
import type { Invocation, OperationExecutor, OperationResult } from '../lifecycle';
import type { CompletionQueue } from './completion-queue';
import type { OperationFailure, PlanExecutor } from './plan-executor';
import type { Units } from './units';

/**
 * How machines are suspended or woken up: with their stacks when that is all there are, else each by its own switch. A
 * stack that is suspended is resumed with the last of its machines, for it takes no changes until then.
 *
 * @param chosen units that something is done with
 */
export function suspensionOf(
  workflow: 'suspend' | 'wake',
  { services }: Pick<EnvironmentModel, 'services'>,
  chosen: readonly string[],
): Suspension['with'] {
  const units = services.flatMap((service) => service.units);
  const meant = units.filter((unit) => {
    const condition = conditionOf(unit);
    if (condition === null || workflow === 'suspend') return condition !== null;
    return isInSuspension(condition) && condition.suspension?.with === 'stack';
  });
  return meant.length > 0 && meant.every(({ id }) => chosen.includes(id)) ? 'stack' : 'machine';
}

export interface SuspensionParts {
  workflow: 'suspend' | 'wake';
  how: Suspension['with'];
  effects: Effects;
  packages: LoadedPackages;
  units: Units;
  completions: CompletionQueue;
  onCancel(): void;
  /** @returns what the engine is told of it */
  onFailure(unitId: string, operation: string, failure: OperationFailure): OperationResult;
}

/**
 * Suspends machines and wakes them up. What packages declare is done on a machine while it is awake: `lifecycle.suspend`
 * before, `lifecycle.resume` after, else a check whether it works.
 */
export class SuspensionExecutor implements OperationExecutor {
  constructor(
    private readonly parts: SuspensionParts,
    private readonly plans: PlanExecutor,
  ) {}

  async execute(invocation: Invocation): Promise<OperationResult> {
    const { subject, operation } = invocation;
    if (!('instance' in subject)) throw new Error('Relationships have no operations here.');
    const { how, units, workflow } = this.parts;
    const unitId = subject.instance;
    const { state, suspension } = this.condition(unitId);
    if (workflow === 'suspend') {
      if (state === 'started' && this.declares(unitId, operation)) {
        const drained = await this.plans.execute(invocation);
        if (!wentWell(drained)) return drained;
      }
      return how === 'stack' ? { ok: true } : this.suspension(unitId, operation);
    }
    if (isInSuspension({ state })) {
      const woken = await this.suspension(unitId, operation);
      if (!wentWell(woken)) return woken;
    }
    const isStopped = suspension?.wasStopped ?? units.conditionOf(unitId).state === 'stopped';
    const after = [operation, 'validation.check_status'].find((one) => this.declares(unitId, one));
    if (isStopped || after === undefined) return { ok: true };
    return this.plans.execute({ ...invocation, operation: after });
  }

  /**
   * Suspends or resumes all stacks, and notes it at the units that they have.
   *
   * @returns what went wrong; null when nothing did
   */
  async actOnStacks(chosen: readonly string[]): Promise<string | null> {
    const { effects, workflow, units, onCancel } = this.parts;
    const meant = chosen.filter((id) => workflow === 'suspend' || this.condition(id).suspension?.with === 'stack');
    for (const id of meant) this.begin(id, 'stack');
    void effects.saveModel(units.model);
    const outcome = await effects.suspension({ action: ACTIONS[workflow] });
    if (!outcome.ok) {
      if (outcome.problem.kind === 'cancelled') onCancel();
      return outcome.problem.sentence;
    }
    for (const id of meant) this.end(id);
    void effects.saveModel(units.model);
    return null;
  }

  private async suspension(unitId: string, operation: string): Promise<OperationResult> {
    const { effects, units, completions, workflow, onCancel, onFailure } = this.parts;
    const { service, host } = units.find(unitId);
    this.begin(unitId, 'machine');
    void effects.saveModel(units.model);
    const outcome = await completions.completion<SuspensionOutcome>(
      effects.suspension({
        action: ACTIONS[workflow],
        machine: { serviceId: service.id, unitId, host },
        round: completions.round,
      }),
    );
    if (outcome.ok) {
      this.end(unitId);
      void effects.saveModel(units.model);
      return { ok: true };
    }
    const { kind, sentence } = outcome.problem;
    if (kind === 'cancelled') {
      onCancel();
      // The engine is left where it stands: nobody knows how far the machine came.
      return new Promise(() => undefined);
    }
    return onFailure(unitId, operation, { message: sentence, effectId: outcome.effectId });
  }

  private begin(unitId: string, how: Suspension['with']): void {
    const { units, workflow } = this.parts;
    const { state, suspension } = this.condition(unitId);
    const known = suspension ?? { with: how, wasStopped: state === 'stopped' };
    if (workflow === 'wake') units.note(unitId, { state: 'resuming', suspension: known });
    else units.note(unitId, { state: 'suspending', suspension: { ...known, with: how } });
  }

  private end(unitId: string): void {
    const { units, workflow } = this.parts;
    const { suspension } = this.condition(unitId);
    const awake = suspension?.wasStopped ? 'stopped' : 'started';
    units.note(unitId, { state: workflow === 'suspend' ? 'suspended' : awake, status: null });
  }

  private condition(unitId: string) {
    return this.parts.units.conditionOf(unitId);
  }

  private declares(unitId: string, operation: string): boolean {
    const { units, packages } = this.parts;
    const { unitTypes = {}, serviceTypes = [] } = packages;
    const { service } = units.find(unitId);
    const owner = serviceTypes.find(({ type }) => type === service.type)?.package ?? '';
    return Object.hasOwn(operationsOf(unitTypes, owner), operation);
  }
}

function wentWell(result: OperationResult): boolean {
  return 'ok' in result && result.ok;
}

const ACTIONS = { suspend: 'suspend', wake: 'resume' } as const;
