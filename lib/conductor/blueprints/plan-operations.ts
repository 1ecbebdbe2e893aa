import { buildPlan } from '@/lib/formats/execution-plan/build';
import type { ExecutionPlan } from '@/lib/formats/execution-plan/plan';
import { at, evaluate, type FunctionSources } from '@/lib/model/blueprints/functions';
import { machineOf, type ServiceGraph } from '@/lib/model/blueprints/graph';
import type { Service } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { OperationFailure, OperationSubject } from '@/lib/model/lifecycle/execution';
import type { NodeInstance } from '@/lib/model/lifecycle/instance';
import { type NamedResources, namedResources } from '@/lib/model/package-resources';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import type { Invocation, OperationExecutor, OperationResult } from '../lifecycle';
import type { CompletionQueue } from '../operations/completion-queue';
import { answerOf, differencesIn, unreadable } from '../operations/plan-outcome';
import { isTriedAgain, reportRetry } from '../operations/retries';
import { fillTemplate, MissingKey } from '../xml';

/** Seconds that a plan may take when its operation says nothing. */
const USUAL_TIMEOUT = 600;

/** An operation that failed, and its effect. */
export interface FailedOperation extends OperationFailure {
  effectId?: string;
}

export interface PlanOperationsParts {
  effects: Effects;
  packages: Pick<LoadedPackages, 'resources'>;
  completions: CompletionQueue;
  /** the service, as the document has it; of one that is gone its id alone */
  service: { id: string; units: Service['units'] };
  /** the graph as it is when an operation is called */
  graph(): ServiceGraph;
  /** whether machines that are switched off are switched on */
  switchesOn: boolean;
  /** what fails is noted as a warning, at once, and counts as done */
  ignoresFailure: boolean;
  /** units whose machines are not asked any more; where it is given, a machine that does not answer becomes one of them */
  givenUp?: Set<string>;
  /** when a machine last answered, an ISO instant */
  onAnswer(unitId: string, at: string | null): void;
  /** an operation begins on a machine, and has gone well there */
  onBegin(subject: OperationSubject, operation: string): void;
  onEnd(subject: OperationSubject, operation: string): void;
  /** what an operation returned */
  onOutputs(unitId: string, outputs: Json[]): void;
  /** an operation that failed: what comes of it the engine decides */
  onFailure(failure: FailedOperation): void;
  /** called when somebody has asked for the end: nothing of the machine is known then */
  onCancel(): void;
}

/** Carries operations of a blueprint out as plans on the machine of their instance. */
export class PlanOperations implements OperationExecutor {
  private readonly resources: NamedResources;

  constructor(private readonly parts: PlanOperationsParts) {
    this.resources = namedResources(parts.packages.resources);
  }

