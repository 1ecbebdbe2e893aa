import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNHURRIED } from '@/lib/cloud/testing/test-stacks';
import type { JsonObject } from '@/lib/model/json';
import type { AgentReply, Cloud, CloudScope, MachineEvent } from '@/lib/ports/cloud/cloud';
import { createTestStacks, type StackRequest, type TestStacks } from './test-stacks';

/** A simulator under test, with a tenant that may make machines. */
export interface SimulatorUnderTest {
  cloud: Cloud;
  scope: CloudScope;
  /** an image and a flavor of the offer to make machines of */
  image: string;
  flavor: string;
  dispose(): Promise<void>;
}

/**
 * What a cloud of simulated machines promises beyond `contract.ts`: machines and agents that can be asked what they did,
 * and plans that can be taken back.
 *
 * @param name of the driver
 * @param create makes a fresh one, started
 */
export function simulatorContract(name: string, create: () => Promise<SimulatorUnderTest>): void {
  describe(`the ${name} cloud keeps the promises of a simulator`, () => {
    let under: SimulatorUnderTest;
    let stacks: TestStacks;
    const events: MachineEvent[] = [];
    const replies: AgentReply[] = [];

    beforeAll(async () => {
      under = await create();
      stacks = createTestStacks(under.cloud.stacks);
      under.cloud.subscribe(async (batch) => void events.push(...batch));
      under.cloud.agents.subscribe(async (reply) => void replies.push(reply));
    });
    afterAll(() => under.dispose());

    const machine = (queue: string): JsonObject => ({
      heat_template_version: '2018-08-31',
      parameters: { size: { type: 'string' } },
      resources: {
        port: { type: 'OS::Neutron::Port', properties: { network: 'private' } },
        vm: {
          type: 'OS::Nova::Server',
          properties: {
            name: 'box1',
            image: under.image,
            flavor: { get_param: 'size' },
            networks: [{ port: { get_resource: 'port' } }],
            metadata: { agent_queue: queue },
          },
        },
      },
      outputs: { address: { value: { get_attr: ['vm', 'first_address'] } } },
    });
    const request = (stack: string, template: JsonObject): StackRequest => ({
      scope: under.scope,
      name: stack,
      template,
      parameters: { size: under.flavor },
    });
    const until = async (holds: () => boolean) => {
      const deadline = Date.now() + 20_000;
      while (!holds()) {
        if (Date.now() > deadline) throw new Error('waited in vain');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };

    test('the offer has sizes, images, zones and what is left of the quota', async () => {
      const offer = await under.cloud.offer(under.scope);
      expect(offer.flavors.map((flavor) => flavor.name)).toContain(under.flavor);
      expect(offer.images.find((image) => image.name === under.image)?.marked).toBe(true);
      expect(offer.availabilityZones.length).toBeGreaterThan(0);
      expect(offer.quota.machines.limit).toBeGreaterThan(offer.quota.machines.used);
    });

    test('a machine has an address of its network', async () => {
      const result = await stacks.apply(request('made', machine('q-made')));
      expect(result).toEqual({ ok: true, outputs: { address: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/) } });
    });

    test('what a service of the cloud refuses is told with the resource and its own words', async () => {
      const bad = { ...request('bad', machine('q-bad')), parameters: { size: 'no-such-flavor' } };
      const result = await stacks.apply(bad);
      expect(result).toMatchObject({ ok: false, resource: 'vm', resourceType: 'OS::Nova::Server' });
      expect(result.ok ? '' : result.reason).toContain('no-such-flavor');
    });

    test('a plan may be sent before its machine exists, and is answered once it is up', async () => {
      const planId = randomUUID();
      const plan = { Scripts: [], Commands: [], RebootOnCompletion: 0 as const };
      await under.cloud.agents.send({ ...UNHURRIED, scope: under.scope, planId, queue: 'q-early', plan });
      await stacks.apply(request('early', machine('q-early')));
      await until(() => replies.some((reply) => reply.planId === planId));
      expect(replies.find((reply) => reply.planId === planId)?.result).toEqual({ IsException: false, Result: [] });
    });

    test('a plan for a machine that was deleted is refused at once, by its name; one that is made anew takes it', async () => {
      const plan = { Scripts: [], Commands: [], RebootOnCompletion: 0 as const };
      const send = (planId: string) =>
        under.cloud.agents.send({ ...UNHURRIED, scope: under.scope, planId, queue: 'q-gone', plan });
      await stacks.apply(request('gone', machine('q-gone')));
      await stacks.delete(request('gone', machine('q-gone')));
      await expect(send(randomUUID())).rejects.toMatchObject({ code: 'machine_deleted' });
      await stacks.apply(request('anew', machine('q-gone')));
      const planId = randomUUID();
      await send(planId);
      await until(() => replies.some((reply) => reply.planId === planId));
    });

    test('the same plan sent twice is carried out once', async () => {
      const planId = randomUUID();
      const plan = {
        Scripts: [Buffer.from('function Get-Nothing { }').toString('base64')],
        Commands: [{ Name: 'Get-Nothing', Arguments: {} }],
        RebootOnCompletion: 0 as const,
      };
      await stacks.apply(request('twice', machine('q-twice')));
      const message = { ...UNHURRIED, scope: under.scope, planId, queue: 'q-twice', plan };
      await Promise.all([under.cloud.agents.send(message), under.cloud.agents.send(message)]);
      await until(() => replies.some((reply) => reply.planId === planId));
      await under.cloud.agents.send(message);
      // a plan that comes after it is answered after it
      const next = { ...message, planId: randomUUID() };
      await under.cloud.agents.send(next);
      await until(() => replies.some((reply) => reply.planId === next.planId));
      const carriedOut = events.filter((event) => event.kind === 'command' && event.planId === planId);
      expect(carriedOut).toHaveLength(1);
    });

    test('a plan is not begun any more once one of a newer generation waits behind it, nor one that comes late', async () => {
      const plan = { Scripts: [], Commands: [], RebootOnCompletion: 0 as const };
      const message = { ...UNHURRIED, scope: under.scope, queue: 'q-again', plan };
      const [given, newest, late] = [randomUUID(), randomUUID(), randomUUID()];
      await under.cloud.agents.send({ ...message, planId: given, generation: 1 });
      await under.cloud.agents.send({ ...message, planId: newest, generation: 2 });
      await under.cloud.agents.send({ ...message, planId: late, generation: 1 });
      await stacks.apply(request('again', machine('q-again')));
      const last = randomUUID();
      await under.cloud.agents.send({ ...message, planId: last, generation: 2 });
      await until(() => replies.some((reply) => reply.planId === last));
      const answered = replies.map(({ planId }) => planId);
      expect(answered).toContain(newest);
      for (const id of [given, late]) expect(answered).not.toContain(id);
    });

    test('a plan that expired before its machine took it is never begun', async () => {
      const plan = { Scripts: [], Commands: [], RebootOnCompletion: 0 as const };
      const message = { ...UNHURRIED, scope: under.scope, queue: 'q-late', plan };
      const [expired, next] = [randomUUID(), randomUUID()];
      await under.cloud.agents.send({ ...message, planId: expired, expiresAt: new Date(0) });
      await under.cloud.agents.send({ ...message, planId: next });
      await stacks.apply(request('late', machine('q-late')));
      await until(() => replies.some((reply) => reply.planId === next));
      expect(replies.map(({ planId }) => planId)).not.toContain(expired);
    });

    test('a machine tells that it starts, and that it is ready', async () => {
      await stacks.apply(request('told', machine('q-told')));
      const phases = () =>
        events.flatMap((event) => (event.stack === 'told' && event.kind === 'machine' ? [event.phase] : []));
      await until(() => phases().includes('ready'));
      expect(phases()).toEqual(['booting', 'ready']);
    });
  });
}
