import type { JsonObject } from '@/lib/model/json';
import { expand } from '@/lib/model/lifecycle/expand';
import { hasDrift, hasFailedDriftCheck, isDrift, type NodeInstance } from '@/lib/model/lifecycle/instance';
import {
  type ModelChanges,
  modelChanges,
  type RelationshipChange,
  unionModel,
} from '@/lib/model/lifecycle/model-changes';
import { isMapped } from '@/lib/model/lifecycle/operations';
import { resolveTemplate } from '@/lib/model/lifecycle/resolve';
import { listOf } from '@/lib/model/lifecycle/scaled';
import type { TopologyTemplate } from '@/lib/model/lifecycle/template';
import { isTopologyError } from '@/lib/model/lifecycle/topology-error';
import { type UpdateStep, updateSteps } from '@/lib/model/lifecycle/update-steps';
import type { WorkflowContext } from '../context';
import type { Deployment } from '../deployment';
import { WorkflowFailure } from '../failures';
import { installGraph } from '../sequences/install';
import { driftGraph, statusGraph, updateGraph } from '../sequences/operate';
import { relationshipStep } from '../sequences/relationships';
import { uninstallGraph } from '../sequences/uninstall';
import { Sequence } from '../tasks/builder';
import { diagnose, healInstances } from './heal';
import { filtered, inOrder, minus, withContents } from './selection';
import { FILTERS, FLAG, type Workflow } from './workflow';

/** What an update works with once it is planned. */
interface Plan {
  changes: ModelChanges;
  /** nodes of which a property or an operation changes */
  changedNodes: string[];
}

/** Runs a workflow by its name; the registry is known above. */
export type RunNamed = (context: WorkflowContext, name: string, parameters: JsonObject) => Promise<void>;

/** Makes a deployment as a new version of its topology says (docs/lifecycle.md, "Update"). */
export function updateWorkflow(runNamed: RunNamed): Workflow {
  return {
    parameters: {
      topology: { type: 'dict', default: null },
      preview: FLAG(false),
      workflow_id: { type: 'string', default: null },
      skip_uninstall: FLAG(false),
      skip_install: FLAG(false),
      skip_drift_check: FLAG(false),
      known_drift: FLAG(false),
      force_reinstall: FLAG(false),
      skip_heal: FLAG(false),
      skip_reinstall: FLAG(false),
      reinstall_list: { type: 'list', default: [], names: 'instance' },
      ignore_failure: FLAG(false),
      ...FILTERS,
    },
    run: async (context) => {
      const plan = planned(context);
      if (plan === null) return;
      const { parameters } = context;
      if (parameters.workflow_id) {
        await runNamed(context, String(parameters.workflow_id), idsOf(plan));
        finalize(context);
        return;
      }
      await removeOld(context, plan);
      finalize(context);
      await bringUp(context, plan);
    },
  };
}

/** @returns null for a preview */
function planned(context: WorkflowContext): Plan | null {
  const { deployment, parameters } = context;
  const known = context.memo('plan') as unknown as Plan | undefined;
  if (known) return known;
  const before = deployment.model;
  const template = parameters.topology ? resolved(parameters.topology as unknown as TopologyTemplate) : before.template;
  const steps = updateSteps(before.template, template);
  const refused = steps.filter(({ supported }) => !supported);
  if (refused.length > 0) throw refusal(refused);
  context.report({ steps: steps.map(({ action, entity, id }) => `${action} ${entity} ${id}`) });
  if (parameters.preview === true) return null;
  const after = expand(before, template, before.counts);
  const changes = modelChanges(before, after);
  const changed = steps.filter(({ entity }) => entity === 'property' || entity === 'operation');
  const plan: Plan = { changes, changedNodes: [...new Set(changed.flatMap(({ node }) => node ?? []))] };
  context.once('plan', () => JSON.parse(JSON.stringify(plan)) as JsonObject);
  context.once('after', () => JSON.parse(JSON.stringify(template)) as JsonObject);
  deployment.replace(unionModel(before, after));
  return plan;
}

function resolved(template: TopologyTemplate): TopologyTemplate {
  try {
    return resolveTemplate(template);
  } catch (error) {
    if (isTopologyError(error)) throw new WorkflowFailure(error.message);
    throw error;
  }
}

function refusal(steps: readonly UpdateStep[]): WorkflowFailure {
  const named = steps.map(({ entity, id }) => `${entity === 'node' ? 'type or container of' : entity} ${id}`);
  return new WorkflowFailure(
    `The update is unsupported: it cannot change the ${named.join(', the ')}. Nothing was changed.`,
  );
}

