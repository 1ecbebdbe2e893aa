import { optionProblems, toolOptions } from '@/lib/formats/execution-plan/account';
import type { PropertyRule, ValueRule } from '@/lib/formats/hot/property-rules';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { LIFECYCLE_ACTIONS, SIGNAL_TRANSPORTS } from './actions';
import { componentConfigs, readConfig, sharedActions } from './config';

/** Types of resources for software, as Heat has them: the rules of their properties (`resources/openstack/heat`). */

/** What inputs and outputs have in common, and what is one's own. */
const described = (own: Record<string, ValueRule>): ValueRule => ({
  kind: 'list',
  items: {
    kind: 'map',
    fields: {
      name: { kind: 'string', required: true },
      description: { kind: 'string' },
      type: { kind: 'string', oneOf: ['String', 'Number', 'CommaDelimitedList', 'Json', 'Boolean'] },
      ...own,
    },
  },
});
const INPUTS = described({ default: { kind: 'any' }, replace_on_change: { kind: 'boolean' } });
const OUTPUTS = described({ error_output: { kind: 'boolean' } });

/** Kept configs never change: another one takes their place. */
const kept = (rule: ValueRule): PropertyRule => ({ ...rule, change: 'replace' });
const IN_AND_OUT = { inputs: kept(INPUTS), outputs: kept(OUTPUTS), options: kept({ kind: 'map' }) };

const CONFIG = { ...IN_AND_OUT, group: kept({ kind: 'string' }) };
const CONFIGS: ValueRule = {
  kind: 'list',
  required: true,
  minLength: 1,
  items: {
    kind: 'map',
    fields: {
      actions: { kind: 'list', minLength: 1, items: { kind: 'string', minLength: 1 } },
      config: { kind: 'string' },
      tool: { kind: 'string', required: true },
    },
  },
};

const DEPLOYMENT: Record<string, PropertyRule> = {
  name: { kind: 'string', change: 'inPlace' },
  config: { kind: 'string', change: 'inPlace' },
  input_values: { kind: 'map', change: 'inPlace' },
  actions: { kind: 'list', oneOf: LIFECYCLE_ACTIONS, change: 'inPlace' },
  signal_transport: { kind: 'string', oneOf: SIGNAL_TRANSPORTS, change: 'replace' },
};
const STRUCTURED: Record<string, PropertyRule> = {
  input_key: { kind: 'string', change: 'replace' },
  input_values_validate: { kind: 'string', oneOf: ['LAX', 'STRICT'], change: 'replace' },
};
const ON_A_SERVER: Record<string, PropertyRule> = { server: { kind: 'string', required: true, change: 'replace' } };
const ON_SERVERS: Record<string, PropertyRule> = { servers: { kind: 'map', required: true, change: 'inPlace' } };

export interface SoftwareResourceType {
  /** config: kept as it is; deployment: ties one to a server; group: to several */
  role: 'config' | 'deployment' | 'group';
  properties: Readonly<Record<string, PropertyRule>>;
}

/** Every type of resource for software, by name. */
export const SOFTWARE_RESOURCE_TYPES: ReadonlyMap<string, SoftwareResourceType> = new Map<string, SoftwareResourceType>(
  [
    ['OS::Heat::SoftwareConfig', { role: 'config', properties: { ...CONFIG, config: kept({ kind: 'string' }) } }],
    ['OS::Heat::StructuredConfig', { role: 'config', properties: { ...CONFIG, config: kept({ kind: 'map' }) } }],
    ['OS::Heat::SoftwareComponent', { role: 'config', properties: { ...IN_AND_OUT, configs: kept(CONFIGS) } }],
    ['OS::Heat::SoftwareDeployment', { role: 'deployment', properties: { ...DEPLOYMENT, ...ON_A_SERVER } }],
    [
      'OS::Heat::StructuredDeployment',
      { role: 'deployment', properties: { ...DEPLOYMENT, ...STRUCTURED, ...ON_A_SERVER } },
    ],
    ['OS::Heat::SoftwareDeploymentGroup', { role: 'group', properties: { ...DEPLOYMENT, ...ON_SERVERS } }],
    ['OS::Heat::SoftwareDeployments', { role: 'group', properties: { ...DEPLOYMENT, ...ON_SERVERS } }],
    [
      'OS::Heat::StructuredDeploymentGroup',
      { role: 'group', properties: { ...DEPLOYMENT, ...STRUCTURED, ...ON_SERVERS } },
    ],
    ['OS::Heat::StructuredDeployments', { role: 'group', properties: { ...DEPLOYMENT, ...STRUCTURED, ...ON_SERVERS } }],
  ],
);

/**
 * What is wrong with a component beside the shape of its properties.
 *
 * @param name of the resource
 * @param properties as far as they are known
 * @returns a sentence with both places for each action that two configs name
 */
export function componentProblems(name: string, properties: JsonObject): string[] {
  const configs = componentConfigs(readConfig('OS::Heat::SoftwareComponent', name, properties));
  return sharedActions(configs).map(
    ({ action, first, other }) =>
      `Defining more than one configuration for the same action in SoftwareComponent "${name}" is not allowed: ` +
      `configs[${first}] and configs[${other}] both name ${action}.`,
  );
}

/**
 * What is wrong with the account that a config asks for among its options, in sentences.
 *
 * @param type of the resource that holds the config
 */
export function accountOptionProblems(type: string, name: string, properties: JsonObject): string[] {
  const config = readConfig(type, name, properties);
  const configs = componentConfigs(config);
  const tools = configs.length > 0 ? [...new Set(configs.map(({ tool }) => tool))] : [config.group];
  return tools.flatMap((tool) =>
    optionProblems(toolOptions(config.options, tool, configs.length > 0)).map(
      ({ path, sentence }) =>
        `Property error: resources.${name}.properties.options.${configs.length > 0 ? `${tool}.` : ''}${path}: ${sentence}`,
    ),
  );
}

/**
 * What is wrong with a deployment or a group beside the shape of its properties: a server of the same stack must take
 * configs.
 *
 * @param properties references are names of resources
 * @param formatOf the `user_data_format` of a resource of the stack; null where it has no such property
 */
export function deploymentProblems(
  properties: JsonObject,
  formatOf: (resource: string) => { value: Json | undefined } | null,
): string[] {
  const { server, servers } = properties;
  const named = [server ?? null, ...Object.values(isObject(servers) ? servers : {})];
  return named.flatMap((one) => {
    const format = typeof one === 'string' ? formatOf(one) : null;
    if (!format || format.value === 'SOFTWARE_CONFIG') return [];
    return [
      `Resource ${String(one)}'s property user_data_format should be set to SOFTWARE_CONFIG since there are software ` +
        'deployments on it.',
    ];
  });
}
