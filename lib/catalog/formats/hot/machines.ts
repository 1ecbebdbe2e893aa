import { machineOutput } from '@/lib/formats/hot/application-files';
import { FUNCTIONS } from '@/lib/formats/hot/function-table';
import { INDEX_VARIABLE, RESOURCE_GROUP } from '@/lib/formats/hot/resource-groups';
import { SERVER_TYPE } from '@/lib/formats/hot/servers';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** A resource of a template that makes machines of the service. */
export interface MachineSource {
  /** its name in the template */
  resource: string;
  /** of a group of servers: what stands for the number of a member in its definition; null: one server */
  indexVariable: string | null;
}

/**
 * A template with an output for each server, and each group of servers, that makes machines of the service
 * (docs/hot-packages.md): all but those whose metadata is computed or names an inbox already.
 *
 * @returns the template as it is pushed, and these resources
 */
export function withMachineOutputs(template: JsonObject): { template: JsonObject; machines: MachineSource[] } {
  const resources = isObject(template.resources) ? template.resources : {};
  const machines = Object.entries(resources).flatMap(([resource, one]) =>
    isObject(one) ? (sourceOf(resource, one) ?? []) : [],
  );
  if (machines.length === 0) return { template, machines };
  const added = machines.map((machine): [string, JsonObject] => {
    const { condition } = resources[machine.resource] as JsonObject;
    return [
      machineOutput(machine.resource),
      { value: outputOf(machine), ...(condition === undefined ? {} : { condition }) },
    ];
  });
  const outputs = isObject(template.outputs) ? template.outputs : {};
  return { template: { ...template, outputs: { ...outputs, ...Object.fromEntries(added) } }, machines };
}

function sourceOf(resource: string, { type, properties }: JsonObject): MachineSource | null {
  if (type === SERVER_TYPE) return takesInbox(properties) ? { resource, indexVariable: null } : null;
  if (type !== RESOURCE_GROUP || !isObject(properties)) return null;
  const { resource_def: definition, index_var: indexVariable = INDEX_VARIABLE } = properties;
  const isOfServers = isObject(definition) && definition.type === SERVER_TYPE && takesInbox(definition.properties);
  return isOfServers && standsInInboxes(indexVariable) ? { resource, indexVariable } : null;
}

/** As the class of `application.ts` reads it. */
function outputOf({ resource, indexVariable }: MachineSource): JsonObject {
  if (indexVariable === null) {
    return {
      name: { get_attr: [resource, 'name'] },
      id: { get_resource: resource },
      address: { get_attr: [resource, 'first_address'] },
    };
  }
  return {
    names: { get_attr: [resource, 'attributes', 'name'] },
    ids: { get_attr: [resource, 'refs_map'] },
    addresses: { get_attr: [resource, 'attributes', 'first_address'] },
  };
}

function takesInbox(properties: Json | undefined): boolean {
  const metadata = isObject(properties) ? properties.metadata : undefined;
  if (metadata === undefined || metadata === null) return true;
  return isObject(metadata) && !Object.keys(metadata).some((key) => key === 'agent_queue' || FUNCTIONS.has(key));
}

/** Heat replaces the variable wherever it stands: it must be nothing that an inbox has anyhow. */
function standsInInboxes(indexVariable: Json): indexVariable is string {
  return typeof indexVariable === 'string' && /[^0-9a-z.-]/i.test(indexVariable);
}
