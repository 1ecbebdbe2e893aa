import { describe, expect, it } from 'vitest';
import { checkProperties } from '@/lib/formats/hot/property-rules';
import type { JsonObject } from '@/lib/model/json';
import {
  beginDeployment,
  componentProblems,
  configFor,
  type Deployment,
  deploymentAttributes,
  deploymentProblems,
  EMPTY_CONFIG,
  failureOf,
  isWanted,
  NEW_DEPLOYMENT,
  pickedRun,
  readConfig,
  replacesDeployment,
  SOFTWARE_RESOURCE_TYPES,
  type SoftwareConfig,
  signalDeployment,
} from './index';

const component = (properties: JsonObject) => readConfig('OS::Heat::SoftwareComponent', 'app', properties);
const script = (properties: JsonObject = {}) =>
  readConfig('OS::Heat::SoftwareConfig', 'app', { group: 'script', config: 'echo', ...properties });

const APP = component({
  configs: [
    { tool: 'chef', config: 'install', actions: ['CREATE'] },
    { tool: 'script', config: 'drain', actions: ['SUSPEND', 'BACKUP'] },
  ],
  outputs: [{ name: 'url' }, { name: 'wrong', error_output: true }],
});

let ids = 0;
function begin(
  action: string,
  config: SoftwareConfig,
  properties: JsonObject = {},
  before: Deployment = NEW_DEPLOYMENT,
  structured = false,
): Deployment {
  return beginDeployment(before, {
    action,
    config,
    properties,
    structured,
    newId: () => `id${++ids}`,
    place: {
      resource: 'd',
      server: 'server-1',
      stack: 'shop/42',
      signal: (_transport, deployment) => ({ deploy_signal_id: `https://signal/${deployment}` }),
    },
  });
}

const inputsOf = ({ derived }: Deployment) => (derived ? pickedRun(derived).inputs : {});

describe('a component', () => {
  const problems = (properties: JsonObject) => {
    const rules = SOFTWARE_RESOURCE_TYPES.get('OS::Heat::SoftwareComponent')?.properties ?? {};
    return [...checkProperties(rules, properties, 'properties'), ...componentProblems('app', properties)];
  };

  it('may not name an action in two configs; the refusal says where both stand', () => {
    const configs = [
      { tool: 'script', actions: ['CREATE', 'UPDATE'] },
      { tool: 'chef', actions: ['DELETE'] },
      { tool: 'chef', actions: ['UPDATE'] },
    ];
    expect(problems({ configs })).toEqual([
      'Defining more than one configuration for the same action in SoftwareComponent "app" is not allowed: ' +
        'configs[0] and configs[2] both name UPDATE.',
    ]);
  });

  it('means create and update by a config that names no action', () => {
    expect(problems({ configs: [{ tool: 'a' }, { tool: 'b', actions: ['CREATE'] }] })[0]).toContain('both name CREATE');
    expect(problems({ configs: [{ tool: 'a' }, { tool: 'b', actions: ['DELETE'] }] })).toEqual([]);
  });

  it('may name an action twice in one config, and actions of its own', () => {
    expect(problems({ configs: [{ tool: 'a', actions: ['CREATE', 'CREATE', 'BACKUP'] }] })).toEqual([]);
  });

  it.each<[JsonObject, string]>([
    [{ configs: [] }, 'properties.configs: length (0) is out of range'],
    [{}, 'Property configs not assigned'],
    [{ configs: [{ tool: 't', actions: [] }] }, 'properties.configs[0].actions: length (0)'],
    [{ configs: [{ config: 'x' }] }, 'properties.configs[0]: Property tool not assigned'],
    [{ configs: [{ tool: 't' }], inputs: [{ default: 1 }] }, 'properties.inputs[0]: Property name not assigned'],
    [{ configs: [{ tool: 't' }], colour: 'red' }, 'Unknown Property colour'],
  ])('%j is refused', (properties, words) => {
    expect(problems(properties)).toEqual([expect.stringContaining(words)]);
  });

  it('applies by action; without a config for it nothing is done', () => {
    expect(configFor(APP, 'CREATE')).toMatchObject({ tool: 'chef', config: 'install' });
    expect(configFor(APP, 'BACKUP')).toMatchObject({ tool: 'script', config: 'drain' });
    expect(configFor(APP, 'DELETE')).toBeNull();
  });
});

