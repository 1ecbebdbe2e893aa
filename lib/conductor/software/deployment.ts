import { toolOptions } from '@/lib/formats/execution-plan/account';
import type { ResolvedResource } from '@/lib/formats/hot/diff';
import { pythonJson, pythonText } from '@/lib/formats/hot/python-text';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { DEFAULT_ACTIONS, type SignalTransport } from './actions';
import { COMPONENT_GROUP, componentConfigs, configFor, EMPTY_CONFIG, readConfig, type SoftwareConfig } from './config';

/**
 * A deployment: what becomes of a config on a server. Pure: whoever keeps it asks for the next state, and stores it
 * (heat, `software_deployment.py`; docs/software-components.md).
 */
export interface Deployment {
  /** null until an action is wanted for the first time: then there is no record of it */
  id: string | null;
  action: string;
  status: 'IN_PROGRESS' | 'COMPLETE' | 'FAILED';
  reason: string;
  /** what the server's agent has been given last; null while it has been given nothing */
  derived: DerivedConfig | null;
  /** what was reported last, by name */
  outputs: JsonObject;
  /** names of outputs that the config declares */
  declared: string[];
  /** those of them whose report means failure */
  errors: string[];
}

/** The copy of a config that an agent gets: made anew for each action, so that each is carried out once. */
export interface DerivedConfig {
  id: string;
  /** deployments on one server are sorted by it */
  name: string;
  group: string;
  config: Json;
  options: JsonObject;
  inputs: DerivedInput[];
}

export interface DerivedInput {
  name: string;
  type: string;
  value: Json;
}

/** What a deployment is asked to do. */
export interface DeploymentRequest {
  action: string;
  config: SoftwareConfig;
  /** of the deployment; resolved */
  properties: JsonObject;
  /** structured: `get_input` inside the config is replaced */
  structured: boolean;
  place: DeploymentPlace;
  /** a new id */
  newId: () => string;
}

/** Where a deployment is, as the standard inputs tell it. */
export interface DeploymentPlace {
  /** name of the resource, or the member's key in a group */
  resource: string;
  server: string;
  /** `name/id` */
  stack: string;
  /** values of the signal's inputs (`deploy_signal_id`, …) for a deployment of an id */
  signal(transport: SignalTransport, deployment: string): Record<string, string>;
}

export const NEW_DEPLOYMENT: Deployment = {
  id: null,
  action: '',
  status: 'COMPLETE',
  reason: '',
  derived: null,
  outputs: {},
  declared: [],
  errors: [],
};

/** Reported by every tool. */
export const STANDARD_OUTPUTS = ['deploy_stdout', 'deploy_stderr', 'deploy_status_code'];

/**
 * Whether an action means anything to a deployment. A component is asked itself; the deployment's own `actions` count
 * for any other config.
 */
export function isWanted(action: string, config: SoftwareConfig, properties: JsonObject): boolean {
  if (config.group === COMPONENT_GROUP) return componentConfigs(config).some(({ actions }) => actions.includes(action));
  const { actions } = properties;
  return (Array.isArray(actions) ? actions.map(String) : DEFAULT_ACTIONS).includes(action);
}

/**
 * Begins an action. One that is not wanted is over at once: nothing is sent, and what was reported last stays.
 *
 * @throws MissingInput when a structured config asks for an input that there is not, and the deployment is strict
 */
export function beginDeployment(before: Deployment, request: DeploymentRequest): Deployment {
  const { action, config, properties, newId } = request;
  if (!isWanted(action, config, properties)) return { ...before, status: 'COMPLETE', reason: '' };
  const id = before.id ?? newId();
  const transport = transportOf(properties);
  const inputs = [...inputsOf(request), ...standardInputs(request, transport, id)];
  const derived: DerivedConfig = {
    id: newId(),
    name: typeof properties.name === 'string' && properties.name !== '' ? properties.name : config.name,
    group: config.group,
    config: request.structured ? withInputs(config.config, inputs, properties) : config.config,
    options: config.options,
    inputs,
  };
  const waits = transport !== 'NO_SIGNAL';
  return {
    id,
    action,
    status: waits ? 'IN_PROGRESS' : 'COMPLETE',
    reason: waits ? 'Deploy data available' : 'Not waiting for outputs signal',
    derived,
    outputs: before.outputs,
    declared: config.outputs.map(({ name }) => name),
    errors: config.outputs.filter(({ isError }) => isError).map(({ name }) => name),
  };
}

/**
 * Takes what an agent reports. A deployment that waits for nothing hears nothing: reports that come twice or late do no
 * harm.
 *
 * @param details `deploy_stdout`, `deploy_stderr`, `deploy_status_code` and declared outputs
 */
