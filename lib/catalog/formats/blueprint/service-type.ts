import { NODE_PROPERTY, type ServiceBlueprint } from '@/lib/model/blueprints/service-blueprint';
import { NodeTypes } from '@/lib/model/lifecycle/node-types';
import { HOST_OPERATIONS, isMapped, NODE_OPERATIONS, operationName } from '@/lib/model/lifecycle/operations';
import { type OfferedOperation, UNIT_OPERATIONS } from '@/lib/model/operations/declared';
import { property } from '@/lib/model/property';
import type { FormStep, Property, ServiceType } from '@/lib/model/service-type';
import { connectionsOf } from './connections';
import { inputProperties } from './input-properties';
import type { Note } from './notes';
import type { BlueprintFile, WrittenScaling } from './schema';
import { Places } from './topology';

/** What a package says about itself, and its service type takes over. */
export interface DescribedPackage {
  name: string;
  version: string;
  title: string;
  description: string;
  categories: string[];
  tags: string[];
}

/** Machines of a service whose blueprint gives no maximum. */
const MAX_MACHINES = 100;

/** Machines of one service of a blueprint as its author thought of it; more than one fills a form with. */
const MAX_INITIAL_MACHINES = 50;

/** Names that properties of services and what is kept beside them have already. */
const TAKEN = [
  ...['id', 'type', 'name', 'created', 'updated', 'units', 'state', 'temp', 'status', 'uri', 'unitCount', 'address'],
];

/**
 * The service type of a blueprint: what its wizard asks, which machines it has, what the graph draws on them. What is asked
 * about machines is added by the library that makes them (`withMachines`).
 */
export function blueprintType(
  pack: DescribedPackage,
  file: BlueprintFile,
  blueprint: ServiceBlueprint,
  note: Note,
): ServiceType {
  const { title, description, name, version, categories, tags } = pack;
  const { hosts, template } = blueprint;
  const asked = inputProperties(file.inputs, TAKEN, note);
  const all = unitNodes(blueprint);
  if (all.length > MAX_INITIAL_MACHINES) {
    note(
      ['node_templates'],
      'too_many_machines',
      `A new service would have ${all.length} machines; ${MAX_INITIAL_MACHINES} at most.`,
    );
  }
  const growing = hosts.findLast((id) => mostOf(file, blueprint, id) > all.filter((node) => node === id).length);
  const most = Math.min(
    MAX_MACHINES,
    hosts.reduce((sum, id) => sum + mostOf(file, blueprint, id), 0),
  );
  const offered = offeredOperations(file, blueprint);
  const connections = connectionsOf(template);
  return {
    type: name,
    package: name,
    version,
    title,
    summary: description.split(/(?<=\.)\s/)[0] || title,
    description,
    categories,
    tags,
    properties: [
      property({
        name: 'name',
        kind: 'name',
        label: 'Service name',
        help: 'What this service is called in Vetro. Use letters, digits, hyphens and underscores.',
        required: true,
        suggest: suggestedName(title),
        min: 2,
        max: 64,
      }),
      ...asked,
    ],
    unitProperties: [
      property({
        name: NODE_PROPERTY,
        kind: 'choice',
        label: 'Part',
        help: 'Which machine of the blueprint this is.',
        required: true,
        default: growing ?? (hosts[0] as string),
        choices: hosts.map((id) => ({ value: id, label: blueprint.titles[id] ?? id })),
        hidden: hosts.length === 1,
        change: 'refuse',
      }),
    ],
    units: {
      ...{ min: 1, max: Math.max(most, all.length, 1), default: Math.max(1, all.length), noun: 'machine' },
      ...(hosts.length > 1 && {
        ofNode: Object.fromEntries(
          hosts.map((id) => [id, { min: leastOf(file, blueprint, id), max: mostOf(file, blueprint, id) }]),
        ),
      }),
    },
    unitTemplates: [...all, growing ?? (hosts[0] as string)].map((node) => ({ [NODE_PROPERTY]: node })),
    exactlyOne: null,
    offers: [],
    roles: rolesOn(blueprint),
    ...(connections.length > 0 && { connections }),
    form: formOf(asked, hosts.length > 1 || most > all.length),
    shared: template.nodes
      .filter(({ id }) => new Places(template).hostOf(id) === null)
      .map(({ id }) => ({ id, title: blueprint.titles[id] ?? id, address: `nodes.${id}` })),
    operations: workflowOperations(blueprint),
    ...(offered.length > 0 && {
      customOperations: offered.map((one) => ({ ...one, parameters: [...one.parameters] })),
    }),
    facts: Object.entries(file.outputs).map(([output, { description: label = output }]) => ({
      label,
      path: `state.outputs.${output}`,
      kind: 'text',
    })),
  };
}

/** The nodes that the machines of a new service are, host by host. */
function unitNodes({ template, hosts }: ServiceBlueprint): string[] {
  return hosts.flatMap((id) => {
    const own = template.nodes.find((node) => node.id === id)?.instances ?? 1;
    return Array.from({ length: Math.min(own * inGroups(template, id), 1000) }, () => id);
  });
}

