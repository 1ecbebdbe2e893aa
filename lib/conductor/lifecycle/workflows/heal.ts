import type { NodeInstance } from '@/lib/model/lifecycle/instance';
import { isMapped } from '@/lib/model/lifecycle/operations';
import { someOf } from '@/lib/model/lifecycle/scaled';
import type { WorkflowContext } from '../context';
import { type Deployment, withStatus } from '../deployment';
import { WorkflowFailure } from '../failures';
import { healGraph, statusGraph } from '../sequences/operate';
import { reinstallInstances } from './install';
import { filtered, inOrder, minus, withContents } from './selection';
import { FILTERS, FLAG, type Workflow } from './workflow';

/** Which instances are to be repaired, and which have to be installed anew. */
export interface Diagnosis {
  heal: Set<string>;
  reinstall: Set<string>;
}

/**
 * What is to be done about instances that do not work: those that can be repaired are, the others are installed anew
 * with all that is contained in them, which is not repaired in vain.
 */
export function diagnose(deployment: Deployment, unhealthy: readonly string[]): Diagnosis {
  const canHeal = (id: string) => isMapped(deployment.nodeOf(deployment.instance(id)), 'lifecycle.heal');
  const reinstall = withContents(
    deployment,
    unhealthy.filter((id) => !canHeal(id)),
  );
  return { heal: new Set(unhealthy.filter((id) => canHeal(id) && !reinstall.has(id))), reinstall };
}

/**
 * Repairs instances.
 *
 * @param name of the graph
 * @returns those whose repair failed
 */
export async function healInstances(
  context: WorkflowContext,
  name: string,
  instances: ReadonlySet<string>,
): Promise<Set<string>> {
  if (instances.size === 0) return new Set();
  const { deployment } = context;
  const failed = await context.run(name, (graph) => healGraph(graph, deployment, instances));
  context.once(`${name} noted`, () => {
    for (const id of minus(instances, failed)) {
      deployment.patch(id, withStatus(deployment.instance(id), { ok: true, source: 'healed' }));
    }
    return true;
  });
  return failed;
}

/** Repairs what does not work, and installs anew what cannot be repaired (docs/lifecycle.md, "Heal"). */
export const heal: Workflow = {
  parameters: {
    node_instance_id: { type: 'string', default: '', names: 'instance' },
    diagnose_value: { type: 'string', default: 'Not provided' },
    ignore_failure: FLAG(true),
    check_status: FLAG(true),
    allow_reinstall: FLAG(true),
    force_reinstall: FLAG(false),
    ...FILTERS,
  },
  run: async (context) => {
    const { deployment, parameters } = context;
    const selected = context.once('selected', () => inOrder(deployment, selection(context)));
    context.log(`Healing ${someOf(selected)}. Diagnosis: ${String(parameters.diagnose_value)}`);
    const ignoreFailure = parameters.ignore_failure === true;
    if (parameters.force_reinstall === true) {
      if (parameters.allow_reinstall !== true) throw notAllowed(selected);
      report(context, { checked: [], healed: [], healFailed: [], reinstalled: selected });
      await reinstallInstances(context, new Set(selected), ignoreFailure);
      return;
    }
    const checks = parameters.check_status === true;
    const isChecked = (id: string) => isMapped(deployment.nodeOf(deployment.instance(id)), 'validation.check_status');
    const checked = checks ? selected.filter(isChecked) : [];
    if (checks) {
      await context.run('check_status', (graph) =>
        statusGraph(graph, deployment, { instances: new Set(selected), byDependency: false }, 'record'),
      );
    }
    const decided = context.once('diagnosis', () => {
      const unhealthy = selected.filter((id) => !isHealthy(deployment.instance(id), isChecked(id), checks));
      const { heal: toHeal, reinstall } = diagnose(deployment, unhealthy);
      return { heal: inOrder(deployment, toHeal), reinstall: inOrder(deployment, reinstall) };
    });
    const failed = await healInstances(context, 'heal', new Set(decided.heal));
    const again = withContents(deployment, [...decided.reinstall, ...failed]);
    const reinstalled = inOrder(deployment, again);
    const healed = decided.heal.filter((id) => !again.has(id));
    const sets = { checked, healed, healFailed: inOrder(deployment, failed) };
    if (reinstalled.length > 0 && parameters.allow_reinstall !== true) {
      report(context, { ...sets, reinstalled: [], refused: reinstalled });
      throw notAllowed(reinstalled);
    }
    report(context, { ...sets, reinstalled });
    if (reinstalled.length === 0) return;
    await reinstallInstances(context, again, ignoreFailure);
  },
};

/**
 * Everything; or the host of an instance with all that is on it, the instance itself where it is on none. Of that, what
 * complies with the filters.
 */
function selection({ deployment, parameters }: WorkflowContext): Set<string> {
  const id = String(parameters.node_instance_id ?? '');
  const chosen = filtered(deployment, parameters);
  if (id === '') return chosen;
  return new Set([...withContents(deployment, [deployment.instance(id).host ?? id])].filter((one) => chosen.has(one)));
}

/** An instance that is never checked is not healthy; that it was installed says nothing then. */
function isHealthy({ status }: NodeInstance, isChecked: boolean, now: boolean): boolean {
  if (!status?.ok) return false;
  return isChecked || (!now && status.source === 'check');
}

function notAllowed(instances: readonly string[]): WorkflowFailure {
  return new WorkflowFailure(
    `These instances would have to be reinstalled, and allow_reinstall is false: ${someOf(instances)}.`,
  );
}

interface InstanceSets {
  checked: string[];
  healed: string[];
  healFailed: string[];
  reinstalled: string[];
  /** what would have to be reinstalled and must not be */
  refused?: string[];
}

function report(context: WorkflowContext, sets: InstanceSets): void {
  const touched = new Set([...sets.healed, ...sets.healFailed, ...sets.reinstalled]);
  const untouched = context.deployment.instances.map(({ id }) => id).filter((id) => !touched.has(id));
  context.report({ sets: { ...sets, untouched } });
}
