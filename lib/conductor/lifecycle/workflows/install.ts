import { isHalfInstalled } from '@/lib/model/lifecycle/instance';
import type { WorkflowContext } from '../context';
import { installGraph } from '../sequences/install';
import { uninstallGraph } from '../sequences/uninstall';
import { filtered, inOrder } from './selection';
import { FILTERS, FLAG, type Workflow } from './workflow';

/** Installs instances (docs/lifecycle.md, "Install"). */
export const install: Workflow = {
  parameters: FILTERS,
  run: async (context) => {
    const { deployment, parameters } = context;
    await context.run('install', (graph) =>
      installGraph(graph, deployment, { instances: filtered(deployment, parameters) }),
    );
  },
};

/** Uninstalls instances (docs/lifecycle.md, "Uninstall"). */
export const uninstall: Workflow = {
  parameters: { ignore_failure: FLAG(false), ...FILTERS },
  run: async (context) => {
    const { deployment, parameters } = context;
    const ignoreFailure = parameters.ignore_failure === true;
    await context.run('uninstall', (graph) =>
      uninstallGraph(graph, deployment, { instances: filtered(deployment, parameters), ignoreFailure }),
    );
  },
};

/** Uninstalls instances and installs them again; what stays gives up its relationships to them, and takes them up again. */
export async function reinstallInstances(
  context: WorkflowContext,
  instances: ReadonlySet<string>,
  ignoreFailure: boolean,
): Promise<void> {
  if (instances.size === 0) return;
  const { deployment } = context;
  await context.run('reinstall-uninstall', (graph) => uninstallGraph(graph, deployment, { instances, ignoreFailure }));
  await context.run('reinstall-install', (graph) => installGraph(graph, deployment, { instances }));
}

/** Uninstalls and installs instances (docs/workflows/reinstall.md). */
export const reinstall: Workflow = {
  parameters: { ignore_failure: FLAG(false), ...FILTERS },
  run: async (context) => {
    const { deployment, parameters } = context;
    const chosen = context.once('chosen', () => inOrder(deployment, filtered(deployment, parameters)));
    await reinstallInstances(context, new Set(chosen), parameters.ignore_failure === true);
  },
};

/** Undoes what an installation has left half done (docs/workflows/rollback.md). */
export const rollback: Workflow = {
  parameters: { full_rollback: FLAG(false), ...FILTERS },
  run: async (context) => {
    const { deployment, parameters } = context;
    await context.run('rollback', (graph) =>
      uninstallGraph(graph, deployment, {
        instances: unresolved(context),
        ignoreFailure: false,
        undo: 'toResolved',
      }),
    );
    if (parameters.full_rollback !== true) return;
    const instances = new Set(deployment.instances.map(({ id }) => id));
    await context.run('rollback-uninstall', (graph) =>
      uninstallGraph(graph, deployment, { instances, ignoreFailure: false }),
    );
  },
};

function unresolved({ deployment, parameters }: WorkflowContext): Set<string> {
  const chosen = filtered(deployment, parameters);
  return new Set([...chosen].filter((id) => isHalfInstalled(deployment.instance(id))));
}