/** Instances of all the groups around a node together. */
function inGroups({ groups }: ServiceBlueprint['template'], id: string): number {
  const group = groups.find(({ members }) => members.includes(id));
  return group ? group.instances * inGroups({ nodes: [], types: {}, groups }, group.name) : 1;
}

/** How many machines of a host there may be. */
function mostOf(file: BlueprintFile, { template }: ServiceBlueprint, id: string): number {
  const scaling = file.node_templates[id]?.capabilities.scalable?.properties;
  const group = template.groups.find(({ members }) => members.includes(id));
  const policy = group && Object.values(file.policies).find(({ targets }) => targets.includes(group.name));
  const own = maximum(scaling, 1);
  return group ? Math.min(MAX_MACHINES, own * maximum(policy?.properties, 1)) : own;
}

/** How many machines of a host there are at least: as many as one service has, where nothing is said of scaling. */
function leastOf(file: BlueprintFile, { template }: ServiceBlueprint, id: string): number {
  const scaling = file.node_templates[id]?.capabilities.scalable?.properties;
  const group = template.groups.find(({ members }) => members.includes(id));
  const policy = group && Object.values(file.policies).find(({ targets }) => targets.includes(group.name));
  const own = scaling?.min_instances ?? 1;
  return policy ? own * policy.properties.min_instances : own;
}

function maximum(scaling: WrittenScaling | undefined, usual: number): number {
  if (!scaling) return usual;
  const { max_instances: max } = scaling;
  return max === -1 || max === 'UNBOUNDED' ? MAX_MACHINES : max;
}

function formOf(asked: readonly Property[], severalMachines: boolean): FormStep[] {
  const fields = asked.map(({ name }) => name);
  return [
    { title: 'Your service', help: '', fields: ['name', ...fields] },
    { title: 'Machines', help: '', fields: severalMachines ? ['unitCount', 'units'] : [] },
  ];
}

/** What stands on each machine, as the graph draws it. */
function rolesOn({ template, hosts, titles }: ServiceBlueprint): ServiceType['roles'] {
  const places = new Places(template);
  const types = new NodeTypes(template.types);
  return template.nodes.flatMap(({ id, type }) => {
    const host = places.hostOf(id);
    if (host === null || host === id) return [];
    return [
      {
        id,
        title: titles[id] ?? id,
        kind: types.derives(type, 'cloudify.nodes.ApplicationModule') ? ('application' as const) : ('role' as const),
        ...(hosts.length > 1 && { when: { property: NODE_PROPERTY, equals: host } }),
        installedWhen: `nodes.${id}`,
      },
    ];
  });
}

/** Operations that workflows may be asked for: those that anything of the blueprint does something for. */
function workflowOperations({ template }: ServiceBlueprint): ServiceType['operations'] {
  const types = new NodeTypes(template.types);
  const mapped = new Set(
    template.nodes.flatMap((node) => {
      const whole = { ...node, operations: { ...types.operations(node.type), ...node.operations } };
      return Object.keys(whole.operations).filter((name) => isMapped(whole, name));
    }),
  );
  // what cannot be repaired is set up again, so whatever is checked can be repaired
  if (mapped.has('validation.check_status')) mapped.add('lifecycle.heal');
  if (mapped.has('lifecycle.check_drift')) mapped.add('lifecycle.update');
  return UNIT_OPERATIONS.filter((name) => mapped.has(name));
}

const INTERFACES = new Set([...NODE_OPERATIONS, ...HOST_OPERATIONS].map((name) => name.split('.')[0]));

/** Operations of the blueprint's own interfaces, and its own workflows, which people run when they want. */
function offeredOperations(file: BlueprintFile, { workflows }: ServiceBlueprint): OfferedOperation[] {
  const found = new Map<string, OfferedOperation>();
  for (const { interfaces } of [...Object.values(file.node_types), ...Object.values(file.node_templates)]) {
    for (const [group, named] of Object.entries(interfaces)) {
      for (const [key, written] of Object.entries(named)) {
        const name = operationName(`${group}.${key}`);
        if (INTERFACES.has(name.split('.')[0])) continue;
        const said = typeof written === 'object' && written !== null ? written : {};
        const { title = found.get(name)?.title ?? name, summary = found.get(name)?.summary ?? '' } = said as {
          title?: string;
          summary?: string;
        };
        found.set(name, { name, title, summary, parameters: [] });
      }
    }
  }
  const own = Object.entries(workflows).filter(([name]) => !BUILT_IN.includes(name));
  return [
    ...found.values(),
    ...own.map(([name, { title, summary }]) => ({ name: `workflow.${name}`, title, summary, parameters: [] })),
  ];
}

/** A workflow of one of these names takes the place of the built-in one. */
const BUILT_IN = ['start', 'stop', 'restart', 'check_status', 'check_drift', 'heal', 'update'];

/** A name to begin with: the first word of the title in small letters. */
function suggestedName(title: string): string {
  const word = title.toLowerCase().match(/[a-z][a-z0-9]+/)?.[0] ?? '';
  return word.length >= 2 ? word.slice(0, 12) : 'service';
}