  async execute(invocation: Invocation): Promise<OperationResult> {
    const { operation, subject, template, inputs } = invocation;
    const { effects, completions, service, switchesOn, onAnswer, onOutputs, onFailure, onCancel } = this.parts;
    const name = template.implementation ?? '';
    const machine = machineOf(this.parts.graph(), ownerOf(subject));
    if (!machine) {
      return { ok: false, message: `There is no machine on which ${operation} could run.`, recoverable: false };
    }
    const { givenUp } = this.parts;
    if (givenUp?.has(machine.unitId)) {
      const message = `${operation} was left out: ${machine.host} does not answer.`;
      this.parts.onFailure({ subject, operation, message });
      return { ok: false, message, recoverable: false };
    }
    let made: ReturnType<PlanOperations['plan']>;
    try {
      made = this.plan(name, evaluate(inputs, this.sources(subject)) as JsonObject);
    } catch (error) {
      return { ok: false, message: unreadable(name, error), recoverable: false };
    }
    const { unitId } = machine;
    const unit = service.units.find(({ id }) => id === unitId);
    const host = unit ? hostOf(unit) : machine.host;
    this.parts.onBegin(subject, operation);
    const outcome = await completions.completion(
      effects.executePlan({
        serviceId: service.id,
        ...{ unitId, host, name },
        ...made,
        timeoutMs: (template.timeout ?? USUAL_TIMEOUT) * 1000,
        round: completions.round,
        ...(switchesOn ? { switchesOn: true } : {}),
      }),
    );
    if (!outcome.answered && outcome.problem.kind === 'cancelled') {
      onCancel();
      // The engine is left where it stands: nobody knows how far the machine came.
      return new Promise(() => undefined);
    }
    if (!outcome.answered) givenUp?.add(unitId);
    onAnswer(unitId, outcome.at ?? null);
    const answer = answerOf(made.plan, outcome);
    const { wrong, outputs } = answer;
    const { effectId } = outcome;
    if (wrong !== null && this.parts.ignoresFailure) {
      const text = `${host}: ${operation} failed, and the run goes on: ${wrong}`;
      await effects.report({ entity: 'unit', id: unitId, level: 'warning', text });
      if (effectId !== undefined) await effects.failureHandled(effectId);
      return { ok: true };
    }
    if (wrong !== null && isTriedAgain(invocation, answer)) {
      await reportRetry(effects, invocation, { unitId, host, wrong, effectId });
      return { ok: false, message: wrong, recoverable: true };
    }
    if (wrong !== null) {
      onFailure({ subject, operation, message: wrong, effectId });
      return { ok: false, message: wrong, recoverable: false };
    }
    this.parts.onEnd(subject, operation);
    onOutputs(unitId, outputs);
    const found = operation === 'lifecycle.check_drift' ? differencesIn(outputs) : [];
    const properties = outputs.filter(isObject);
    return {
      ok: true,
      ...(found.length > 0 && { value: found }),
      ...(properties.length > 0 && { runtimeProperties: Object.assign({}, ...properties) as JsonObject }),
    };
  }

  private plan(name: string, values: JsonObject): { plan: ExecutionPlan; package: string } {
    const found = this.resources.plan(name, this.parts.graph().package);
    if (!found) throw new MissingKey(name);
    const filled = fillTemplate(found.template, values, { missingKey: 'error' });
    return { plan: buildPlan(filled, found.script), package: found.package };
  }

  private sources(subject: OperationSubject): FunctionSources {
    const { service } = this.parts;
    const graph = this.parts.graph();
    return sourcesOf(graph, service.units, subject);
  }
}

/** What functions find in a graph. @param subject whose operation it is; null for outputs of the service */
export function sourcesOf(
  graph: ServiceGraph,
  units: Service['units'],
  subject: OperationSubject | null,
): FunctionSources {
  const { instances, template } = graph.model;
  const byId = (id: string) => instances.find((one) => one.id === id);
  const named = (name: string): NodeInstance | undefined => {
    if (subject && 'instance' in subject && name === 'SELF') return byId(subject.instance);
    if (subject && !('instance' in subject)) {
      if (name === 'SOURCE') return byId(subject.source);
      if (name === 'TARGET') return byId(subject.target);
    }
    const own = subject ? byId(ownerOf(subject)) : undefined;
    const all = instances.filter(({ node }) => node === name);
    return all.find(({ host }) => host !== null && host === own?.host) ?? all[0];
  };
  return {
    property: (name, path) => {
      const id = named(name)?.node ?? name;
      return at(template.nodes.find((node) => node.id === id)?.properties ?? null, path);
    },
    attribute: (name, path) => {
      const instance = named(name);
      if (!instance) return null;
      const machine = machineOf(graph, instance.id);
      const state = units.find(({ id }) => id === machine?.unitId)?.state ?? {};
      const { hostname = machine?.host ?? null, address = null } = state;
      return at({ hostname, address, ...instance.runtimeProperties }, path);
    },
  };
}

/** The instance on whose machine an operation runs. */
export function ownerOf(subject: OperationSubject): string {
  if ('instance' in subject) return subject.instance;
  return subject.side === 'source' ? subject.source : subject.target;
}
