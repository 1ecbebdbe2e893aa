import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import type { Cloud, CloudScope, StackContent, StackForecast } from '@/lib/ports/cloud/cloud';
import { dryRunStack } from '../../ports/cloud/dry-run';
import { createTestStacks, type TestStacks } from './test-stacks';

/** A driver under test: connected to a cloud where two tenants may make stacks. */
export interface CloudUnderTest {
  cloud: Pick<Cloud, 'stacks'>;
  scope: CloudScope;
  /** another tenant of the same cloud */
  otherScope: CloudScope;
  /** seals a secret as the driver opens it */
  seal(plain: string): string;
  /** another driver on the same cloud, as after a restart of the process */
  another(): Promise<Pick<Cloud, 'stacks'>>;
  dispose(): Promise<void>;
}

const GREETING = 'good morning';
const SECRET = 'swordfish-und-kraken';

/**
 * What every driver must do, whatever cloud is behind it: the promises of `StackDriver` as tests. The templates need
 * nothing but the orchestration itself.
 *
 * @param name of the driver
 * @param create makes a fresh one, started
 * @param timeout of one test, in milliseconds
 */
export function cloudContract(name: string, create: () => Promise<CloudUnderTest>, timeout: number): void {
  describe(`the ${name} cloud keeps the promises of every cloud`, { timeout }, () => {
    let under: CloudUnderTest;
    let stacks: TestStacks;
    const never = new AbortController().signal;
    /** clouds outlive tests */
    const run = randomUUID().slice(0, 8);
    const made = new Set<string>();

    beforeAll(async () => {
      under = await create();
      stacks = createTestStacks(under.cloud.stacks);
    }, timeout);
    afterAll(async () => {
      for (const stack of made) await stacks.delete({ scope: under.scope, name: stack });
      await under.dispose();
    }, timeout);

    const resources: JsonObject = {
      said: { type: 'OS::Heat::Value', properties: { value: { get_param: 'greeting' } } },
      script: { type: 'OS::Heat::SoftwareConfig', properties: { config: { get_attr: ['said', 'value'] } } },
      word: { type: 'OS::Heat::RandomString', properties: { length: 12 } },
    };
    const template: JsonObject = {
      heat_template_version: '2018-08-31',
      parameters: { greeting: { type: 'string' } },
      resources,
      outputs: { config: { value: { get_attr: ['script', 'config'] } } },
    };
    const failing = { type: 'OS::Heat::WaitCondition', properties: { handle: { get_resource: 'handle' }, timeout: 1 } };
    const handle = { type: 'OS::Heat::WaitConditionHandle' };
    const nameOf = (stack: string) => {
      made.add(`contract-${run}-${stack}`);
      return `contract-${run}-${stack}`;
    };
    const last = new Map<string, StackContent>();
    const request = (stack: string, wanted: JsonObject = template, greeting = GREETING) => {
      const content = { template: wanted, parameters: { greeting } };
      last.set(stack, content);
      return { scope: under.scope, name: nameOf(stack), ...content };
    };
    const view = (stack: string) =>
      under.cloud.stacks.get(under.scope, nameOf(stack), async () => last.get(stack) ?? null);
    const ids = async (stack: string) =>
      Object.fromEntries((await view(stack))?.resources.map(({ name: one, physicalId }) => [one, physicalId]) ?? []);
    const changesOf = (forecast: StackForecast) =>
      forecast.ok ? Object.fromEntries(forecast.resources.map(({ name: one, change }) => [one, change])) : forecast;

    test('a stack is made as its template says, and answers with its outputs', async () => {
      expect(await stacks.apply(request('made'))).toEqual({ ok: true, outputs: { config: GREETING } });
      const stack = await view('made');
      expect(stack?.status).toBe('CREATE_COMPLETE');
      const statuses = Object.fromEntries(stack?.resources.map((one) => [one.name, one.status]) ?? []);
      expect(statuses).toEqual({ said: 'CREATE_COMPLETE', script: 'CREATE_COMPLETE', word: 'CREATE_COMPLETE' });
      expect(await under.cloud.stacks.list(under.scope)).toContain(nameOf('made'));
    });

    test('an operation that is handed over again is the same operation, and nothing is made twice', async () => {
      const same = { ...request('again'), requestId: randomUUID() };
      const results = await Promise.all([stacks.apply(same), stacks.apply(same)]);
      const before = await ids('again');
      expect([...results, await stacks.apply(same)]).toEqual(
        Array(3).fill({ ok: true, outputs: { config: GREETING } }),
      );
      expect(await ids('again')).toEqual(before);
    });

    test('what stays the same is not touched, what changes changes as its type does, and what is missing goes', async () => {
      await stacks.apply(request('changed'));
      const before = await ids('changed');
      await stacks.apply(request('changed'));
      expect(await ids('changed')).toEqual(before);
      expect(await stacks.apply(request('changed', template, 'good night'))).toMatchObject({
        outputs: { config: 'good night' },
      });
      const after = await ids('changed');
      expect([after.said === before.said, after.script === before.script]).toEqual([true, false]);
      const { said } = resources;
      const smaller = { ...template, resources: { said }, outputs: {} } as JsonObject;
      expect(await stacks.apply(request('changed', smaller))).toEqual({ ok: true, outputs: {} });
      expect(Object.keys(await ids('changed'))).toEqual(['said']);
    });

    test('a dry run predicts what operations do to each resource, and touches nothing', async () => {
      await stacks.apply(request('predicted'));
      const before = await ids('predicted');
      const content = last.get('predicted') ?? null;
      const dryRun = await dryRunStack(under.cloud.stacks, under.scope, nameOf('predicted'), async () => content);
      expect(dryRun.now.map((one) => one.name).sort()).toEqual(['said', 'script', 'word']);
      const { word, ...others } = resources;
      const changed = { ...template, resources: { ...others, other: word } } as JsonObject;
      const wanted = { template: changed, parameters: { greeting: 'good night' } };
      expect(changesOf(await dryRun.apply(wanted))).toEqual({
        said: 'inPlace',
        script: 'replace',
        other: 'create',
        word: 'remove',
      });
      expect(changesOf(await dryRun.apply(wanted))).toEqual({
        said: 'unchanged',
        script: 'unchanged',
        other: 'unchanged',
      });
      expect(changesOf(await dryRun.delete())).toEqual({ said: 'remove', script: 'remove', other: 'remove' });
      expect(await ids('predicted')).toEqual(before);
      const nothing = await dryRunStack(under.cloud.stacks, under.scope, `contract-${run}-none`, async () => null);
      expect(nothing.now).toEqual([]);
    });

    test('what the cloud refuses is told in its own words, before and instead of doing it', async () => {
      const wrong = { type: 'OS::Heat::Value', properties: { value: 'x', colour: 'red' } };
      const bad = request('refused', { ...template, resources: { ...resources, wrong } } as JsonObject);
      const refused = await under.cloud.stacks.validate(under.scope, bad);
      expect(refused?.reason).toContain('Unknown Property colour');
      const result = await stacks.apply(bad);
      expect(result).toMatchObject({ ok: false, status: 'VALIDATION_FAILED', resource: 'wrong' });
      expect(result.ok ? '' : result.reason).toContain('Unknown Property colour');
      expect(await under.cloud.stacks.validate(under.scope, request('refused'))).toBeNull();
    });

    test('what fails is told with the resource and the cloud’s own words, and the next template puts it right', async () => {
      const stuck = request('stuck', {
        ...template,
        resources: { ...resources, handle, stuck: failing },
      } as JsonObject);
      const result = await stacks.apply(stuck);
      expect(result).toMatchObject({ ok: false, resource: 'stuck', resourceType: 'OS::Heat::WaitCondition' });
      expect(result.ok ? '' : result.reason).toContain('WaitConditionTimeout');
      expect(await stacks.apply(request('stuck'))).toEqual({ ok: true, outputs: { config: GREETING } });
      expect(Object.keys(await ids('stuck')).sort()).toEqual(['said', 'script', 'word']);
    });

    test('a stack of another tenant does not exist', async () => {
      await stacks.apply(request('mine'));
      expect(await under.cloud.stacks.get(under.otherScope, nameOf('mine'))).toBeNull();
      expect(await under.cloud.stacks.list(under.otherScope)).not.toContain(nameOf('mine'));
    });

    test('deleting removes everything; deleting what is not there is done already', async () => {
      await stacks.apply(request('gone'));
      const deletion = { scope: under.scope, name: nameOf('gone') };
      expect(await stacks.delete(deletion)).toEqual({ ok: true, outputs: {} });
      expect(await view('gone')).toBeNull();
      expect(await stacks.delete(deletion)).toEqual({ ok: true, outputs: {} });
      expect(await stacks.apply(request('gone'))).toMatchObject({ ok: true });
    });

    test('events come in the order in which they happened, each once, from wherever one goes on', async () => {
      const operation = { id: randomUUID(), content: request('told'), scope: under.scope, name: nameOf('told') };
      await under.cloud.stacks.begin(operation, never);
      const first = await under.cloud.stacks.observe(operation, null, never);
      // another process goes on where this one was
      const { stacks: other } = await under.another();
      const seen = [...first.events];
      for (let { cursor, end } = first; end === null; ) {
        const next = await other.observe(operation, cursor, never);
        seen.push(...next.events);
        ({ cursor, end } = next);
      }
      const steps = seen.map(({ resource, action, status }) => `${resource} ${action}_${status}`);
      const order = ['said', 'script'].flatMap((one) => [`${one} CREATE_IN_PROGRESS`, `${one} CREATE_COMPLETE`]);
      expect(steps.filter((step) => order.includes(step))).toEqual(order);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
      expect((await other.observe(operation, null, never)).events.map(({ id }) => id)).toEqual(
        seen.map(({ id }) => id),
      );
    });

    test('an operation that the cloud has never got is unknown', async () => {
      await stacks.apply(request('known'));
      const content = request('known');
      const operation = { id: randomUUID(), content, scope: under.scope, name: nameOf('known') };
      expect(await under.cloud.stacks.observe(operation, null, never)).toMatchObject({ events: [], end: 'unknown' });
    });

    test('a secret is opened for the cloud alone: what comes back has it sealed', async () => {
      const sealed = under.seal(SECRET);
      const result = await stacks.apply(request('secret', template, sealed));
      expect(result).toMatchObject({ ok: true });
      const back = JSON.stringify([result, await view('secret'), stacks.events]);
      expect(back).not.toContain(SECRET);
      expect(back).toContain('vetro:secret:');
    });

    test('waiting ends when its signal fires; the cloud goes on', async () => {
      const operation = { id: randomUUID(), content: request('left'), scope: under.scope, name: nameOf('left') };
      await under.cloud.stacks.begin(operation, never);
      const stop = new AbortController();
      const waiting = (async () => {
        stop.abort();
        for (let cursor: string | null = null; ; ) {
          const seen = await under.cloud.stacks.observe(operation, cursor, stop.signal);
          if (seen.end) return seen.end;
          cursor = seen.cursor;
        }
      })();
      // on a cloud that takes no time it may be over by then
      await waiting.catch((error) => expect(error).toMatchObject({ kind: 'cancelled' }));
      expect(await stacks.apply({ ...request('left'), requestId: operation.id })).toMatchObject({ ok: true });
    });
  });
}
