import {
  componentProblems,
  deploymentProblems,
  replacesDeployment,
  SOFTWARE_RESOURCE_TYPES,
  type SoftwareResourceType,
} from '@/lib/conductor/software';
import type { ReplacesResource } from '@/lib/formats/hot/plan';
import type { PropertyRule } from '@/lib/formats/hot/property-rules';
import { RESOURCE_GROUP, RESOURCE_GROUP_RULES } from '@/lib/formats/hot/resource-groups';
import { RANDOM_STRING_RULES, randomStringProblems, type TypeRules, valueProblems } from '@/lib/stack-engine';
import type { ServerFacts } from './case';

/** What a type of resource is to the engine of the suite. */
export type MemoryType = TypeRules & {
  role: SoftwareResourceType['role'] | 'server' | 'value' | 'random' | 'nothing';
  replaces?: ReplacesResource;
};

/** The types that scenarios use. */
export function memoryTypes(server: ServerFacts): (type: string) => MemoryType | null {
  const standIn: Record<string, PropertyRule> = {
    ...Object.fromEntries(server.updateInPlace.map((name) => [name, { kind: 'any', change: 'inPlace' }] as const)),
    ...Object.fromEntries(server.replaceOn.map((name) => [name, { kind: 'any', change: 'replace' }] as const)),
  };
  const own: Record<string, MemoryType> = {
    'OS::Nova::Server': { role: 'server', properties: standIn, attributes: server.attributes },
    'OS::Heat::Value': { role: 'value', properties: VALUE, attributes: ['value'], problems: valueProblems },
    'OS::Heat::RandomString': {
      ...{ role: 'random', properties: RANDOM_STRING_RULES, attributes: ['value'] },
      problems: randomStringProblems,
    },
    [RESOURCE_GROUP]: { role: 'nothing', properties: RESOURCE_GROUP_RULES, attributes: [] },
    'OS::Heat::None': { role: 'nothing', properties: {}, attributes: null },
  };
  return (type) => {
    const software = SOFTWARE_RESOURCE_TYPES.get(type);
    if (!software) return own[type] ?? null;
    if (software.role === 'config') {
      const isComponent = type === 'OS::Heat::SoftwareComponent';
      return { ...software, attributes: ['config'], ...(isComponent ? { problems: componentProblems } : {}) };
    }
    return {
      ...software,
      attributes: null,
      ...(software.role === 'deployment' ? { replaces: replacesDeployment } : {}),
      problems: (_, properties, stack) =>
        deploymentProblems(properties, (resource) => stack.property(resource, 'user_data_format')),
    };
  };
}

const VALUE: Record<string, PropertyRule> = {
  value: { kind: 'any', required: true, change: 'inPlace' },
  type: { kind: 'string', change: 'inPlace', oneOf: ['string', 'number', 'json', 'comma_delimited_list', 'boolean'] },
};
