import { agentMethod, parameterProblems, WORKFLOWS } from '@/lib/conductor/lifecycle';
import { keysOf } from '@/lib/formats/template-keys';
import { type PackageProblem, problemsOf, readYaml } from '@/lib/formats/yaml/read-yaml';
import { NEW_AGENT } from '@/lib/model/blueprints/phases';
import { workflowOperation } from '@/lib/model/blueprints/planned-instances';
import type { ServiceBlueprint, WorkflowStep } from '@/lib/model/blueprints/service-blueprint';
import type { Json, JsonObject } from '@/lib/model/json';
import { NodeTypes } from '@/lib/model/lifecycle/node-types';
import { isMapped, mappedOperation, operationName } from '@/lib/model/lifecycle/operations';
import type { TopologyTemplate } from '@/lib/model/lifecycle/template';
import { schemaWords } from '@/lib/model/schema-words';
import { checkFunctions } from './check-functions';
import { type Bindings, checkComponents, inputsOf, toolPlans } from './interfaces';
import { type Note, notesOf } from './notes';
import { type BlueprintFile, BlueprintFileSchema } from './schema';
import { Places, topologyIn } from './topology';

/** The file in which a package says its topology. */
export const BLUEPRINT_FILE = 'blueprint.yaml';

/** A longer text is no blueprint that people read, in characters. */
const LONGEST = 512 * 1024;
/** Values within values: deeper ones nobody wrote by hand. */
const DEEPEST = 40;

/** What else of its package a blueprint speaks of. */
export interface BlueprintOf {
  /** plan templates of the package by name */
  planTemplates: Readonly<Record<string, JsonObject>>;
  /** names of its stack templates */
  stackTemplates: readonly string[];
  /** whether it requires other packages, which may bring plans */
  requires: boolean;
}

/**
 * Reads the topology of a package: `blueprint.yaml`.
 *
 * @param file name of the file in problems
 * @returns null with everything that is wrong, each with line and column
 */
export function readBlueprint(
  file: string,
  text: string,
  of: BlueprintOf,
): { blueprint: ServiceBlueprint | null; written: BlueprintFile | null; problems: PackageProblem[] } {
  const refused = (problems: PackageProblem[]) => ({ blueprint: null, written: null, problems });
  const wrong = (code: string, sentence: string) => refused([{ file, path: '', line: 1, column: 1, code, sentence }]);
  if (text.length > LONGEST) return wrong('too_long', `This has more than ${LONGEST / 1024} thousand characters.`);
  const yaml = safely(() => readYaml(file, text));
  if (!yaml) return wrong('too_deep', TOO_DEEP);
  if (yaml.problems.length > 0) return refused(yaml.problems);
  if (depthOf(yaml.value) > DEEPEST) return wrong('too_deep', TOO_DEEP);
  const hidden = hiddenKey(yaml.value, []);
  if (hidden) {
    const sentence = 'Nothing may be called __proto__.';
    return refused([{ file, path: hidden.join('.'), ...yaml.placeOf(hidden), code: 'invalid', sentence }]);
  }
  const parsed = BlueprintFileSchema.safeParse(yaml.value, { error: schemaWords });
  if (!parsed.success) return refused(problemsOf(file, parsed.error, yaml));
  const written = parsed.data;
  const { problems, note } = notesOf(file, yaml);
  const ofTools = toolPlans(written.software_components);
  const bindings: Bindings = {
    components: written.software_components,
    inputs: new Set(Object.keys(written.inputs)),
    nodes: new Set(Object.keys(written.node_templates)),
    keysOf: (plan) => {
      if (Object.hasOwn(ofTools, plan)) return inputsOf(ofTools[plan]);
      if (Object.hasOwn(of.planTemplates, plan)) return keysOf(of.planTemplates[plan] as JsonObject);
      return of.requires ? undefined : null;
    },
  };
  checkComponents(bindings, note);
  const template = topologyIn(written, bindings, note);
  if (written.access !== undefined && !of.stackTemplates.includes(written.access)) {
    note(['access'], 'unknown_template', `The package has no stack template called ${written.access}.`);
  }
  for (const [name, { value }] of Object.entries(written.outputs)) {
    checkFunctions(value, ['outputs', name, 'value'], [...bindings.nodes], bindings, note);
  }
  const parts = template && partsOf(written, template, note);
  if (!template || !parts || problems.length > 0) return refused(problems);
  return { blueprint: { template, ...parts }, written, problems };
}

