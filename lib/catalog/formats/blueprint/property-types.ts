import { functionsIn } from '@/lib/model/blueprints/functions';
import { isObject, type Json } from '@/lib/model/json';
import type { NodeTypes } from '@/lib/model/lifecycle/node-types';
import type { BlueprintFile, WrittenProperty } from './schema';

/** Properties that types that ship declare. */
const SHIPPED: Readonly<Record<string, WrittenProperty>> = {
  use_external_resource: { type: 'boolean' },
  resource_id: { type: 'string' },
  ip: { type: 'string' },
  os_family: { type: 'string' },
  agent_config: { type: 'dict' },
};

/** Names of properties that every node has, whether or not anybody gives them a value. */
export const SHIPPED_PROPERTIES = Object.keys(SHIPPED);

/** The properties that a type and its ancestors declare, each as the nearest of them says. */
export function declaredProperties(file: BlueprintFile, types: NodeTypes, type: string): Map<string, WrittenProperty> {
  const declared = new Map(Object.entries(SHIPPED));
  for (const name of [...types.ancestry(type)].reverse()) {
    const own = Object.hasOwn(file.node_types, name) ? file.node_types[name] : undefined;
    for (const [key, said] of Object.entries(own?.properties ?? {}))
      declared.set(key, { ...declared.get(key), ...said });
  }
  return declared;
}

/** Whether a value may be one of a property; a function is not known before it is evaluated. */
export function fitsProperty({ type }: WrittenProperty, value: Json): boolean {
  if (type === undefined || value === null || functionsIn(value).some(({ path }) => path.length === 0)) return true;
  switch (type) {
    case 'string':
      return typeof value !== 'object';
    case 'integer':
      return Number.isInteger(value);
    case 'float':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'dict':
      return isObject(value);
  }
}
