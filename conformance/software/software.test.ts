import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import type { Report, Step } from './case';
import { runSoftwareCase } from './run-case';

/** Scenarios of our own, beside those that were recorded: what a stack engine does with software components. */

const SERVER = {
  updateInPlace: ['name', 'flavor', 'metadata'],
  replaceOn: ['image', 'user_data_format'],
  attributes: ['name', 'first_address'],
};

interface Result {
  stack: string | null;
  reason: string;
  resources: Record<string, string>;
  outputs: JsonObject;
  replaced: string[];
  preview: Record<string, string[]>;
  error: { kind: string; message: string };
  events: string[];
  runs: { server: string; deployment: string; action: string; inputs: JsonObject }[];
}

async function play(templates: Record<string, string>, steps: (Partial<Step> & Pick<Step, 'do'>)[]): Promise<Result[]> {
  const texts = Object.entries(templates).map(([name, text]) => [
    name,
    `heat_template_version: pike\nresources:\n${text}`,
  ]);
  const all = steps.map((step) => ({ reports: [], ...step }));
  const input = { id: 'own', server: SERVER, templates: Object.fromEntries(texts), files: {}, steps: all };
  const { steps: results } = await runSoftwareCase(input as unknown as JsonObject);
  return results as unknown as Result[];
}

const answers = (deployment: string, action: string, code = 0): Report => ({
  deployment,
  action,
  report: { deploy_status_code: code, deploy_stdout: action, deploy_stderr: '' },
});

const server = (name: string, image = 'ws2012') =>
  `  ${name}: {type: 'OS::Nova::Server', properties: {image: ${image}, flavor: small, user_data_format: SOFTWARE_CONFIG}}\n`;
const APP = `  app:
    type: OS::Heat::SoftwareComponent
    properties:
      configs:
      - {actions: [CREATE, UPDATE], tool: script, config: install}
      - {actions: [DELETE], tool: script, config: remove}
`;
const deployment = (name: string, more = '', on = 'web') =>
  `  ${name}: {type: 'OS::Heat::SoftwareDeployment', properties: {config: {get_resource: app}, server: {get_resource: ${on}}${more}}}\n`;

const ran = (result: Result | undefined) => result?.runs.map((run) => `${run.deployment} ${run.action}`);