const TOO_DEEP = `Values stand more than ${DEEPEST} deep in each other here.`;

/** What a text gives; null for one on which the parser gets lost. */
function safely<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** How deep values stand in each other; asked without recursion. */
function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0 || depth > DEEPEST) return depth;
  }
}

/** Where a key stands that JavaScript keeps for itself: schemas pass over it, and its value would be gone. */
function hiddenKey(value: unknown, path: readonly (string | number)[]): (string | number)[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Object.hasOwn(value, '__proto__')) return [...path, '__proto__'];
  for (const [key, inner] of Object.entries(value)) {
    const found = hiddenKey(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return null;
}

function partsOf(
  file: BlueprintFile,
  template: TopologyTemplate,
  note: Note,
): Omit<ServiceBlueprint, 'template'> | null {
  const places = new Places(template);
  const { hosts } = places;
  if (hosts.length === 0) {
    const sentence = 'No node is a machine: operations need one to run on. A machine is a cloudify.nodes.Compute.';
    note(['node_templates'], 'no_host', sentence);
    return null;
  }
  checkHosts(template, places, note);
  return {
    titles: Object.fromEntries(Object.entries(file.node_templates).map(([id, { title }]) => [id, title ?? id])),
    hosts,
    operationHosts: operationHosts(file, template, places, note),
    outputs: Object.fromEntries(Object.entries(file.outputs).map(([name, { value }]) => [name, value as Json])),
    workflows: Object.fromEntries(
      Object.entries(file.workflows).map(([name, { title, summary, steps }]) => [
        name,
        {
          title,
          summary,
          steps: steps.map((step, at) => stepIn(step, ['workflows', name, 'steps', at], template, note)),
        },
      ]),
    ),
  };
}

/** Machines are counted by the service: what they stand in must be there once. */
function checkHosts(template: TopologyTemplate, places: Places, note: Note): void {
  const instances = new Map(template.nodes.map((node) => [node.id, node.instances]));
  for (const id of places.hosts) {
    const several = places.containersOf(id).find((container) => instances.get(container) !== 1);
    if (several === undefined) continue;
    note(
      ['node_templates', id],
      'host_in_several',
      `${id} is a machine and contained in ${several}, of which there are several: put both in a scaling group instead.`,
    );
  }
}

/** On whose machine operations of nodes run that are on none; of one host only nobody has to say it. */
function operationHosts(
  file: BlueprintFile,
  template: TopologyTemplate,
  places: Places,
  note: Note,
): Record<string, string> {
  const types = new NodeTypes(template.types);
  const { hosts } = places;
  const found: Record<string, string> = {};
  for (const node of template.nodes) {
    const { id, type, operations, relationships } = node;
    const said = file.node_templates[id]?.operation_host;
    const path = ['node_templates', id];
    if (places.hostOf(id) !== null) {
      if (said !== undefined) {
        note([...path, 'operation_host'], 'has_host', `${id} is on a machine already, and its operations run there.`);
      }
      continue;
    }
    if (said !== undefined && !hosts.includes(said)) {
      note(
        [...path, 'operation_host'],
        'unknown_host',
        `${said} is no machine of this blueprint: ${hosts.join(', ')}.`,
      );
      continue;
    }
    const [only] = hosts;
    const host = said ?? (hosts.length === 1 ? only : undefined);
    if (host !== undefined) {
      found[id] = host;
      continue;
    }
    const whole = { ...node, operations: { ...types.operations(type), ...operations } };
    const isBound =
      Object.keys(whole.operations).some((name) => isMapped(whole, name)) ||
      relationships.some(({ sourceOperations }) => Object.keys(sourceOperations).length > 0) ||
      template.nodes.some((other) =>
        other.relationships.some((one) => one.target === id && Object.keys(one.targetOperations).length > 0),
      );
    if (isBound) {
      note(path, 'no_operation_host', `${id} is on no machine: say under operation_host where its operations run.`);
    }
  }
  return found;
}

function stepIn(
  step: BlueprintFile['workflows'][string]['steps'][number],
  path: readonly PropertyKey[],
  template: TopologyTemplate,
  note: Note,
): WorkflowStep {
  if ('workflow' in step) {
    if (!STEP_WORKFLOWS.includes(step.workflow)) {
      const sentence = `A step may be one of: ${STEP_WORKFLOWS.join(', ')}.`;
      note([...path, 'workflow'], 'unknown_workflow', sentence);
    } else {
      checkParameters(step, [...path, 'parameters'], template, note);
      checkBound(step.workflow, [...path, 'workflow'], template, note);
    }
    return { workflow: step.workflow, parameters: step.parameters };
  }
  const types = new NodeTypes(template.types);
  const operation = operationName(step.operation);
  const declares = ({ type, operations }: TopologyTemplate['nodes'][number]) =>
    Object.hasOwn({ ...types.operations(type), ...operations }, operation);
  for (const [at, id] of step.nodes.entries()) {
    const node = template.nodes.find((one) => one.id === id);
    const place = [...path, 'nodes', at];
    if (!node) note(place, 'unknown_node', `There is no node called ${id}.`);
    else if (!declares(node)) note(place, 'unknown_operation', `${id} has no operation called ${operation}.`);
  }
  const nodes = step.nodes.length > 0 ? step.nodes : template.nodes.filter(declares).map(({ id }) => id);
  if (nodes.length === 0) note([...path, 'operation'], 'unknown_operation', `No node has an operation ${operation}.`);
  return { operation, nodes, byDependency: step.run_by_dependency_order };
}

/** A parameter that a workflow does not take, or that names nothing, would only show when somebody runs it. */
function checkParameters(
  { workflow, parameters }: { workflow: string; parameters: JsonObject },
  path: readonly PropertyKey[],
  { nodes, types }: TopologyTemplate,
  note: Note,
): void {
  const known = new NodeTypes(types);
  const isKnown: Parameters<typeof parameterProblems>[2] = (names, value) => {
    if (names === 'type') return known.has(value);
    return names === 'node' && nodes.some(({ id }) => id === value);
  };
  const problems = parameterProblems(WORKFLOWS.get(workflow), parameters, isKnown);
  for (const { path: name, code, sentence } of problems) note([...path, name], `parameter_${code}`, sentence);
}

/** Workflows that do nothing at all where no node has a plan for their operation. */
const NEEDS_A_PLAN = ['pull', 'install_new_agents'];

function checkBound(workflow: string, path: readonly PropertyKey[], template: TopologyTemplate, note: Note): void {
  const operation = workflowOperation(workflow);
  if (!NEEDS_A_PLAN.includes(workflow) || operation === null) return;
  const types = new NodeTypes(template.types);
  const bound = template.nodes.filter(({ type, operations }) =>
    mappedOperation({ ...types.operations(type), ...operations }, operation),
  );
  if (bound.length === 0) note(path, 'unknown_operation', `No node has a plan for ${operation}.`);
  if (operation !== NEW_AGENT) return;
  for (const node of bound.filter((one) => agentMethod(one) === 'none')) {
    const sentence = `${node.id} has no agent of its own: say how it gets one under agent_config.install_method.`;
    note(path, 'no_agent', sentence);
  }
}

/** Workflows that change neither the number of machines nor the topology: those have runs of their own. */
export const STEP_WORKFLOWS = [
  'start',
  'stop',
  'restart',
  'check_status',
  'check_drift',
  'heal',
  'reinstall',
  'update',
  'pull',
  'install_new_agents',
];