export function signalDeployment(before: Deployment, details: JsonObject): Deployment {
  if (before.status !== 'IN_PROGRESS') return before;
  const outputs: JsonObject = { ...before.outputs };
  for (const name of before.declared) if (Object.hasOwn(details, name)) outputs[name] = details[name] ?? null;
  for (const name of STANDARD_OUTPUTS) outputs[name] = details[name] ?? null;
  const reasons = before.errors
    .filter((name) => Object.hasOwn(details, name))
    .map((name) => `${name} : ${pythonText(details[name] ?? null)}`);
  const code = details.deploy_status_code;
  if (code !== undefined && code !== null && pythonText(code) !== '0')
    reasons.push(`deploy_status_code : Deployment exited with non-zero status code: ${pythonText(code)}`);
  const failed = reasons.length > 0;
  return {
    ...before,
    status: failed ? 'FAILED' : 'COMPLETE',
    reason: failed ? reasons.join(', ') : 'Outputs received',
    outputs,
  };
}

/** Why a resource failed whose deployment did, in Heat's words. */
export function failureOf({ reason }: Deployment): string {
  return `Deployment to server failed: ${reason}`;
}

/** What `get_attr` gives of a deployment, by name: of the standard outputs and of declared ones, null until they are reported. */
export function deploymentAttributes({ outputs, declared }: Deployment): JsonObject {
  const names = [...STANDARD_OUTPUTS, ...declared];
  // Names are the author's: `constructor` is one as well.
  return Object.fromEntries(names.map((name) => [name, Object.hasOwn(outputs, name) ? (outputs[name] ?? null) : null]));
}

/**
 * Whether a change of a deployment means one from the beginning: an input that says so has another value now.
 *
 * @param find the resource that holds a config
 */
export function replacesDeployment(
  before: ResolvedResource,
  after: ResolvedResource,
  find: (reference: string) => ResolvedResource | null,
): boolean {
  const configOf = ({ properties: { config } }: ResolvedResource) => {
    const held = typeof config === 'string' ? find(config) : null;
    return held ? readConfig(held.type, '', held.properties) : EMPTY_CONFIG;
  };
  const was = declaredInputs(configOf(before), before.properties);
  return configOf(after).inputs.some((input) => {
    if (!input.replaceOnChange) return false;
    const earlier = was.find(({ name }) => name === input.name);
    const [now] = declaredInputs({ inputs: [input] }, after.properties);
    return !earlier || pythonJson(earlier.value) !== pythonJson(now?.value ?? null);
  });
}

/** What an agent is to run of a derived config, and the values of its inputs by name. */
export function pickedRun(derived: DerivedConfig): {
  action: string;
  tool: string | null;
  config: Json;
  inputs: JsonObject;
  /** of the tool */
  options: JsonObject;
} {
  const inputs = Object.fromEntries(
    derived.inputs.map(({ name, type, value }) => [name, type === 'String' ? pythonText(value) : value]),
  );
  const action = pythonText(inputs.deploy_action ?? null);
  const picked = configFor(derived, action);
  const tool = picked?.tool ?? null;
  const options = toolOptions(derived.options, tool ?? '', derived.group === COMPONENT_GROUP);
  return { action, tool, config: picked?.config ?? null, inputs, options };
}

/** A strict deployment of a structured config lacks a value. */
export class MissingInput extends Error {
  readonly exception = 'UserParameterMissing';
  constructor(name: string) {
    super(`The Parameter (${name}) was not provided.`);
    this.name = 'MissingInput';
  }
}

/** How the server's agent is to report. */
export function transportOf({ signal_transport: given }: JsonObject): SignalTransport {
  return typeof given === 'string' ? (given as SignalTransport) : 'CFN_SIGNAL';
}

function declaredInputs(
  { inputs }: Pick<SoftwareConfig, 'inputs'>,
  { input_values: given }: JsonObject,
): DerivedInput[] {
  const values = isObject(given) ? given : {};
  return inputs.map(({ name, type, default: fallback }) => ({
    name,
    type,
    value: (Object.hasOwn(values, name) ? values[name] : null) ?? fallback,
  }));
}

/** Declared inputs, then values that nobody declared. */
function inputsOf({ config, properties }: DeploymentRequest): DerivedInput[] {
  const { input_values: given } = properties;
  const further = Object.entries(isObject(given) ? given : {}).filter(
    ([name]) => !config.inputs.some((input) => input.name === name),
  );
  return [...declaredInputs(config, properties), ...further.map(([name, value]) => ({ name, type: 'String', value }))];
}

function standardInputs(
  { action, place }: DeploymentRequest,
  transport: SignalTransport,
  deployment: string,
): DerivedInput[] {
  const values = {
    deploy_server_id: place.server,
    deploy_action: action,
    deploy_stack_id: place.stack,
    deploy_resource_name: place.resource,
    deploy_signal_transport: transport,
    ...place.signal(transport, deployment),
  };
  return Object.entries(values).map(([name, value]) => ({ name, type: 'String', value }));
}

/** Puts values where a structured config asks for them: in maps of one key, whose name may be chosen. */
function withInputs(config: Json, inputs: readonly DerivedInput[], properties: JsonObject): Json {
  const key = typeof properties.input_key === 'string' ? properties.input_key : 'get_input';
  const strict = properties.input_values_validate === 'STRICT';
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const [[name, asked] = [], ...more] = Object.entries(value);
    if (name !== key || more.length > 0 || typeof asked !== 'string')
      return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, visit(inner)]));
    const found = inputs.find((input) => input.name === asked);
    if (strict && !found) throw new MissingInput(asked);
    return found?.value ?? null;
  };
  return visit(config);
}
