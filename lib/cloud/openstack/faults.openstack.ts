import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestStacks, type TestStacks } from '@/lib/cloud/testing/test-stacks';
import type { Cloud, StackOperation } from '@/lib/ports/cloud/cloud';
import { type FaultyProxy, openStackOfTests, settingsOfTests, startProxy } from './testing';

const TIMEOUT_MS = 180_000;
const never = new AbortController().signal;
const template = (text: string) => ({
  heat_template_version: '2018-08-31',
  resources: { said: { type: 'OS::Heat::Value', properties: { value: text } } },
  outputs: { said: { value: { get_attr: ['said', 'value'] } } },
});

describe('between Vetro and a real OpenStack', { timeout: TIMEOUT_MS }, () => {
  let proxy: FaultyProxy;
  let cloud: Cloud;
  let stacks: TestStacks;
  const scope = { tenantId: 'c'.repeat(32) };
  const name = `faults-${randomUUID().slice(0, 8)}`;
  const operation = (text: string): StackOperation => ({
    id: randomUUID(),
    scope,
    name,
    content: { template: template(text), parameters: {} },
  });
  const end = (asked: StackOperation) =>
    stacks.apply({ scope, name, requestId: asked.id, ...(asked.content ?? { template: {}, parameters: {} }) });

  beforeAll(async () => {
    proxy = await startProxy(settingsOfTests());
    cloud = openStackOfTests(proxy.settings);
    stacks = createTestStacks(cloud.stacks);
  });
  afterAll(async () => {
    await stacks.delete({ scope, name });
    await cloud.stop();
    await proxy.close();
  }, TIMEOUT_MS);

  test('a request whose answer is lost was heard: asked again, it is found, and nothing is made twice', async () => {
    const made = operation('one');
    proxy.loseAnswer('POST');
    const lost = cloud.stacks.begin(made, never);
    await expect(lost).rejects.toMatchObject({ code: 'openstack_unreachable', retryable: true });
    expect(await end(made)).toEqual({ ok: true, outputs: { said: 'one' } });
    expect(proxy.arrived('POST')).toBe(1);

    const changed = operation('two');
    proxy.loseAnswer('PUT');
    await expect(cloud.stacks.begin(changed, never)).rejects.toMatchObject({ retryable: true });
    expect(await end(changed)).toEqual({ ok: true, outputs: { said: 'two' } });
    expect(proxy.arrived('PUT')).toBe(1);
  });

  test('a request that was never heard is asked for again', async () => {
    const changed = operation('three');
    proxy.answer('PUT', 503, 1);
    await expect(cloud.stacks.begin(changed, never)).rejects.toMatchObject({ retryable: true });
    expect(await end(changed)).toEqual({ ok: true, outputs: { said: 'three' } });
  });

  test('a service that is out for a minute in the middle of an operation is waited for', async () => {
    const asked = operation('four');
    await cloud.stacks.begin(asked, never);
    proxy.outFor(60_000);
    expect(await end(asked)).toEqual({ ok: true, outputs: { said: 'four' } });
  });

  test('a token that is revoked in the middle of an operation is changed for a new one', async () => {
    const asked = operation('five');
    await cloud.stacks.begin(asked, never);
    const before = proxy.tokens();
    await proxy.revokeTokens();
    expect(await end(asked)).toEqual({ ok: true, outputs: { said: 'five' } });
    expect(proxy.tokens()).toBe(before + 1);
  });

  test('while one operation is under way the next is told to wait', async () => {
    await cloud.stacks.begin(operation('six'), never);
    const next = operation('seven');
    const asked = await cloud.stacks.begin(next, never).catch((error) => error);
    // it may be over already, on a quick cloud
    if (asked !== null) expect(asked).toMatchObject({ code: 'stack_busy', retryable: true });
    await expect
      .poll(() => cloud.stacks.begin(next, never).catch(() => 'busy'), { timeout: 60_000, interval: 500 })
      .toBe(null);
    expect(await end(next)).toEqual({ ok: true, outputs: { said: 'seven' } });
  });

  test('a credential that is refused is told in a sentence', async () => {
    const { credential, ...others } = proxy.settings;
    const wrong = { ...credential, password: 'not the password', secret: 'not the secret', token: 'not the token' };
    const other = openStackOfTests({ ...others, credential: wrong });
    const asked = other.stacks.list(scope);
    await expect(asked).rejects.toMatchObject({ code: 'openstack_credential_refused', retryable: false });
    await asked.catch((error) => expect(JSON.stringify(error)).not.toContain('not the'));
    await other.stop();
  });

  test('a cloud that is not there is told by its address', async () => {
    const other = openStackOfTests({ ...proxy.settings, authUrl: 'http://127.0.0.1:9/v3' });
    await expect(other.stacks.list(scope)).rejects.toMatchObject({
      sentence: expect.stringContaining('127.0.0.1:9'),
      retryable: true,
    });
    await other.stop();
  });
});
