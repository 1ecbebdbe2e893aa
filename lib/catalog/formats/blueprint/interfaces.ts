import { componentConfigs, configFor, PLAN_TOOL, sharedActions } from '@/lib/conductor/software';
import { accountOfOptions } from '@/lib/formats/execution-plan/account';
import { literalText } from '@/lib/formats/package/stack-files';
import { isObject, type JsonObject } from '@/lib/model/json';
import {
  HOST_OPERATIONS,
  NODE_OPERATIONS,
  operationName,
  RELATIONSHIP_OPERATIONS,
} from '@/lib/model/lifecycle/operations';
import type { OperationTemplate } from '@/lib/model/lifecycle/template';
import { checkFunctions } from './check-functions';
import type { Note } from './notes';
import type { BlueprintFile, WrittenInterfaces, WrittenOperation } from './schema';

/** What operations of a blueprint are bound to. */
export interface Bindings {
  components: BlueprintFile['software_components'];
  /** inputs of the blueprint */
  inputs: ReadonlySet<string>;
  /** names of its nodes */
  nodes: ReadonlySet<string>;
  /** `$names` of a plan; null for one that the package cannot have; undefined for one that others may bring */
  keysOf(plan: string): ReadonlySet<string> | null | undefined;
}

/** Words for instances in functions: of an operation of a node, and of one of a relationship. */
const OF_NODE = ['SELF'];
const OF_RELATIONSHIP = ['SOURCE', 'TARGET'];

/**
 * The operations that interfaces declare.
 *
 * @param path where they stand
 * @param of whose they are: functions name the instance otherwise
 */
export function operationsIn(
  interfaces: WrittenInterfaces,
  path: readonly PropertyKey[],
  of: 'node' | 'relationship',
  bindings: Bindings,
  note: Note,
): Record<string, OperationTemplate> {
  const operations: Record<string, OperationTemplate> = {};
  for (const [group, named] of Object.entries(interfaces)) {
    for (const [name, written] of Object.entries(named)) {
      const at = [...path, group, name];
      const full = operationName(`${group}.${name}`);
      checkName(full, group, of, at, note);
      if (Object.hasOwn(operations, full)) {
        note(at, 'declared_twice', `The operation ${full} is declared here already, with the long or the short name.`);
      }
      const operation = operationIn(written, at, bindings, note);
      checkFunctions(
        operation.inputs ?? {},
        [...at, 'inputs'],
        [...INSTANCE_WORDS[of], ...bindings.nodes],
        bindings,
        note,
      );
      operations[full] = operation;
    }
  }
  return operations;
}

const KNOWN = { node: [...NODE_OPERATIONS, ...HOST_OPERATIONS], relationship: RELATIONSHIP_OPERATIONS };
const interfaceOf = (operation: string) => operation.split('.').slice(0, -1).join('.');

/** Workflows ask for operations by name: one that is written otherwise would never run, and nobody would know why. */
function checkName(
  operation: string,
  group: string,
  of: 'node' | 'relationship',
  path: readonly PropertyKey[],
  note: Note,
): void {
  const known = KNOWN[of];
  if (known.includes(operation)) return;
  const kin = known.filter((one) => interfaceOf(one) === interfaceOf(operation)).map((one) => one.split('.').at(-1));
  if (kin.length > 0) {
    note(path, 'unknown_operation', `The interface ${group} has no such operation, only: ${kin.join(', ')}.`);
    return;
  }
  const isOther = KNOWN[of === 'node' ? 'relationship' : 'node'].some(
    (one) => interfaceOf(one) === interfaceOf(operation),
  );
  if (of === 'node' && !isOther && !group.startsWith('cloudify.')) return;
  const names = [...new Set(known.map(interfaceOf))].join(', ');
  note(path, 'unknown_interface', `Nothing runs ${group} of a ${of}. Interfaces that ship are: ${names}.`);
}

const INSTANCE_WORDS = { node: OF_NODE, relationship: OF_RELATIONSHIP };

/** Configs are plans, and two of one component may not name an action: in which order would they run? */
export function checkComponents({ components, keysOf }: Pick<Bindings, 'components' | 'keysOf'>, note: Note): void {
  for (const [name, { configs }] of Object.entries(components)) {
    for (const [at, { config, tool }] of configs.entries()) {
      if (tool !== PLAN_TOOL || keysOf(config) !== null) continue;
      const path = ['software_components', name, 'configs', at, 'config'];
      note(path, 'unknown_plan', `The package has no plan called ${config}.`);
    }
    for (const { action, first, other } of sharedActions(configs)) {
      note(
        ['software_components', name, 'configs', other],
        'action_in_two_configs',
        `The component "${name}" has two configs for ${action}: configs.${first} and configs.${other}. An action may stand in one of them only.`,
      );
    }
  }
}

