import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import type { AgentReply, Cloud, CloudEvent, CloudScope } from './cloud';

/** A driver under test: connected to a cloud where a tenant may make machines. */
export interface CloudUnderTest {
  cloud: Cloud;
  scope: CloudScope;
  /** another tenant of the same cloud */
  otherScope: CloudScope;
  /** an image and a flavor of the offer to make machines of */
  image: string;
  flavor: string;
  dispose(): Promise<void>;
}

/**
 * What every driver must do, whatever cloud is behind it: the promises of `cloud.ts` as tests.
 *
 * @param name of the driver
 * @param create makes a fresh one, started
 */
export function cloudContract(name: string, create: () => Promise<CloudUnderTest>): void {
  describe(`the ${name} cloud keeps the promises of every cloud`, () => {
    let under: CloudUnderTest;
    const events: CloudEvent[] = [];
    const answers: AgentReply[] = [];
    const never = new AbortController().signal;

    beforeAll(async () => {
      under = await create();
      under.cloud.subscribe(async (news) => void events.push(...news));
      under.cloud.agents.subscribe(async (answer) => void answers.push(answer));
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
    const request = (stack: string, template: JsonObject, requestId: string = randomUUID()) => ({
      scope: under.scope,
      name: stack,
      requestId,
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

    test('a stack is made as its template says, and answers with its outputs', async () => {
      const result = await under.cloud.stacks.apply(request('made', machine('q-made')), never);
      expect(result).toEqual({ ok: true, outputs: { address: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/) } });
      const view = await under.cloud.stacks.get(under.scope, 'made');
      expect(view?.status).toBe('CREATE_COMPLETE');
      expect(view?.resources.map((resource) => [resource.name, resource.status])).toEqual(
        expect.arrayContaining([
          ['port', 'CREATE_COMPLETE'],
          ['vm', 'CREATE_COMPLETE'],
        ]),
      );
    });

    test('the same request again is the same operation, and nothing is made twice', async () => {
      const same = request('again', machine('q-again'));
      const [first, second] = await Promise.all([
        under.cloud.stacks.apply(same, never),
        under.cloud.stacks.apply(same, never),
      ]);
      const before = await under.cloud.stacks.get(under.scope, 'again');
      const third = await under.cloud.stacks.apply(same, never);
      expect([second, third]).toEqual([first, first]);
      const after = await under.cloud.stacks.get(under.scope, 'again');
      expect(after?.resources.map((resource) => resource.physicalId)).toEqual(
        before?.resources.map((resource) => resource.physicalId),
      );
    });

    test('a template that changes nothing touches nothing; what it no longer has goes', async () => {
      await under.cloud.stacks.apply(request('shrink', machine('q-shrink')), never);
      const before = await under.cloud.stacks.get(under.scope, 'shrink');
      await under.cloud.stacks.apply(request('shrink', machine('q-shrink')), never);
      const same = await under.cloud.stacks.get(under.scope, 'shrink');
      expect(same?.resources).toEqual(before?.resources);
      const { port } = machine('q-shrink').resources as { port: JsonObject };
      const smaller = { ...machine('q-shrink'), resources: { port }, outputs: {} };
      expect(await under.cloud.stacks.apply(request('shrink', smaller), never)).toEqual({ ok: true, outputs: {} });
      const after = await under.cloud.stacks.get(under.scope, 'shrink');
      expect(after?.resources.map((resource) => resource.name)).toEqual(['port']);
    });

    test('a dry run predicts what an operation does to each resource, and touches nothing', async () => {
      await under.cloud.stacks.apply(request('play', machine('q-play')), never);
      const before = await under.cloud.stacks.get(under.scope, 'play');
      const dryRun = await under.cloud.stacks.dryRun(under.scope, 'play');
      expect(dryRun.now.map(({ name }) => name).sort()).toEqual(['port', 'vm']);
      const { template, parameters } = request('play', machine('q-other'));
      const { port } = machine('q-play').resources as { port: JsonObject };
      const more = { ...template, resources: { ...(template.resources as JsonObject), second: port } };
      const changed = await dryRun.apply({ template: more, parameters });
      const told = (forecast: typeof changed) =>
        forecast.ok ? Object.fromEntries(forecast.resources.map(({ name, change }) => [name, change])) : forecast;
      expect(told(changed)).toEqual({ port: 'unchanged', vm: 'inPlace', second: 'create' });
      expect(told(await dryRun.apply({ template: more, parameters }))).toEqual({
        port: 'unchanged',
        vm: 'unchanged',
        second: 'unchanged',
      });
      expect(told(await dryRun.delete())).toEqual({ port: 'remove', vm: 'remove', second: 'remove' });
      expect(await under.cloud.stacks.get(under.scope, 'play')).toEqual(before);
      const missing = await under.cloud.stacks.dryRun(under.otherScope, 'play');
      expect(missing.now).toEqual([]);
    });

    test('what the cloud refuses is told with the resource and the cloud’s own words', async () => {
      const bad = { ...request('bad', machine('q-bad')), parameters: { size: 'no-such-flavor' } };
      const result = await under.cloud.stacks.apply(bad, never);
      expect(result).toMatchObject({ ok: false, resource: 'vm', resourceType: 'OS::Nova::Server' });
      expect(result.ok ? '' : result.reason).toContain('no-such-flavor');
    });

    test('a stack of another tenant does not exist', async () => {
      await under.cloud.stacks.apply(request('mine', machine('q-mine')), never);
      expect(await under.cloud.stacks.get(under.otherScope, 'mine')).toBeNull();
      expect((await under.cloud.stacks.list(under.otherScope)).map((stack) => stack.name)).not.toContain('mine');
    });

    test('deleting removes everything; deleting what is not there is done already', async () => {
      await under.cloud.stacks.apply(request('gone', machine('q-gone')), never);
      const { template: _t, parameters: _p, ...deletion } = request('gone', {});
      expect(await under.cloud.stacks.delete(deletion, never)).toEqual({ ok: true, outputs: {} });
      expect(await under.cloud.stacks.get(under.scope, 'gone')).toBeNull();
      const again = { ...deletion, requestId: randomUUID() };
      expect(await under.cloud.stacks.delete(again, never)).toEqual({ ok: true, outputs: {} });
    });

    test('waiting ends when its signal fires', async () => {
      const stopped = AbortSignal.abort();
      const asked = under.cloud.stacks.apply(request('given-up', machine('q-up')), stopped);
      await expect(asked).rejects.toMatchObject({ kind: 'cancelled' });
    });

    test('a plan may be sent before its machine exists, and is answered once it is up', async () => {
      const planId = randomUUID();
      const plan = { Scripts: [], Commands: [], RebootOnCompletion: 0 as const };
      await under.cloud.agents.send({ scope: under.scope, planId, queue: 'q-early', plan });
      await under.cloud.stacks.apply(request('early', machine('q-early')), never);
      await until(() => answers.some((answer) => answer.planId === planId));
      expect(answers.find((answer) => answer.planId === planId)?.result).toEqual({ IsException: false, Result: [] });
    });

    test('the same plan sent twice is carried out once', async () => {
      const planId = randomUUID();
      const plan = {
        Scripts: [Buffer.from('function Get-Nothing { }').toString('base64')],
        Commands: [{ Name: 'Get-Nothing', Arguments: {} }],
        RebootOnCompletion: 0 as const,
      };
      await under.cloud.stacks.apply(request('twice', machine('q-twice')), never);
      const message = { scope: under.scope, planId, queue: 'q-twice', plan };
      await Promise.all([under.cloud.agents.send(message), under.cloud.agents.send(message)]);
      await until(() => answers.some((answer) => answer.planId === planId));
      await under.cloud.agents.send(message);
      const carriedOut = events.filter((event) => event.kind === 'command' && event.planId === planId);
      expect(carriedOut.length).toBeLessThanOrEqual(1);
    });

    test('a plan taken back before a machine took it is never answered', async () => {
      const planId = randomUUID();
      const plan = { Scripts: [], Commands: [], RebootOnCompletion: 0 as const };
      await under.cloud.agents.send({ scope: under.scope, planId, queue: 'q-back', plan });
      await under.cloud.agents.withdraw(planId);
      await under.cloud.stacks.apply(request('back', machine('q-back')), never);
      const next = randomUUID();
      await under.cloud.agents.send({ scope: under.scope, planId: next, queue: 'q-back', plan });
      await until(() => answers.some((answer) => answer.planId === next));
      expect(answers.map((answer) => answer.planId)).not.toContain(planId);
    });

    test('a stack’s events come in the order in which they happened', async () => {
      await under.cloud.stacks.apply(request('told', machine('q-told')), never);
      await until(() =>
        events.some((event) => event.stack === 'told' && event.kind === 'machine' && event.phase === 'ready'),
      );
      const told = events.filter((event) => event.stack === 'told');
      const steps = told.map((event) =>
        event.kind === 'resource' ? `${event.resource} ${event.status}` : event.kind === 'machine' ? event.phase : '',
      );
      const order = ['port CREATE_IN_PROGRESS', 'port CREATE_COMPLETE', 'vm CREATE_IN_PROGRESS', 'vm CREATE_COMPLETE'];
      expect(steps.filter((step) => order.includes(step))).toEqual(order);
      expect(steps).toContain('ready');
    });
  });
}
