import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { DEFAULT_ACTIONS } from './actions';

/** A config as it is kept: what a tool is to do, and what goes in and comes out. */
export interface SoftwareConfig {
  /** the tool; `component` when the body holds several configs */
  group: string;
  /** what deployments of it are sorted by, where they have no name of their own */
  name: string;
  /** a text, a map where the tool takes one, or the configs of a component */
  config: Json;
  inputs: ConfigInput[];
  outputs: ConfigOutput[];
  /** by tool in a component, for the tool otherwise */
  options: JsonObject;
}

export interface ConfigInput {
  name: string;
  type: string;
  default: Json;
  /** whether a changed value means a deployment from the beginning */
  replaceOnChange: boolean;
}

export interface ConfigOutput {
  name: string;
  /** whether reporting it, even empty, means failure */
  isError: boolean;
}

/** One config of a component. */
export interface ComponentConfig {
  actions: readonly string[];
  config: Json;
  tool: string;
}

/** The group under which a component is kept. */
export const COMPONENT_GROUP = 'component';

/** The tool of a config that names none. */
export const UNGROUPED = 'Heat::Ungrouped';

/**
 * Reads the properties of a resource that holds a config: `OS::Heat::SoftwareConfig`, `StructuredConfig` or
 * `SoftwareComponent`.
 *
 * @param name what the config is called
 * @param properties resolved, and without problems by their rules
 */
export function readConfig(type: string, name: string, properties: JsonObject): SoftwareConfig {
  const { inputs, outputs, options } = properties;
  // Heat's `empty_config`: a config without a body is sent as an empty one, not as nothing.
  const empty = type === 'OS::Heat::StructuredConfig' ? {} : EMPTY_CONFIG.config;
  const isComponent = type === 'OS::Heat::SoftwareComponent';
  return {
    group: isComponent ? COMPONENT_GROUP : textOf(properties.group) || UNGROUPED,
    name,
    config: isComponent ? { configs: listOf(properties.configs) } : (properties.config ?? empty),
    inputs: listOf(inputs).filter(isObject).map(readInput),
    outputs: listOf(outputs)
      .filter(isObject)
      .map((output) => ({ name: textOf(output.name), isError: isTrue(output.error_output) })),
    options: isObject(options) ? options : {},
  };
}

/** A deployment that names no config deploys nothing but its inputs. */
export const EMPTY_CONFIG: SoftwareConfig = {
  group: UNGROUPED,
  name: '',
  config: '',
  inputs: [],
  outputs: [],
  options: {},
};

/** The configs of a component, in order; none for any other config. */
export function componentConfigs({ group, config }: Pick<SoftwareConfig, 'group' | 'config'>): ComponentConfig[] {
  if (group !== COMPONENT_GROUP || !isObject(config)) return [];
  return listOf(config.configs)
    .filter(isObject)
    .map((entry) => ({
      actions: Array.isArray(entry.actions) ? entry.actions.map(String) : DEFAULT_ACTIONS,
      config: entry.config ?? null,
      tool: textOf(entry.tool),
    }));
}

/**
 * What an action applies: of a component the first config that names it, of any other the config itself.
 *
 * @returns null when a component has none for it: then nothing is done, and that is a success
 */
export function configFor(
  config: Pick<SoftwareConfig, 'group' | 'config'>,
  action: string,
): { tool: string; config: Json } | null {
  if (config.group !== COMPONENT_GROUP) return { tool: config.group, config: config.config };
  return componentConfigs(config).find(({ actions }) => actions.includes(action)) ?? null;
}

/**
 * Two configs of a component may not name one action: in which order would they run?
 *
 * @returns each action that is named twice, with the positions of the first config that names it and the other one
 */
export function sharedActions(configs: readonly ComponentConfig[]): { action: string; first: number; other: number }[] {
  return configs.flatMap(({ actions }, other) =>
    [...new Set(actions)].flatMap((action) => {
      const first = configs.findIndex((config) => config.actions.includes(action));
      return first < other ? [{ action, first, other }] : [];
    }),
  );
}

function readInput(input: JsonObject): ConfigInput {
  return {
    name: textOf(input.name),
    type: textOf(input.type) || 'String',
    default: input.default ?? null,
    replaceOnChange: isTrue(input.replace_on_change),
  };
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function isTrue(value: Json | undefined): boolean {
  return String(value).toLowerCase() === 'true';
}
