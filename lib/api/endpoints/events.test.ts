import { describe, expect, test } from 'vitest';
import { follow as followStream } from '@/lib/api/testing/follow';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { newId } from '@/lib/crypto';
import type { VetroEvent } from '@/lib/model/event';
import type { StreamedEvent } from '@/lib/model/streamed-event';

/** The event log over HTTP: read, followed live, resumed. */

const product = productForTests();
const follow = (client: Client, path: string, headers?: Record<string, string>) =>
  followStream<StreamedEvent>(product.url, client, path, headers);

describe('the log of one environment', () => {
  test('is read in order from any number on, and by deployment', async () => {
    const { member, reader } = product;
    const { at, id } = await newEnvironment(member);
    const deployment = await deploy(member, at, await open(member, at));
    await settled(member, at);
    const all = list((await reader.ok('GET', `${at}/events`)).events) as unknown as VetroEvent[];
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
    expect(all[0]).toMatchObject({ environmentId: id, kind: 'environment.created', level: 'info', runId: null });
    expect((await reader.ok('GET', `${at}/events?after=2&limit=1`)).events).toEqual([all[2]]);
    const ofDeployment = (await reader.ok('GET', `${at}/events?deployment_id=${deployment}`)).events;
    expect(ofDeployment).toEqual(all.filter(({ runId }) => runId === deployment));
    expect(all.filter(({ kind }) => kind.startsWith('run.')).map(({ kind }) => kind)).toEqual([
      'run.queued',
      'run.started',
      'run.planned',
      'run.finished',
    ]);
    expect((await reader.call('GET', `${at}/events?after=-1`)).status).toBe(400);
  });

  test('streams what was, then what comes, each event once with its number; a client that comes back goes on', async () => {
    const { member, reader } = product;
    const { at } = await newEnvironment(member);
    await open(member, at);
    const stream = await follow(reader, `${at}/events`);
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    await expect.poll(() => stream.messages.length).toBe(2);
    expect(stream.messages[1]).toMatchObject({ id: '2', event: 'session.opened', data: { seq: 2 } });
    await Promise.all(Array.from({ length: 20 }, () => open(member, at)));
    await expect.poll(() => stream.messages.length).toBe(22);
    expect(stream.messages.map(({ data }) => data.seq)).toEqual(Array.from({ length: 22 }, (_, i) => i + 1));
    stream.stop();

    await open(member, at);
    const again = await follow(reader, `${at}/events?after=3`, { 'last-event-id': '21' });
    await expect.poll(() => again.messages.map(({ id }) => id)).toEqual(['22', '23']);
    again.stop();
  });

  test('refuses a stream as it refuses anything: with an answer', async () => {
    const { at } = await newEnvironment(product.member);
    const stranger = await follow(product.stranger, `${at}/events`);
    expect(stranger.response.status).toBe(404);
    expect(stranger.response.headers.get('content-type')).toBe('application/problem+json');
    const nobody = await follow(product.anonymous(), '/v1/events', { 'x-auth-token': 'made-up' });
    expect(nobody.response.status).toBe(401);
  });
});

describe('with news of an environment comes what lists show of it', () => {
  test('when it is made, renamed, drafted, deployed and deleted, as a list would tell whoever follows', async () => {
    const { member, reader } = product;
    const stream = await follow(reader, '/v1/events');
    const name = `made ${newId().slice(0, 8)}`;
    const { at, id } = await newEnvironment(member, name);
    // of events that are told at once the newest alone brings the environment
    const newest = () => stream.messages.findLast(({ data }) => data.environment !== undefined)?.data.environment;
    const listed = async () =>
      list((await reader.ok('GET', '/v1/environments')).environments).find((one) => object(one).id === id);
    // what came instead, where it does not come
    await expect.poll(() => newest() ?? stream.messages).toEqual(await listed());
    await member.ok('PUT', at, { body: { name: `${name} renamed` } });
    await expect.poll(newest).toMatchObject({ name: `${name} renamed`, event_seq: 2 });
    expect(newest()).toEqual(await listed());
    const session = await open(member, at);
    await add(member, at, session, webServer());
    await expect.poll(newest).toMatchObject({ drafts: { mine: false, others: 1 } });
    await deploy(member, at, session);
    await settled(member, at);
    const deployed = await listed();
    expect(deployed).toMatchObject({ status: 'ready', drafts: null });
    await expect.poll(newest).toEqual(deployed);
    await member.ok('DELETE', at);
    await settled(member, at);
    await expect.poll(newest).toBeNull();
    stream.stop();
  });

  test('the newest alone brings it: what is caught up on at once is told once', async () => {
    const { member, reader } = product;
    const { at } = await newEnvironment(member);
    for (let n = 0; n < 5; n += 1) await open(member, at);
    const stream = await follow(reader, `${at}/events`);
    await expect.poll(() => stream.messages.length).toBe(6);
    expect(stream.messages.filter(({ data }) => data.environment !== undefined)).toHaveLength(1);
    expect(stream.messages[5]?.data.environment).toMatchObject({ status: 'pending', event_seq: 6 });
    stream.stop();
  });
});

describe('the news of a tenant', () => {
  test('come from all of its environments, new ones too, and from no other tenant', async () => {
    const { member, reader, stranger } = product;
    const before = await newEnvironment(member);
    const stream = await follow(reader, '/v1/events');
    const theirs = await newEnvironment(stranger);
    await open(stranger, theirs.at);
    await open(member, before.at);
    const after = await newEnvironment(member);
    await open(member, after.at);
    await expect
      .poll(() => stream.messages.map(({ data }) => [data.environmentId, data.kind]))
      .toEqual([
        [before.id, 'session.opened'],
        [after.id, 'environment.created'],
        [after.id, 'session.opened'],
      ]);
    stream.stop();
  });

  test('end when the process stops, so that it can', async () => {
    const own = await startStream();
    product.container.streams.closeAll();
    await own.finished;
    expect(own.response.status).toBe(200);
  });
});

const startStream = () => follow(product.reader, '/v1/events');