function idsOf({ changes }: Plan): JsonObject {
  const sources = (list: readonly RelationshipChange[]) => [...new Set(list.map(({ source }) => source))];
  return {
    added_instance_ids: changes.added,
    removed_instance_ids: changes.removed,
    extended_instance_ids: sources(changes.extended),
    reduced_instance_ids: sources(changes.reduced),
  };
}

/** Unlinks relationships that go, and uninstalls instances that go. */
async function removeOld(context: WorkflowContext, { changes }: Plan): Promise<void> {
  const { deployment, parameters } = context;
  if (parameters.skip_uninstall === true) return;
  const removed = new Set(changes.removed);
  const staying = changes.reduced.filter(({ source }) => !removed.has(source));
  await context.run('update_unlink', (graph) => {
    for (const [source, list] of bySource(staying)) {
      const instance = deployment.instance(source);
      if (instance.state === 'uninitialized' || instance.state === 'deleted') continue;
      const targets = targetsOf(list, (id) => !removed.has(id));
      const sequence = new Sequence(graph, graph.subgraph(`unlink ${source}`));
      const operation = 'relationship_lifecycle.unlink';
      relationshipStep(sequence, deployment, instance, { operation, reverse: true, targets, onFailure: 'ignore' });
    }
  });
  if (removed.size === 0) return;
  const ignoreFailure = parameters.ignore_failure === true;
  await context.run('update_uninstall', (graph) =>
    uninstallGraph(graph, deployment, { instances: removed, ignoreFailure }),
  );
}

function bySource(changes: readonly RelationshipChange[]): Map<string, RelationshipChange[]> {
  const sources = new Map<string, RelationshipChange[]>();
  for (const change of changes) sources.set(change.source, [...(sources.get(change.source) ?? []), change]);
  return sources;
}

function targetsOf(changes: readonly RelationshipChange[], isMeant: (id: string) => boolean): (id: string) => boolean {
  const ids = new Set(changes.flatMap(({ targets }) => targets.filter(isMeant)));
  return (id) => ids.has(id);
}

/** What goes leaves the model: nodes, instances and relationships. */
function finalize(context: WorkflowContext): void {
  const { deployment } = context;
  context.once('finalized', () => {
    const template = context.memo('after') as unknown as TopologyTemplate;
    const after = expand(deployment.model, template, deployment.model.counts);
    deployment.replace(after);
    return true;
  });
}

/** Checks, repairs, updates, reinstalls and installs: what stays, then what is new. */
async function bringUp(context: WorkflowContext, plan: Plan): Promise<void> {
  const { deployment, parameters } = context;
  const added = new Set(plan.changes.added);
  const considered = new Set(
    context.once('considered', () => {
      const chosen = filtered(deployment, parameters);
      const isMeant = ({ id, state }: NodeInstance) => state === 'started' && !added.has(id) && chosen.has(id);
      return deployment.instances.filter(isMeant).map(({ id }) => id);
    }),
  );
  const forced = new Set(listOf(parameters.reinstall_list).filter((id) => considered.has(id)));
  const candidates = minus(considered, forced);
  const drifted = await findDrifted(context, plan, candidates);
  const reinstall = withContents(deployment, forced);
  for (const id of drifted.reinstall) reinstall.add(id);
  if (parameters.force_reinstall === true) {
    for (const id of withContents(deployment, drifted.update)) reinstall.add(id);
  } else {
    const toUpdate = drifted.update.filter((id) => !reinstall.has(id));
    for (const id of await updateInstances(context, toUpdate, new Set(drifted.own))) reinstall.add(id);
  }
  context.report({ unsettled: inOrder(deployment, reinstall) });
  const only = parameters.skip_reinstall === true ? withContents(deployment, forced) : reinstall;
  await installAll(context, plan, new Set([...only].filter((id) => considered.has(id))));
}

interface Drifted {
  update: string[];
  reinstall: string[];
  /** those that have drifted themselves, not only in their relationships */
  own: string[];
}

