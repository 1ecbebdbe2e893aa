import type { JsonObject } from '@/lib/model/json';
import type { InstanceModel } from '@/lib/model/lifecycle/expand';
import { unionModel } from '@/lib/model/lifecycle/model-changes';
import type { Modification } from '@/lib/model/lifecycle/progress';
import { type Scaling, scaled } from '@/lib/model/lifecycle/scaled';
import type { WorkflowContext } from '../context';
import { WorkflowCancelled, WorkflowFailure } from '../failures';
import { installGraph } from '../sequences/install';
import { uninstallGraph } from '../sequences/uninstall';
import { FLAG, type Workflow } from './workflow';

/** Adds instances of a node or group, or takes some away (docs/lifecycle.md). */
export const scale: Workflow = {
  parameters: {
    scalable_entity_name: { type: 'string' },
    delta: { type: 'any', default: 1 },
    scale_compute: FLAG(false),
    ignore_failure: FLAG(false),
    include_instances: { type: 'any', default: [] },
    exclude_instances: { type: 'any', default: [] },
    rollback_if_failed: FLAG(true),
    abort_started: FLAG(false),
  },
  run: async (context) => {
    const { parameters } = context;
    const before = stillStarted(context);
    let scaling = before ? null : scalingOf(context);
    if (!before && scaling === null) {
      context.log('delta is 0: nothing is scaled.');
      return;
    }
    if (scaling && parameters.abort_started === true) {
      await abortStarted(context);
      // counted anew, by what is left
      scaling = scalingOf(context);
    }
    const modification = before ?? begin(context, scaling as Scaling);
    const entity = String(parameters.scalable_entity_name);
    const known = failureOf(context);
    const failure = known ?? (await attempt(context, entity, modification));
    if (failure) {
      await undo(context, `${entity}_rollback`, modification, failure);
      throw failure;
    }
    finish(context, modification);
  },
};

/** @returns why it failed, where that is to be undone */
async function attempt(
  context: WorkflowContext,
  entity: string,
  modification: Modification,
): Promise<WorkflowFailure | null> {
  try {
    if (modification.added.length > 0) await scaleOut(context, entity, modification);
    if (modification.removed.length > 0) await scaleIn(context, entity, modification);
    return null;
  } catch (error) {
    if (!(error instanceof WorkflowFailure) || context.parameters.rollback_if_failed !== true) throw error;
    const { message, operations } = error;
    context.once('failure', () => JSON.parse(JSON.stringify({ message, operations })) as JsonObject);
    return error;
  }
}

/** Why the modification is being undone; null as long as it is not. */
function failureOf(context: WorkflowContext): WorkflowFailure | null {
  const stored = context.memo('failure') as unknown as WorkflowFailure | undefined;
  return stored ? new WorkflowFailure(stored.message, stored.operations) : null;
}

/** The modification that this execution began before it failed or was cancelled. */
function stillStarted(context: WorkflowContext): Modification | undefined {
  return context.memo('modification') === true ? (context.deployment.modification ?? undefined) : undefined;
}

/** @returns null for a delta of 0 */
function scalingOf({ deployment, parameters }: WorkflowContext): Scaling | null {
  const scaling = scaled(deployment.model, parameters);
  if (typeof scaling === 'string') throw new WorkflowFailure(scaling);
  return scaling;
}

/** Notes the modification; from now on what is added is there, and what is removed still is. */
function begin(context: WorkflowContext, { after, added, removed }: Scaling): Modification {
  const { deployment } = context;
  if (deployment.modification !== null) {
    throw new WorkflowFailure(
      'A modification of this deployment is still started. Resume its execution, or set abort_started to roll it back.',
    );
  }
  const before = deployment.model;
  const modification = { before: bare(before), after: bare(after), added, removed };
  context.once('modification', () => true);
  deployment.modification = modification;
  deployment.replace(unionModel(before, after));
  context.report({ modification: 'started' });
  return modification;
}

async function scaleOut(context: WorkflowContext, entity: string, { added }: Modification): Promise<void> {
  const { deployment } = context;
  await context.run(`${entity}_install`, (graph) => installGraph(graph, deployment, { instances: new Set(added) }));
}

async function scaleIn(context: WorkflowContext, entity: string, { removed }: Modification): Promise<void> {
  const { deployment, parameters } = context;
  await context.run(`${entity}_uninstall`, (graph) =>
    uninstallGraph(graph, deployment, {
      instances: new Set(removed),
      ignoreFailure: parameters.ignore_failure === true,
    }),
  );
}

/** What stays is as it was before, apart from what this execution has made of it. */
function finish(context: WorkflowContext, modification: Modification): void {
  const { deployment } = context;
  const { after } = modification;
  const instances = after.instances.map((instance) => ({
    ...(deployment.find(instance.id) ?? instance),
    relationships: instance.relationships,
  }));
  deployment.replace({ ...after, instances, template: deployment.model.template });
  deployment.modification = null;
  context.report({ modification: 'finished' });
}

/**
 * Undoes a modification: what was begun of added instances is undone, then the model is as it was. Instances that were
 * to go are in the model again, though operations may have stopped them: the error says what ran.
 */
async function undo(
  context: WorkflowContext,
  graphName: string,
  modification: Modification,
  cause: WorkflowFailure | null,
): Promise<void> {
  const { deployment, parameters } = context;
  let failure = cause;
  try {
    if (modification.added.length > 0) {
      await context.run(graphName, (graph) =>
        uninstallGraph(graph, deployment, {
          instances: new Set(modification.added),
          ignoreFailure: parameters.ignore_failure === true,
          undo: 'toRemove',
        }),
      );
    }
  } catch (error) {
    if (error instanceof WorkflowCancelled || !(error instanceof WorkflowFailure)) throw error;
    const message = `${cause ? `${cause.message} ` : ''}Rolling back failed as well: ${error.message}`;
    failure = new WorkflowFailure(message, [...(cause?.operations ?? []), ...error.operations]);
  }
  const { before, after } = modification;
  deployment.replace({ ...before, indexes: after.indexes, template: deployment.model.template });
  deployment.modification = null;
  if (context.memo('modification') === true) context.forget();
  context.report({ modification: 'rolledback' });
  if (failure !== cause) throw failure;
}

/** Rolls back a modification that another execution left half-way. */
async function abortStarted(context: WorkflowContext): Promise<void> {
  const { modification } = context.deployment;
  if (modification === null) return;
  context.log('Rolling back a modification that was left half-way.');
  await undo(context, 'abort', modification, null);
}

function bare({ template: _template, ...instances }: InstanceModel): Modification['before'] {
  return instances;
}
