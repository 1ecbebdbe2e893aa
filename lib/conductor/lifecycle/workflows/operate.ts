import { isObject, type JsonObject } from '@/lib/model/json';
import { isDeclared, operationName } from '@/lib/model/lifecycle/operations';
import { someOf } from '@/lib/model/lifecycle/scaled';
import type { WorkflowContext } from '../context';
import { WorkflowFailure } from '../failures';
import { driftGraph, operationGraph, statusGraph } from '../sequences/operate';
import { filtered } from './selection';
import { FILTERS, FLAG, type ParameterSchema, type Workflow } from './workflow';

interface Call {
  graph: string;
  operation: string;
  inputs: JsonObject;
  mayOverride: boolean;
}

/**
 * Runs one operation on the instances that comply with the filters (docs/workflows/execute_operation.md).
 *
 * @throws WorkflowFailure before anything is called: where a node does not declare the operation, and where an input
 *   that is declared would be given another value without leave
 */
async function operate(context: WorkflowContext, { graph: name, operation, inputs, mayOverride }: Call): Promise<void> {
  const { deployment, parameters } = context;
  const instances = filtered(deployment, parameters);
  const nodes = [...new Set([...instances].map((id) => deployment.instance(id).node))].map((id) => deployment.node(id));
  const concerned = instances.size > 0 ? nodes : deployment.model.template.nodes;
  const isKnown = deployment.model.template.nodes.some((node) => isDeclared(node, operation));
  const without = (isKnown ? nodes : concerned).filter((node) => !isDeclared(node, operation)).map(({ id }) => id);
  if (without.length > 0) {
    throw new WorkflowFailure(
      `The operation ${operation} is not declared on ${someOf(without, 20)}. Choose instances that declare it.`,
    );
  }
  const overridden = nodes.flatMap(({ id, operations }) =>
    Object.keys(operations[operation]?.inputs ?? {})
      .filter((key) => Object.hasOwn(inputs, key))
      .map((key) => `${key} of ${id}`),
  );
  if (overridden.length > 0 && !mayOverride) {
    throw new WorkflowFailure(
      `${operation} declares these inputs itself: ${someOf(overridden)}. Set allow_kwargs_override to give them other values.`,
    );
  }
  const byDependency = parameters.run_by_dependency_order === true;
  await context.run(name, (graph) =>
    operationGraph(graph, deployment, { instances, byDependency }, { operation, inputs }),
  );
}

const inputsOf = (value: JsonObject[string] | undefined): JsonObject =>
  isObject(value ?? null) ? (value as JsonObject) : {};

export const executeOperation: Workflow = {
  parameters: {
    operation: { type: 'string' },
    operation_kwargs: { type: 'dict', default: {} },
    allow_kwargs_override: { type: 'boolean', default: null },
    run_by_dependency_order: FLAG(false),
    ...FILTERS,
  },
  run: (context) => {
    const { operation, operation_kwargs, allow_kwargs_override } = context.parameters;
    const name = operationName(String(operation));
    return operate(context, {
      graph: `execute_operation_${name}`,
      operation: name,
      inputs: inputsOf(operation_kwargs),
      mayOverride: allow_kwargs_override === true,
    });
  },
};

const ORDERED: Readonly<Record<string, ParameterSchema>> = { run_by_dependency_order: FLAG(true), ...FILTERS };

function wrapper(operation: string): Workflow {
  return {
    parameters: { operation_parms: { type: 'dict', default: {} }, ...ORDERED },
    run: (context) =>
      operate(context, {
        graph: operation,
        operation,
        inputs: inputsOf(context.parameters.operation_parms),
        mayOverride: true,
      }),
  };
}

export const start = wrapper('lifecycle.start');
export const stop = wrapper('lifecycle.stop');
export const pull = wrapper('lifecycle.pull');

/** All stops, then all starts. */
export const restart: Workflow = {
  parameters: { stop_parms: { type: 'dict', default: {} }, start_parms: { type: 'dict', default: {} }, ...ORDERED },
  run: async (context) => {
    const { stop_parms, start_parms } = context.parameters;
    const phase = (operation: string, inputs: JsonObject) =>
      operate(context, { graph: operation, operation, inputs, mayOverride: true });
    await phase('lifecycle.stop', inputsOf(stop_parms));
    await phase('lifecycle.start', inputsOf(start_parms));
  },
};

/** Notes what works and what does not; fails where something does not (docs/lifecycle.md, "Agents, checks"). */
export const checkStatus: Workflow = {
  parameters: { run_by_dependency_order: FLAG(false), ...FILTERS },
  run: async (context) => {
    const { deployment, parameters } = context;
    const byDependency = parameters.run_by_dependency_order === true;
    await context.run('check_status', (graph) =>
      statusGraph(graph, deployment, { instances: filtered(deployment, parameters), byDependency }, 'fail'),
    );
  },
};

/** Notes what has drifted; fails where that cannot be found out (docs/lifecycle.md, "Agents, checks"). */
export const checkDrift: Workflow = {
  parameters: { run_by_dependency_order: FLAG(false), ...FILTERS },
  run: async (context) => {
    const { deployment, parameters } = context;
    const byDependency = parameters.run_by_dependency_order === true;
    await context.run('check_drift', (graph) =>
      driftGraph(graph, deployment, { instances: filtered(deployment, parameters), byDependency }, 'fail'),
    );
  },
};
