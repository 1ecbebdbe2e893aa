import { isDeepStrictEqual } from 'node:util';
import { type GraphPhase, machineOf, type ServiceGraph, type Unfinished } from '@/lib/model/blueprints/graph';
import type { Service } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import type { Json } from '@/lib/model/json';
import type { Execution, ExecutionOptions, OperationFailure, OperationSubject } from '@/lib/model/lifecycle/execution';
import type { InstanceModel } from '@/lib/model/lifecycle/expand';
import type { NodeInstance } from '@/lib/model/lifecycle/instance';
import { unmapped } from '@/lib/model/lifecycle/operations';
import type { Progress } from '@/lib/model/lifecycle/progress';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import { type KeptDeployment, LifecycleEngine } from '../lifecycle';
import type { CompletionQueue } from '../operations/completion-queue';
import { effectsClock } from '../operations/effects-clock';
import { engineLog } from '../operations/engine-log';
import { type FailedOperation, ownerOf, PlanOperations } from './plan-operations';

export interface ServiceRunParts {
  effects: Effects;
  packages: LoadedPackages;
  completions: CompletionQueue;
  service: { id: string; name: string; units: Service['units'] };
  graph: ServiceGraph;
  /** how often operations are tried again that say nothing themselves */
  retries: ExecutionOptions;
  switchesOn?: boolean;
  /** what fails on a machine keeps nobody else from going on */
  ignoresFailure?: boolean;
  /** as of operations */
  givenUp?: Set<string>;
  /** called when an operation has begun or gone well: what is known of machines may be written down */
  onChange?(): void;
}

type KeptPhase = Required<Omit<KeptDeployment, 'model'>>;

/** A phase that goes on. @property force whether operations that were under way are called again */
export interface ResumedPhase extends KeptPhase {
  force: boolean;
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
  private isWhole = true;
  /** of the newest phase, as it was left */
  private kept: KeptPhase;
  /** phases as they ended, and those that are to be done yet */
  readonly executions: Execution[] = [];
  private phases: readonly GraphPhase[] = [];

  constructor(private readonly parts: ServiceRunParts) {
    const { unfinished, ...graph } = parts.graph;
    this.current = graph;
    this.kept = { progress: null, modification: unfinished?.modification ?? null };
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
    this.engine?.cancel();
  }

  /**
   * Runs phases one after the other, the next only when the one before has done all; never resolves when an effect was cut
   * short meanwhile, which `isCancelled` tells.
   *
   * @param unfinished how far an earlier run came with the first of them
   */
  async through(
    phases: readonly GraphPhase[],
    unfinished: ResumedPhase | null,
    isStopped: () => boolean,
  ): Promise<void> {
    this.phases = phases;
    if (unfinished) this.kept = unfinished;
    for (const [at, phase] of phases.entries()) {
      if (isStopped()) return;
      const { status } = await this.phase(phase, at === 0 ? unfinished : null);
      if (status !== 'terminated') return;
    }
  }

  /** What is to be done yet of the phases, and what was left half-way before; null for neither. */
  get unfinished(): Unfinished | null {
    const done = this.executions.filter(({ status }) => status === 'terminated').length;
    const phases = this.phases.slice(done);
    return phases.length > 0 || this.kept.modification ? { phases, ...this.kept } : null;
  }

  /**
   * Runs one workflow, or goes on with it; as `through`.
   *
   * @returns its execution as it ended
   */
  async phase(
    { workflow, parameters, reverse = false }: GraphPhase,
    resumed: ResumedPhase | null = null,
  ): Promise<Execution> {
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
    const engine = new LifecycleEngine({
      kept: { model: reverse ? reversed(model) : model, modification: this.kept.modification, ...resumed },
      operations,
      clock: effectsClock(effects, completions),
      options: this.parts.retries,
      onEvent: engineLog(effects, { entity: 'service', id: service.id }),
    });
    this.engine = engine;
    if (resumed?.progress) this.recall(resumed.progress);
    const isResumed = Boolean(resumed?.progress);
    const execution = await (isResumed ? engine.resume({ force: resumed?.force }) : engine.start(workflow, parameters));
    this.executions.push(execution);
    this.leave(engine);
    return execution;
  }

  /** Operations that an earlier run had begun or ended. */
  private recall({ graphs }: Progress): void {
    for (const task of Object.values(graphs).flat()) {
      if (task.kind !== 'operation' || !('instance' in task.subject) || task.attempts === 0) continue;
      const call = callOf(task.operation, task.subject.instance);
      this.begun.add(call);
      if (task.state === 'succeeded') this.ended.add(call);
    }
  }

  private leave(engine: LifecycleEngine): void {
    this.current = this.graph;
    const { progress, modification } = engine.kept;
    this.kept = { progress, modification };
    this.engine = null;
  }

  private note(calls: Set<string>, subject: OperationSubject, operation: string): void {
    if (!('instance' in subject)) return;
    calls.add(callOf(operation, subject.instance));
    this.parts.onChange?.();
  }

  /** Leaves what is under way where it stands. */
  abandon(): void {
    const { engine } = this;
    if (engine === null) return;
    engine.cancel('force');
    this.leave(engine);
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
    const id = ownerOf(subject);
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