/** Who has drifted: by its own check, or because it changes and has none. */
async function findDrifted(context: WorkflowContext, plan: Plan, candidates: ReadonlySet<string>): Promise<Drifted> {
  const { deployment, parameters } = context;
  const checks = parameters.skip_drift_check !== true;
  if (checks) {
    await context.run('update_check_drift', (graph) =>
      driftGraph(graph, deployment, { instances: candidates, byDependency: true }, 'record'),
    );
  }
  const decided = context.once('drifted', () => {
    const result: Drifted = { update: [], reinstall: [], own: [] };
    const mustReinstall: string[] = [];
    for (const id of inOrder(deployment, candidates)) {
      const instance = deployment.instance(id);
      const node = deployment.nodeOf(instance);
      if (checks && hasFailedDriftCheck(instance)) {
        mustReinstall.push(id);
        continue;
      }
      const isChecked = checks && isMapped(node, 'lifecycle.check_drift');
      const isChanged = plan.changedNodes.includes(node.id) && !isChecked;
      // without a look, what the last one found counts only where that is wanted
      const isDrifted =
        (checks || parameters.known_drift === true) && (hasDrift(instance) || targetSideDrifted(deployment, instance));
      if (!isChanged && !isDrifted) continue;
      const isOwn = isChanged || (instance.drift !== null && isDrift(instance.drift.result));
      const updates = ['update', 'update_config', 'update_apply'].some((name) => isMapped(node, `lifecycle.${name}`));
      if (isOwn) result.own.push(id);
      if (isOwn && !updates) mustReinstall.push(id);
      else result.update.push(id);
    }
    result.reinstall = inOrder(deployment, withContents(deployment, mustReinstall));
    return result as unknown as JsonObject;
  });
  return decided as unknown as Drifted;
}

/** Whether a relationship of an instance has drifted on its target's side, where that is noted with the target. */
function targetSideDrifted(deployment: Deployment, { id, relationships }: NodeInstance): boolean {
  return relationships.some(({ targets }) =>
    targets.some((target) => isDrift(deployment.instance(target).targetDrift[id]?.result ?? null)),
  );
}

/** What has been updated has drifted no more, and neither have its relationships on either side. */
function noteUpdated(deployment: Deployment, id: string): void {
  deployment.patch(id, { drift: null, sourceDrift: {} });
  for (const target of deployment.instance(id).relationships.flatMap(({ targets }) => targets)) {
    const { [id]: updated, ...targetDrift } = deployment.instance(target).targetDrift;
    if (updated) deployment.patch(target, { targetDrift });
  }
}

/** @returns instances that have to be installed anew after all */
async function updateInstances(
  context: WorkflowContext,
  instances: readonly string[],
  own: ReadonlySet<string>,
): Promise<Set<string>> {
  if (instances.length === 0) return new Set();
  const { deployment } = context;
  const broken = context.parameters.skip_heal === true ? new Set<string>() : await healFirst(context, instances);
  const updated = new Set(instances.filter((id) => !broken.has(id)));
  const failed = await context.run('update', (graph) =>
    updateGraph(graph, deployment, updated, ({ id }) => own.has(id)),
  );
  context.once('updated', () => {
    for (const id of minus(updated, failed)) noteUpdated(deployment, id);
    return true;
  });
  return withContents(deployment, [...broken, ...failed]);
}

/** Repairs what is to be updated and does not work; what is never checked is taken to work. */
async function healFirst(context: WorkflowContext, instances: readonly string[]): Promise<Set<string>> {
  const { deployment } = context;
  await context.run('check_status', (graph) =>
    statusGraph(graph, deployment, { instances: new Set(instances), byDependency: false }, 'record'),
  );
  const decided = context.once('diagnosis', () => {
    const unhealthy = instances.filter((id) => {
      const instance = deployment.instance(id);
      return isMapped(deployment.nodeOf(instance), 'validation.check_status') && !instance.status?.ok;
    });
    const { heal, reinstall } = diagnose(deployment, unhealthy);
    return { heal: [...heal], reinstall: [...reinstall] };
  });
  const failed = await healInstances(context, 'heal', new Set(decided.heal));
  return withContents(deployment, [...decided.reinstall, ...failed]);
}

/** Reinstalls and installs in one go, so that every relationship is established once, when both ends are there. */
async function installAll(context: WorkflowContext, { changes }: Plan, reinstall: ReadonlySet<string>): Promise<void> {
  const { deployment, parameters } = context;
  const ignoreFailure = parameters.ignore_failure === true;
  if (reinstall.size > 0) {
    await context.run('reinstall-uninstall', (graph) =>
      uninstallGraph(graph, deployment, { instances: reinstall, ignoreFailure }),
    );
  }
  const added = new Set(parameters.skip_install === true ? [] : changes.added);
  const installed = new Set([...reinstall, ...added]);
  if (installed.size > 0) {
    await context.run('reinstall-install', (graph) => installGraph(graph, deployment, { instances: installed }));
  }
  if (parameters.skip_install === true) return;
  const isUp = (id: string) => deployment.find(id)?.state === 'started' && !installed.has(id);
  const extended = changes.extended.filter(({ source }) => isUp(source));
  await context.run('update_establish', (graph) => {
    for (const [source, list] of bySource(extended)) {
      const sequence = new Sequence(graph, graph.subgraph(`establish ${source}`));
      const operation = 'relationship_lifecycle.establish';
      relationshipStep(sequence, deployment, deployment.instance(source), {
        operation,
        targets: targetsOf(list, isUp),
      });
    }
  });
}
