import { describe, expect, test } from 'vitest';
import { follow } from '@/lib/api/testing/follow';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { newEnvironment, open } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import type { JsonObject } from '@/lib/model/json';

/** Many topics over one connection: each with its own number, its own right and its own refusal. */

const product = productForTests();
const NOWHERE = 'f'.repeat(32);

function followTopics(client: Client, ...topics: string[]) {
  return follow<JsonObject>(product.url, client, `/v1/events/stream?${topics.map((one) => `topic=${one}`).join('&')}`);
}
type Stream = Awaited<ReturnType<typeof followTopics>>;

const named = ({ messages }: Stream, event: string) => messages.filter((one) => one.event === event);
const topicsOf = (stream: Stream, event: string) => named(stream, event).map(({ data }) => data.topic);
const seqsOf = (stream: Stream, topic: string) => named(stream, topic).map(({ id }) => id);

describe('one stream of several topics', () => {
  test('says for whom it is, and answers each topic on its own', async () => {
    const { id, at } = await newEnvironment(product.member);
    const theirs = await newEnvironment(product.stranger);
    await open(product.member, at);
    const stream = await followTopics(
      product.reader,
      `environment:${id}:0`,
      `environment:${theirs.id}:0`,
      `environment:${NOWHERE}`,
      'installation',
      'tenant',
    );
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    await expect.poll(() => topicsOf(stream, 'following')).toEqual([`environment:${id}`, 'tenant']);
    const { userId, tenantId } = product.reader;
    expect(stream.messages[0]).toMatchObject({ event: 'viewer', data: { userId, tenantId } });
    expect(named(stream, 'refused').map(({ data }) => data)).toMatchObject([
      { topic: `environment:${theirs.id}`, problem: { status: 404, code: 'environment_not_found' } },
      { topic: `environment:${NOWHERE}`, problem: { status: 404 } },
      { topic: 'installation', problem: { status: 403, code: 'not_a_system_admin' } },
    ]);
    // what was, on the environment's topic; what comes, on both
    await open(product.member, at);
    await open(product.stranger, theirs.at);
    await expect.poll(() => seqsOf(stream, 'tenant')).toEqual([`${id}:3`]);
    await expect.poll(() => seqsOf(stream, `environment:${id}`)).toEqual([`${id}:1`, `${id}:2`, `${id}:3`]);
    expect(JSON.stringify(stream.messages)).not.toContain(`"environmentId":"${theirs.id}"`);
    stream.stop();
  });

  test('goes on after the number of each environment, and follows a topic asked for twice once', async () => {
    const first = await newEnvironment(product.member);
    const second = await newEnvironment(product.member);
    for (const { at } of [first, first, first, second, second]) await open(product.member, at);
    const topics = [`environment:${first.id}:3`, `environment:${second.id}:2`];
    const stream = await followTopics(product.member, ...topics, `environment:${first.id}:3`);
    await expect.poll(() => topicsOf(stream, 'following').length).toBe(2);
    await open(product.member, first.at);
    await expect.poll(() => seqsOf(stream, `environment:${first.id}`)).toEqual([`${first.id}:4`, `${first.id}:5`]);
    await expect.poll(() => seqsOf(stream, `environment:${second.id}`)).toEqual([`${second.id}:3`]);
    stream.stop();
  });

  test('carries the installation to its administrators', async () => {
    const root = await systemAdmin(product);
    const { id, at } = await newEnvironment(product.stranger);
    const stream = await followTopics(root, 'installation', 'tenant');
    await expect.poll(() => topicsOf(stream, 'following')).toEqual(['installation', 'tenant']);
    await open(product.stranger, at);
    await expect.poll(() => seqsOf(stream, 'installation')).toEqual([`${id}:2`]);
    expect(seqsOf(stream, 'tenant')).toEqual([]);
    stream.stop();
  });

  test('ends with the reason when a right is taken, and goes on with those that are left when it comes back', async () => {
    const reader = await product.clientOf('rob', 'Contoso', 'reader');
    const administers = (systemAdmin: boolean) =>
      product.db.user.update({ where: { id: reader.userId }, data: { systemAdmin } });
    await administers(true);
    const stream = await followTopics(reader, 'installation', 'tenant');
    await expect.poll(() => topicsOf(stream, 'following').length).toBe(2);
    await administers(false);
    product.container.streams.recheck(reader.userId);
    await stream.finished;
    expect(stream.messages.at(-1)).toMatchObject({ event: 'ended', data: { code: 'not_a_system_admin' } });
    const again = await followTopics(reader, 'installation', 'tenant');
    await expect.poll(() => topicsOf(again, 'following')).toEqual(['tenant']);
    expect(topicsOf(again, 'refused')).toEqual(['installation']);
    again.stop();
  });

  test('is refused as anything is when its topics are none, or nobody asks', async () => {
    const many = Array.from({ length: 65 }, (_, n) => `environment:${n.toString(16).padStart(32, '0')}`);
    for (const topics of [[], ['everything'], ['environment:x'], [`environment:${NOWHERE}:2147483648`], many]) {
      const stream = await followTopics(product.member, ...topics);
      expect(stream.response.status).toBe(400);
      expect(stream.response.headers.get('content-type')).toBe('application/problem+json');
    }
    expect((await followTopics(product.anonymous('made-up'), 'tenant')).response.status).toBe(401);
  });
});
