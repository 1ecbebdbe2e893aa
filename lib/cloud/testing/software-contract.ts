import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import type { Cloud, CloudScope, SoftwareStep } from '@/lib/ports/cloud/cloud';
import { createTestStacks, type TestStacks } from './test-stacks';

/** A driver under test whose machines have agents that carry out software; two of them are there at a time. */
export interface SoftwareCloud {
  cloud: Pick<Cloud, 'stacks'>;
  scope: CloudScope;
  /** what machines are made from */
  image: string;
  /** seals a secret as the driver opens it */
  seal(plain: string): string;
  dispose(): Promise<void>;
}

const SECRET = 'swordfish-und-kraken';
const COMPONENT: JsonObject = {
  type: 'OS::Heat::SoftwareComponent',
  properties: {
    configs: [
      {
        actions: ['CREATE', 'UPDATE'],
        tool: 'script',
        config:
          'echo $deploy_action of $deploy_resource_name\nprintf "http://app:%s/" "$port" > $heat_outputs_path.url',
      },
      { actions: ['SUSPEND'], tool: 'script', config: 'echo draining $port' },
      { actions: ['DELETE'], tool: 'script', config: 'exit $code' },
    ],
    inputs: [
      { name: 'port', default: 80 },
      { name: 'code', default: 0 },
    ],
    outputs: [{ name: 'url' }],
  },
};
const deployment = (properties: JsonObject = {}): JsonObject => ({
  type: 'OS::Heat::SoftwareDeployment',
  properties: { config: { get_resource: 'app' }, server: { get_resource: 'web' }, ...properties },
});
const SHOWN = { url: { get_attr: ['d', 'url'] }, out: { get_attr: ['d', 'deploy_stdout'] } };
const template = (resources: JsonObject, outputs: JsonObject = {}): JsonObject => ({
  heat_template_version: 'pike',
  resources,
  outputs: Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, { value }])),
});

/**
 * What software components mean on every driver on the kernel, whether its machines are simulated or real.
 *
 * @param name of the driver
 * @param create makes a fresh one, started
 */