describe('a deployment', () => {
  it('listens to the component, whatever it says itself; to its own actions for any other config', () => {
    expect(isWanted('SUSPEND', APP, { actions: ['CREATE'] })).toBe(true);
    expect(isWanted('UPDATE', APP, { actions: ['UPDATE'] })).toBe(false);
    expect(isWanted('UPDATE', script(), {})).toBe(true);
    expect(isWanted('DELETE', script(), {})).toBe(false);
    expect(isWanted('DELETE', script(), { actions: ['DELETE'] })).toBe(true);
  });

  it('is over at once when an action is not wanted, and keeps what it had', () => {
    const done = signalDeployment(begin('CREATE', APP), { deploy_status_code: 0, url: 'http://app' });
    const after = begin('RESUME', APP, {}, done);
    expect(after).toMatchObject({ status: 'COMPLETE', outputs: { url: 'http://app' }, derived: done.derived });
    expect(begin('RESUME', APP).id).toBeNull();
  });

  it('gives the agent the whole component, and a new id each time', () => {
    const first = begin('CREATE', APP);
    const second = begin('SUSPEND', APP, {}, first);
    expect(second.id).toBe(first.id);
    expect(second.derived?.id).not.toBe(first.derived?.id);
    expect(second.derived && pickedRun(second.derived)).toMatchObject({ tool: 'script', config: 'drain' });
  });

  it('gives declared inputs (given, else default, else nothing), then what nobody declared, then its own', () => {
    const config = script({
      inputs: [{ name: 'a', default: 'da' }, { name: 'b', default: 'db' }, { name: 'm', type: 'Json' }, { name: 'n' }],
    });
    const inputs = inputsOf(begin('CREATE', config, { input_values: { b: 'gb', m: { k: 1 }, extra: 5 } }));
    expect(Object.entries(inputs).slice(0, 5)).toEqual([
      ['a', 'da'],
      ['b', 'gb'],
      ['m', { k: 1 }],
      ['n', ''],
      ['extra', '5'],
    ]);
    expect(inputs).toMatchObject({
      deploy_action: 'CREATE',
      deploy_resource_name: 'd',
      deploy_server_id: 'server-1',
      deploy_stack_id: 'shop/42',
      deploy_signal_transport: 'CFN_SIGNAL',
      deploy_signal_id: expect.stringMatching(/^https:/),
    });
  });

  it('sends an empty config where there is no body: nothing would not be a config', () => {
    const sent = (config: SoftwareConfig) => begin('CREATE', config).derived?.config;
    expect(sent(readConfig('OS::Heat::SoftwareConfig', 'app', { group: 'script' }))).toBe('');
    expect(sent(readConfig('OS::Heat::StructuredConfig', 'app', { group: 'dsc' }))).toEqual({});
    expect(sent(EMPTY_CONFIG)).toBe('');
  });

  it('takes names that every object has for what they are: names', () => {
    const named = script({ inputs: [{ name: 'constructor', default: 'd' }, { name: 'toString' }] });
    const made = begin('CREATE', named);
    expect(inputsOf(made)).toMatchObject({ constructor: 'd', toString: '' });
    expect(Object.hasOwn(deploymentAttributes(made), 'valueOf')).toBe(false);
    const reporting = begin('CREATE', script({ outputs: [{ name: 'constructor' }] }));
    expect(deploymentAttributes(reporting).constructor).toBeNull();
  });

  it('waits for no signal where none is to come, and has no outputs for ever', () => {
    const begun = begin('CREATE', script(), { signal_transport: 'NO_SIGNAL' });
    expect(begun.status).toBe('COMPLETE');
    expect(signalDeployment(begun, { deploy_stdout: 'x' }).outputs).toEqual({});
  });

  it('must be on a server that takes configs', () => {
    const formatOf = (resource: string) => (resource === 'router' ? null : { value: 'RAW' });
    expect(deploymentProblems({ server: 'web' }, formatOf)[0]).toContain("Resource web's property user_data_format");
    expect(deploymentProblems({ servers: { a: 'router' } }, formatOf)).toEqual([]);
  });

  it('begins anew when an input that says so has changed, in value or because it is new', () => {
    const config = (id: string, inputs: JsonObject[]) => ({
      type: 'OS::Heat::SoftwareConfig',
      properties: { inputs },
      metadata: { id },
    });
    const held: Record<string, ReturnType<typeof config>> = {
      old: config('old', [{ name: 'a', replace_on_change: true }, { name: 'b' }]),
      more: config('more', [{ name: 'c', replace_on_change: 'true', default: 1 }]),
    };
    const of = (of: string, values: JsonObject) => ({
      type: 'OS::Heat::SoftwareDeployment',
      properties: { config: of, input_values: values },
      metadata: {},
    });
    const find = (reference: string) => held[reference] ?? null;
    expect(replacesDeployment(of('old', { a: 1, b: 1 }), of('old', { a: 1, b: 2 }), find)).toBe(false);
    expect(replacesDeployment(of('old', { a: 1 }), of('old', { a: 2 }), find)).toBe(true);
    expect(replacesDeployment(of('old', {}), of('more', {}), find)).toBe(true);
  });
});

