import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { classNameIn } from '@/lib/model/object-entry';
import type { StackMachine } from '@/lib/ports/policies';
import { INSTANCE } from './environment-objects';
import { SERVER_TYPE } from './template-servers';

/*
 * Machines that a program makes on its own stand in no object model. Rules see them below the environment: nothing tells
 * which of its services has made them.
 */

/** What such machines are called as a relationship of their environment. */
const MACHINES = 'machines';

/** Machines of stacks that no object of an environment stands for, by size: a name is the program's own affair. */
export function machinesBeyond(
  environment: JsonObject,
  machines: readonly StackMachine[],
  parentsOf: (type: string) => readonly string[],
): StackMachine[] {
  const objects = instancesIn(environment, parentsOf);
  let open = [...machines];
  for (const isSame of [isNamed, isOfSize, isOfUnknownSize]) {
    open = open.filter((machine) => {
      const at = objects.findIndex((object) => isSame(object, machine));
      if (at < 0) return true;
      objects.splice(at, 1);
      return false;
    });
  }
  return open;
}

const isOfSize = ({ flavor }: JsonObject, { properties }: StackMachine) => flavor === properties.flavor;
const isNamed = (object: JsonObject, machine: StackMachine) =>
  object.name === machine.name && isOfSize(object, machine);
/** The size of it is decided in the run: the machine that it makes tells. */
const isOfUnknownSize = ({ flavor }: JsonObject) => typeof flavor !== 'string' || flavor === '' || flavor.includes('‹');

function instancesIn(environment: JsonObject, parentsOf: (type: string) => readonly string[]): JsonObject[] {
  const found: JsonObject[] = [];
  const seen = new Set<Json>();
  const visit = (value: Json): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isObject(value)) return;
    const header = value['?'];
    if (isObject(header)) {
      const type = classNameIn(header.type);
      const isNew = !seen.has(header.id ?? null);
      seen.add(header.id ?? null);
      if (isNew && (type === INSTANCE || parentsOf(type).includes(INSTANCE))) found.push(value);
    }
    for (const [key, inner] of Object.entries(value)) if (key !== '?') visit(inner);
  };
  visit(environment);
  return found;
}

/** An environment with machines of its own, each by its name. */
export function withMachines(environment: JsonObject, machines: readonly StackMachine[]): JsonObject {
  if (machines.length === 0) return environment;
  const objects = machines.map(({ name, properties }, at): [string, Json] => {
    const id = machines.findIndex((one) => one.name === name) === at ? name : `${name} (${properties.flavor ?? at})`;
    return [id, { '?': { id, type: SERVER_TYPE }, name, ...properties }];
  });
  return { ...environment, [MACHINES]: Object.fromEntries(objects) };
}
