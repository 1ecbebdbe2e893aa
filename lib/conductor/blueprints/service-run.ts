import { isDeepStrictEqual } from 'node:util';
import { machineOf, type ServiceGraph } from '@/lib/model/blueprints/graph';
import type { GraphPhase } from '@/lib/model/blueprints/phases';
import type { Service } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import type { Json } from '@/lib/model/json';
import { ENDED, type Execution, type OperationFailure, type OperationSubject } from '@/lib/model/lifecycle/execution';
import type { InstanceModel } from '@/lib/model/lifecycle/expand';
import type { NodeInstance } from '@/lib/model/lifecycle/instance';
import { unmapped } from '@/lib/model/lifecycle/operations';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import { LifecycleEngine, MemoryStore } from '../lifecycle';
import type { CompletionQueue } from '../operations/completion-queue';
import { effectsClock } from '../operations/effects-clock';
import { type FailedOperation, PlanOperations } from './plan-operations';

export interface ServiceRunParts {
  effects: Effects;
  packages: LoadedPackages;
  completions: CompletionQueue;
  service: { id: string; name: string; units: Service['units'] };
  graph: ServiceGraph;
  /** how often operations are tried again that say nothing themselves */
  retries: { taskRetries: number; retryInterval: number };
  switchesOn?: boolean;
  /** what fails on a machine keeps nobody else from going on */
  ignoresFailure?: boolean;
  /** as of operations */
  givenUp?: Set<string>;
  /** called when an operation has begun or gone well: what is known of machines may be written down */
  onChange?(): void;
}

/** An operation of an instance, as it is noted. */
export function callOf(operation: string, instanceId: string): string {
  return `${operation} ${instanceId}`;
}

/** Workflows on the instances of one service of a blueprint: the lifecycle decides, plans of its machines carry it out. */
export class ServiceRun {
  /** when a machine last answered, by unit */
  readonly answeredAt = new Map<string, string | null>();
  /** what operations returned, by unit */
  readonly outputs = new Map<string, Json[]>();
  /** operations that failed, those of later tries as well */
  readonly failedOperations: FailedOperation[] = [];
  /** operations that were begun on instances, and those of them that went well: see `callOf` */
  readonly begun = new Set<string>();
  readonly ended = new Set<string>();
  isCancelled = false;
  private current: ServiceGraph;
  private engine: LifecycleEngine | null = null;
  private executionId: string | null = null;
  private isWhole = true;

  constructor(private readonly parts: ServiceRunParts) {
    this.current = parts.graph;
  }

  get service(): ServiceRunParts['service'] {
    return this.parts.service;
  }

  /** The graph as far as it has come. */
  get graph(): ServiceGraph {
    return this.engine === null ? this.current : merged(this.current, this.engine.deployment.model, this.isWhole);
  }

  /** From now on another topology or other instances. */
  refit(graph: ServiceGraph): void {
    this.current = graph;
  }

  /** Asks what is under way to end: what was begun comes to its own end, and nothing new begins. */
  cancel(): void {
    if (this.engine && this.executionId !== null) void this.engine.cancel(this.executionId);
  }

  /**
   * Runs one workflow; never resolves when an effect was cut short meanwhile, which `isCancelled` tells.
   *
   * @returns its execution as it ended
   */
  async phase({ workflow, parameters, reverse = false }: GraphPhase): Promise<Execution> {
    const { effects, packages, completions, service, switchesOn = false, ignoresFailure = false, givenUp } = this.parts;
    const { model } = this.current;
    this.isWhole = !reverse;
    const operations = new PlanOperations({
      ...{ effects, packages, completions, service, switchesOn, ignoresFailure, ...(givenUp && { givenUp }) },
      graph: () => this.graph,
      onAnswer: (unitId, at) => this.answeredAt.set(unitId, at),
      onOutputs: (unitId, outputs) => this.outputs.set(unitId, [...(this.outputs.get(unitId) ?? []), ...outputs]),
      onBegin: (subject, operation) => this.note(this.begun, subject, operation),
      onEnd: (subject, operation) => this.note(this.ended, subject, operation),
      onFailure: (failed) => this.failedOperations.push(failed),
      onCancel: () => {
        this.isCancelled = true;
      },
    });
    let end: (execution: Execution) => void = () => undefined;
    const ended = new Promise<Execution>((resolve) => {
      end = resolve;
    });
    this.engine = await LifecycleEngine.open({
      store: new MemoryStore(reverse ? reversed(model) : model),
      operations,
      clock: effectsClock(effects, completions),
      options: { ...this.parts.retries, waitAfterFail: Number.POSITIVE_INFINITY },
      onStatus: (execution) => {
        if (ENDED.includes(execution.status)) end(execution);
      },
    });
    const { id } = await this.engine.start({ workflow, parameters });
    this.executionId = id;
    const execution = await ended;
    this.executionId = null;
    this.current = this.graph;
    this.engine.die();
    this.engine = null;
    return execution;
  }