describe('a signal', () => {
  const running = () => begin('CREATE', APP);

  it('brings outputs; the standard ones are there each time, what is not declared is dropped', () => {
    const done = signalDeployment(running(), { deploy_stdout: 'ok', url: 'u', secret: 's' });
    expect(done).toMatchObject({ status: 'COMPLETE', reason: 'Outputs received' });
    expect(done.outputs).toEqual({ deploy_stdout: 'ok', deploy_stderr: null, deploy_status_code: null, url: 'u' });
  });

  it.each<[JsonObject, string]>([
    [{ deploy_status_code: 3 }, 'deploy_status_code : Deployment exited with non-zero status code: 3'],
    [
      { deploy_status_code: '1', wrong: '' },
      'wrong : , deploy_status_code : Deployment exited with non-zero status code: 1',
    ],
    [{ deploy_status_code: 0, wrong: 'disk full' }, 'wrong : disk full'],
  ])('%j is a failure', (details, reason) => {
    const failed = signalDeployment(running(), details);
    expect(failed.status).toBe('FAILED');
    expect(failureOf(failed)).toBe(`Deployment to server failed: ${reason}`);
  });

  it('is ignored when nothing waits for it', () => {
    const done = signalDeployment(running(), { deploy_status_code: 0, deploy_stdout: 'one' });
    expect(signalDeployment(done, { deploy_status_code: 1, deploy_stdout: 'two' })).toBe(done);
  });

  it('keeps what earlier ones brought', () => {
    const created = signalDeployment(running(), { url: 'u', deploy_stdout: 'created' });
    const suspended = signalDeployment(begin('SUSPEND', APP, {}, created), { deploy_stdout: 'drained' });
    expect(suspended.outputs).toMatchObject({ url: 'u', deploy_stdout: 'drained' });
  });

  it('is where attributes come from: declared ones are null before, others are not there', () => {
    expect(deploymentAttributes(running())).toMatchObject({ url: null, deploy_stdout: null });
    expect(deploymentAttributes(running())).not.toHaveProperty('colour');
    expect(deploymentAttributes(signalDeployment(running(), { url: 'u' }))).toMatchObject({ url: 'u' });
  });
});

describe('a structured config', () => {
  const config = readConfig('OS::Heat::StructuredConfig', 'c', {
    config: { a: { get_input: 'x' }, b: [{ get_input: 'none' }], c: { get_input: 'x', more: 1 } },
  });
  const deploy = (properties: JsonObject) =>
    begin('CREATE', config, { input_values: { x: [1] }, ...properties }, NEW_DEPLOYMENT, true).derived?.config;

  it('has inputs put in where a map of one key asks for them; what nobody gave is null', () => {
    expect(deploy({})).toEqual({ a: [1], b: [null], c: { get_input: 'x', more: 1 } });
  });

  it('may ask by another word', () => {
    expect(deploy({ input_key: 'fill' })).toMatchObject({ a: { get_input: 'x' } });
  });

  it('fails where it is strict and an input is missing', () => {
    expect(() => deploy({ input_values_validate: 'STRICT' })).toThrow('The Parameter (none) was not provided.');
  });
});