describe('a stack with software', () => {
  it('is removed altogether when it cannot be made and is to be rolled back, delete configs and all', async () => {
    const [made] = await play({ a: server('web') + APP + deployment('d') }, [
      { do: 'create', template: 'a', rollback: true, reports: [answers('d', 'CREATE', 1), answers('d', 'DELETE')] },
    ]);
    expect(made?.stack).toBeNull();
    expect(ran(made)).toEqual(['d CREATE', 'd DELETE']);
    expect(made?.events.slice(-7)).toEqual([
      'd DELETE_IN_PROGRESS',
      'd DELETE_COMPLETE',
      'web DELETE_IN_PROGRESS',
      'web DELETE_COMPLETE',
      'app DELETE_IN_PROGRESS',
      'app DELETE_COMPLETE',
      '(stack) ROLLBACK_COMPLETE',
    ]);
  });

  it('takes back the old machine and its software when the new one fails', async () => {
    const [, updated] = await play(
      { a: server('web') + APP + deployment('d'), b: server('web', 'ws2016') + APP + deployment('d') },
      [
        { do: 'create', template: 'a', reports: [answers('d', 'CREATE')] },
        {
          do: 'update',
          template: 'b',
          rollback: true,
          reports: [answers('d', 'CREATE', 1), answers('d', 'DELETE')],
        },
      ],
    );
    expect(updated?.stack).toBe('ROLLBACK_COMPLETE');
    expect(updated?.replaced).toEqual([]);
    expect(updated?.events.filter((event) => event.startsWith('old/'))).toEqual([
      'old/d DELETE_IN_PROGRESS',
      'old/d DELETE_COMPLETE',
      'old/web DELETE_IN_PROGRESS',
      'old/web DELETE_COMPLETE',
    ]);
  });

  it('fails when time is up, and mends what failed by making it anew', async () => {
    const [made, mended] = await play({ a: server('web') + APP + deployment('d') }, [
      { do: 'create', template: 'a' },
      { do: 'update', template: 'a', reports: [answers('d', 'CREATE'), answers('d', 'DELETE')] },
    ]);
    expect(made).toMatchObject({ stack: 'CREATE_FAILED', reason: 'Create timed out' });
    expect(mended).toMatchObject({ stack: 'UPDATE_COMPLETE', replaced: ['d'] });
    expect(ran(mended)).toEqual(['d CREATE', 'd DELETE']);
  });

  it('keeps a resource whose delete config fails, and what it needs', async () => {
    const [, gone] = await play({ a: server('web') + APP + deployment('d') + deployment('e') }, [
      { do: 'create', template: 'a', reports: [answers('d', 'CREATE'), answers('e', 'CREATE')] },
      { do: 'delete', reports: [answers('d', 'DELETE', 4), answers('e', 'DELETE')] },
    ]);
    expect(gone).toMatchObject({
      stack: 'DELETE_FAILED',
      resources: { web: 'CREATE_COMPLETE', app: 'CREATE_COMPLETE', d: 'DELETE_FAILED' },
    });
  });

  it('tells beforehand what an update will do', async () => {
    const [, preview, updated] = await play(
      {
        a: server('web') + APP + deployment('d'),
        b: server('web') + APP + deployment('d', ', signal_transport: NO_SIGNAL') + deployment('e'),
      },
      [
        { do: 'create', template: 'a', reports: [answers('d', 'CREATE')] },
        { do: 'preview', template: 'b' },
        { do: 'update', template: 'b', reports: [answers('e', 'CREATE'), answers('d', 'DELETE')] },
      ],
    );
    expect(preview?.preview).toEqual({
      added: ['e'],
      deleted: [],
      replaced: ['d'],
      updated: [],
      unchanged: ['web', 'app'],
    });
    expect(updated).toMatchObject({ stack: 'UPDATE_COMPLETE', replaced: ['d'] });
  });

  it('is not updated while it is suspended, and not resumed before it is', async () => {
    const [, resumed, , updated] = await play({ a: server('web') }, [
      { do: 'create', template: 'a' },
      { do: 'resume' },
      { do: 'suspend' },
      { do: 'update', template: 'a' },
    ]);
    expect(resumed).toMatchObject({ stack: 'RESUME_FAILED', resources: { web: 'CREATE_COMPLETE' } });
    expect(updated?.error.kind).toBe('not_supported');
  });

  it('has a group with a member for each server, which come and go', async () => {
    const group = (servers: string) =>
      `  g: {type: 'OS::Heat::SoftwareDeploymentGroup', properties: {config: {get_resource: app}, servers: ${servers}}}\n`;
    const both = server('web') + server('db') + APP;
    const [, grown, shrunk] = await play(
      { a: both + group('{one: {get_resource: web}}'), b: both + group('{two: {get_resource: db}}') },
      [
        { do: 'create', template: 'a', reports: [answers('one', 'CREATE')] },
        { do: 'update', template: 'b', reports: [answers('two', 'CREATE'), answers('one', 'DELETE')] },
        { do: 'delete', reports: [answers('two', 'DELETE', 3)] },
      ],
    );
    expect(grown?.resources.g).toBe('UPDATE_COMPLETE');
    expect(ran(grown)?.sort()).toEqual(['one DELETE', 'two CREATE']);
    expect(shrunk?.reason).toContain('resources.g.resources.two: Deployment to server failed');
  });

  it('refuses a value that is none of its type', async () => {
    const value = (text: string) => `  v: {type: 'OS::Heat::Value', properties: {type: number, value: ${text}}}\n`;
    const [refused, made] = await play({ a: value('ten'), b: value("'10'") }, [
      { do: 'create', template: 'a' },
      { do: 'create', template: 'b' },
    ]);
    expect(refused?.error.message).toContain('resources.v.properties.value: ten is not a number');
    expect(made?.stack).toBe('CREATE_COMPLETE');
  });

  it('refuses what is not there', async () => {
    const results = await play({ a: server('web') }, [
      { do: 'update', template: 'a' },
      { do: 'create', template: 'a' },
      { do: 'signal', resource: 'ghost', details: {} },
    ]);
    expect(results.map(({ error }) => error?.kind)).toEqual(['not_found', undefined, 'not_found']);
  });
});