export function softwareContract(name: string, create: () => Promise<SoftwareCloud>): void {
  describe(`software on the machines of the ${name} cloud`, () => {
    let under: SoftwareCloud;
    let stacks: TestStacks;
    beforeAll(async () => {
      under = await create();
      stacks = createTestStacks(under.cloud.stacks);
    });
    afterAll(() => under.dispose());

    const server = (queue = `q-${randomUUID()}`): JsonObject => ({
      type: 'OS::Nova::Server',
      properties: { name: 'web1', image: under.image, flavor: 'm1.small', metadata: { agent_queue: queue } },
    });
    /** A stack of its own, which is removed in the end. */
    async function withStack(
      use: (stack: {
        apply(resources: JsonObject, outputs?: JsonObject): ReturnType<TestStacks['apply']>;
        act: (action: 'suspend' | 'resume', machine?: string) => ReturnType<TestStacks['act']>;
        remove(): ReturnType<TestStacks['delete']>;
        /** steps that are over, in their order */
        steps(): SoftwareStep[];
      }) => Promise<void>,
      isRemoved = true,
    ): Promise<void> {
      const place = { scope: under.scope, name: `stack-${randomUUID()}` };
      const remove = () => stacks.delete(place);
      await use({
        apply: (resources, outputs) =>
          stacks.apply({ ...place, template: template(resources, outputs), parameters: {} }),
        act: (action, machine) => stacks.act(action, { ...place, ...(machine === undefined ? {} : { machine }) }),
        remove,
        steps: () =>
          stacks.events
            .filter(({ stack }) => stack === place.name)
            .flatMap(({ software = [] }) => software)
            .filter(({ end }) => end !== null),
      });
      if (isRemoved) expect(await remove()).toMatchObject({ ok: true });
    }

    test('an action runs the config that is for it, and each is told with tool, exit code, output and outputs', () =>
      withStack(async ({ apply, steps, remove }) => {
        const resources = { web: server(), app: COMPONENT, d: deployment() };
        const made = await apply(resources, SHOWN);
        expect(made).toEqual({ ok: true, outputs: { url: 'http://app:80/', out: 'CREATE of d\n' } });
        const changed = await apply({ ...resources, d: deployment({ input_values: { port: 8080 } }) }, SHOWN);
        expect(changed).toEqual({ ok: true, outputs: { url: 'http://app:8080/', out: 'UPDATE of d\n' } });
        expect(await remove()).toMatchObject({ ok: true });
        expect(steps().map(({ action, tool, host, deployment: of }) => [action, tool, host, of])).toEqual([
          ['CREATE', 'script', 'web1', 'd'],
          ['UPDATE', 'script', 'web1', 'd'],
          ['DELETE', 'script', 'web1', 'd'],
        ]);
        expect(steps()[1]?.end).toMatchObject({
          ...{ problem: null, exitCode: 0, stdout: 'UPDATE of d\n', stderr: '' },
          outputs: { url: 'http://app:8080/' },
        });
      }));

    test('the software of one machine is suspended and goes on alone; an action without a config is nothing', () =>
      withStack(async ({ apply, act, steps }) => {
        const queue = `q-${randomUUID()}`;
        await apply({ web: server(queue), app: COMPONENT, d: deployment() }, SHOWN);
        expect(await under.cloud.stacks.softwareOn?.(under.scope, queue)).toHaveLength(1);
        expect(await act('suspend', queue)).toMatchObject({ ok: true, outputs: { out: 'draining 80\n' } });
        expect(await act('resume', queue)).toMatchObject({ ok: true });
        expect(steps().map(({ action }) => action)).toEqual(['CREATE', 'SUSPEND']);
      }));

    test('a stack with software is suspended as a whole, and goes on', () =>
      withStack(async ({ apply, act, steps }) => {
        const resources = { web: server(), app: COMPONENT, d: deployment() };
        await apply(resources);
        expect(await act('suspend')).toMatchObject({ ok: true });
        expect(await act('resume')).toMatchObject({ ok: true });
        expect(steps().map(({ action }) => action)).toEqual(['CREATE', 'SUSPEND']);
        expect(await apply(resources)).toMatchObject({ ok: true });
      }));

    test('a tool that fails fails the stack with its exit code, and its step with its errors', () =>
      withStack(async ({ apply, steps }) => {
        const config = 'echo no room >&2\nexit 3';
        const app = { type: 'OS::Heat::SoftwareConfig', properties: { group: 'script', config } };
        expect(await apply({ web: server(), app, d: deployment() })).toMatchObject({
          ok: false,
          resource: 'd',
          reason: expect.stringContaining('Deployment exited with non-zero status code: 3'),
        });
        expect(steps()[0]?.end).toMatchObject({ exitCode: 3, stderr: 'no room\n', problem: expect.any(String) });
      }));

    test('a machine without the tool says so at once', () =>
      withStack(async ({ apply }) => {
        const app = { type: 'OS::Heat::SoftwareConfig', properties: { group: 'bicycle', config: '' } };
        expect(await apply({ web: server(), app, d: deployment() })).toMatchObject({
          ok: false,
          reason: expect.stringContaining('non-zero status code: 127'),
        });
      }));

    test('a config of the tool plan is an execution plan, whose inputs are parameters', () =>
      withStack(async ({ apply, steps }) => {
        const plan = {
          FormatVersion: '2.0.0',
          Body: 'return greet(args.whom)',
          Scripts: { greet: { Type: 'Application', EntryPoint: 'greet.sh' } },
          Files: { 'greet.sh': { Body: '#!/bin/sh\necho hello $1' } },
        };
        const properties = { group: 'plan', config: JSON.stringify(plan), outputs: [{ name: 'stdout' }] };
        const app = { type: 'OS::Heat::SoftwareConfig', properties };
        const made = await apply(
          { web: server(), app, d: deployment({ input_values: { whom: 'you' } }) },
          { greeting: { get_attr: ['d', 'stdout'] } },
        );
        expect(made).toEqual({ ok: true, outputs: { greeting: 'hello you\n' } });
        expect(steps().map(({ tool }) => tool)).toEqual(['plan']);
      }));

    test('a config of the tool plan that is none fails, and says why', () =>
      withStack(async ({ apply, steps }) => {
        const app = { type: 'OS::Heat::SoftwareConfig', properties: { group: 'plan', config: 'Commands: {}' } };
        expect(await apply({ web: server(), app, d: deployment() })).toMatchObject({ ok: false, resource: 'd' });
        expect(steps()[0]?.end).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('not valid') });
      }));

    test('a group deploys to each of its servers, and each is a step of its own', () =>
      withStack(async ({ apply, steps }) => {
        const properties = {
          config: { get_resource: 'app' },
          servers: { one: { get_resource: 'web' }, two: { get_resource: 'web2' } },
        };
        const g = { type: 'OS::Heat::SoftwareDeploymentGroup', properties };
        const made = await apply(
          { web: server(), web2: server(), app: COMPONENT, g },
          { urls: { get_attr: ['g', 'url'] } },
        );
        expect(made).toEqual({ ok: true, outputs: { urls: { one: 'http://app:80/', two: 'http://app:80/' } } });
        expect(
          steps()
            .map((step) => step.deployment)
            .sort(),
        ).toEqual(['g/one', 'g/two']);
      }));

    test('a secret is opened for the tool alone: what it prints has it sealed again', () =>
      withStack(async ({ apply, steps }) => {
        const config = 'echo the password is $password';
        const app = { type: 'OS::Heat::SoftwareConfig', properties: { group: 'script', config } };
        const d = deployment({ input_values: { password: under.seal(SECRET) } });
        const made = await apply({ web: server(), app, d }, { out: { get_attr: ['d', 'deploy_stdout'] } });
        const shown = JSON.stringify([made, steps()]);
        expect(shown).toContain('the password is vetro:secret:');
        expect(shown).not.toContain(SECRET);
      }));

    test('a delete config that fails keeps the stack', () =>
      withStack(async ({ apply, remove, steps }) => {
        await apply({ web: server(), app: COMPONENT, d: deployment({ input_values: { code: 4 } }) });
        expect(await remove()).toMatchObject({ ok: false, status: 'DELETE_FAILED', resource: 'd' });
        expect(steps().at(-1)).toMatchObject({ action: 'DELETE', end: { exitCode: 4 } });
      }, false));
  });
}