function operationIn(
  written: WrittenOperation,
  path: readonly PropertyKey[],
  bindings: Bindings,
  note: Note,
): OperationTemplate {
  if (written === null || written === '') return { implementation: null };
  const whole = typeof written === 'string' ? { implementation: written, inputs: {} } : written;
  const {
    timeout,
    max_retries: maxRetries,
    retry_interval: retryInterval,
  } = whole as Partial<typeof whole> & {
    timeout?: number;
    max_retries?: number;
    retry_interval?: number;
  };
  const implementation = planOf(whole, path, bindings, note);
  if (implementation !== null) checkPlan(implementation, whole.inputs, path, bindings, note);
  return {
    implementation,
    ...(Object.keys(whole.inputs).length > 0 && { inputs: whole.inputs }),
    ...(timeout !== undefined && { timeout }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(retryInterval !== undefined && { retryInterval }),
  };
}

/** The plan that an operation is bound to: named, or what its component has for the action; null for none. */
function planOf(
  { implementation, component, action }: { implementation: string | null; component?: string; action?: string },
  path: readonly PropertyKey[],
  { components }: Bindings,
  note: Note,
): string | null {
  if (component === undefined) {
    if (action !== undefined) note([...path, 'action'], 'no_component', 'An action is of a component: say which.');
    return implementation === '' ? null : implementation;
  }
  if (implementation !== null) {
    note([...path, 'component'], 'two_bindings', 'An operation has an implementation or a component, not both.');
    return null;
  }
  const found = Object.hasOwn(components, component) ? components[component] : undefined;
  if (!found) {
    note([...path, 'component'], 'unknown_component', `There is no software component called ${component}.`);
    return null;
  }
  if (action === undefined) {
    note([...path, 'component'], 'no_action', 'Say which action of the component this is.');
    return null;
  }
  // No config for an action: nothing is done, and that is a success.
  const held = { group: 'component', config: { configs: found.configs as unknown as JsonObject[] } };
  const picked = componentConfigs(held).length > 0 ? configFor(held, action) : null;
  if (!picked || typeof picked.config !== 'string') return null;
  return picked.tool === PLAN_TOOL ? picked.config : toolPlanName(component, action);
}

/** What the plan is called by which a tool carries out what a component has for an action. */
function toolPlanName(component: string, action: string): string {
  return `${component}: ${action}`;
}

/**
 * The plans of components whose configs are texts for a tool: one for each action, with an input for each `$name`.
 *
 * @returns templates by name
 */
export function toolPlans(components: Bindings['components']): Record<string, JsonObject> {
  const plans = Object.entries(components).flatMap(([component, { configs, options, inputs, outputs }]) =>
    configs.flatMap(({ actions, config, tool }) =>
      tool === PLAN_TOOL
        ? []
        : actions.map((action): [string, JsonObject] => [
            toolPlanName(component, action),
            {
              software: {
                ...{ action, tool, text: literalText(config) },
                inputs: Object.fromEntries(inputs.map(({ name }) => [name, `$${name}`])),
                outputs: outputs.map(({ name }) => name),
              },
              ...accountOfOptions((options[tool] ?? {}) as JsonObject),
            },
          ]),
    ),
  );
  return Object.fromEntries(plans);
}

/** Names of the inputs of such a plan: what its text names is the tool's affair. */
export function inputsOf(plan: JsonObject | undefined): ReadonlySet<string> {
  const { software } = plan ?? {};
  return new Set(isObject(software) && isObject(software.inputs) ? Object.keys(software.inputs) : []);
}

function checkPlan(
  plan: string,
  inputs: JsonObject,
  path: readonly PropertyKey[],
  { keysOf }: Bindings,
  note: Note,
): void {
  const keys = keysOf(plan);
  if (keys === null) note(path, 'unknown_plan', `The package has no plan called ${plan}.`);
  for (const key of keys ?? []) {
    if (!Object.hasOwn(inputs, key)) note(path, 'missing_input', `The plan ${plan} needs a value for $${key}.`);
  }
}