  private note(calls: Set<string>, subject: OperationSubject, operation: string): void {
    if (!('instance' in subject)) return;
    calls.add(callOf(operation, subject.instance));
    this.parts.onChange?.();
  }

  /** Leaves what is under way where it stands. */
  abandon(): void {
    this.current = this.graph;
    this.engine?.die();
    this.engine = null;
  }

  /**
   * Tells of effects that failed and are no reason why executions did: another try went well, or what could not be
   * repaired was installed anew.
   */
  async reportHandled(executions: readonly Execution[]): Promise<void> {
    const ending = executions
      .filter(({ status }) => status === 'failed')
      .flatMap(({ error }) => error?.operations ?? []);
    const isEnding = ({ subject, operation }: OperationFailure) =>
      ending.some((one) => one.operation === operation && isDeepStrictEqual(one.subject, subject));
    for (const failed of this.failedOperations) {
      if (failed.effectId !== undefined && !isEnding(failed)) await this.parts.effects.failureHandled(failed.effectId);
    }
  }

  /** A failure for people: where it happened, what failed, and what the machine said. */
  describe({ operation, subject, message }: OperationFailure): { unitId: string | null; text: string } {
    const { graph, service } = this;
    const id = 'instance' in subject ? subject.instance : subject.side === 'source' ? subject.source : subject.target;
    const machine = machineOf(graph, id);
    const node = graph.model.instances.find((one) => one.id === id)?.node ?? id;
    const unit = service.units.find((one) => one.id === machine?.unitId);
    const where = unit ? hostOf(unit) : (machine?.host ?? service.name);
    return { unitId: unit?.id ?? null, text: `${where}: ${operation} of ${node} failed: ${message}` };
  }
}

/** The graph with what an engine has made of it. @param isWhole the engine had the topology itself */
function merged(graph: ServiceGraph, model: InstanceModel, isWhole: boolean): ServiceGraph {
  if (isWhole) return { ...graph, model };
  const after = new Map(model.instances.map((instance) => [instance.id, instance]));
  const instances = graph.model.instances.map((before): NodeInstance => {
    const now = after.get(before.id);
    return now ? { ...now, relationships: before.relationships } : before;
  });
  return { ...graph, model: { ...graph.model, instances } };
}

/** The same instances, each behind those that need it. */
function reversed(model: InstanceModel): InstanceModel {
  const nodes = model.template.nodes.map((node) => ({
    ...node,
    relationships: sourcesOf(model, node.id).map((target) => ({
      type: 'connected_to' as const,
      target,
      properties: {},
      sourceOperations: unmapped([]),
      targetOperations: unmapped([]),
    })),
  }));
  const sources = new Map<string, string[]>();
  for (const { id, relationships } of model.instances) {
    for (const target of relationships.flatMap(({ targets }) => targets)) {
      sources.set(target, [...(sources.get(target) ?? []), id]);
    }
  }
  const nodeOf = new Map(model.instances.map(({ id, node }) => [id, node]));
  const instances = model.instances.map((instance) => ({
    ...instance,
    relationships: sourcesOf(model, instance.node).map((node) => ({
      type: 'connected_to' as const,
      node,
      targets: (sources.get(instance.id) ?? []).filter((id) => nodeOf.get(id) === node),
    })),
  }));
  return { ...model, template: { ...model.template, nodes }, instances };
}

/** Nodes with a relationship to a node. */
function sourcesOf({ template }: InstanceModel, target: string): string[] {
  return template.nodes
    .filter(({ relationships }) => relationships.some((one) => one.target === target))
    .map(({ id }) => id);
}
