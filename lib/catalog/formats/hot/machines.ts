import { machineOutput } from '@/lib/formats/hot/application-files';
import { FUNCTIONS } from '@/lib/formats/hot/function-table';
import { SERVER_TYPE } from '@/lib/formats/hot/servers';
import { isObject, type JsonObject } from '@/lib/model/json';

/**
 * A template with an output for each server that becomes a machine of the service (docs/hot-packages.md): all but members of
 * groups, which only the cloud can count, and those whose metadata is computed or names an inbox already.
 *
 * @returns the template as it is pushed, and the names of these servers
 */
export function withMachineOutputs(template: JsonObject): { template: JsonObject; machines: string[] } {
  const resources = isObject(template.resources) ? template.resources : {};
  const servers = Object.entries(resources).flatMap(([name, one]): [string, JsonObject][] =>
    isObject(one) && one.type === SERVER_TYPE && takesInbox(one) ? [[name, one]] : [],
  );
  if (servers.length === 0) return { template, machines: [] };
  const added = servers.map(([name, { condition }]) => [
    machineOutput(name),
    {
      value: {
        name: { get_attr: [name, 'name'] },
        id: { get_resource: name },
        address: { get_attr: [name, 'first_address'] },
      },
      ...(condition === undefined ? {} : { condition }),
    },
  ]);
  const outputs = isObject(template.outputs) ? template.outputs : {};
  return {
    template: { ...template, outputs: { ...outputs, ...Object.fromEntries(added) } },
    machines: servers.map(([name]) => name),
  };
}

function takesInbox({ properties }: JsonObject): boolean {
  const metadata = isObject(properties) ? properties.metadata : undefined;
  if (metadata === undefined || metadata === null) return true;
  return isObject(metadata) && !Object.keys(metadata).some((key) => key === 'agent_queue' || FUNCTIONS.has(key));
}
