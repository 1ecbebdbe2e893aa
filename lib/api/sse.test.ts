import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { seedDemo } from '@/lib/auth/seed';
import { setContainer } from '@/lib/container';
import type { Container } from '@/lib/container/container';
import { createStreams } from '@/lib/container/streams';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { Actor } from '@/lib/model/actor';
import { inEveryLanguage } from '@/lib/model/policies/every-language';
import { HANG_MS } from '@/lib/testing/patience';
import { eventStream, type StreamWriter } from './sse';
import { useWrapperParts } from './testing/container';

let database: TestDatabase;
let container: Pick<Container, 'streams' | 'log' | 'auth' | 'config'>;
let token: string;
let actor: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.db);
});
beforeEach(async () => {
  const parts = useWrapperParts(database).container;
  container = { streams: createStreams(), log: parts.log, auth: parts.auth, config: parts.config };
  const role = await database.db.roleAssignment.findFirstOrThrow();
  token = await parts.auth.tokens.issue({
    userId: role.userId,
    tenantId: role.tenantId,
    methods: ['password'],
    credentialVersion: 0,
  });
  actor = await parts.auth.actorOfToken(token);
});
afterAll(async () => {
  setContainer(null);
  await database.drop();
});

function openStream(start?: (writer: StreamWriter) => void, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const stop = vi.fn();
  const request = new Request('https://vetro.test/v1/events', {
    signal: abort.signal,
    headers: { 'x-auth-token': token, ...headers },
  });
  let writer: StreamWriter | undefined;
  const response = eventStream({ request, actor, requestId: 'r1', container }, (given) => {
    writer = given;
    start?.(given);
    return stop;
  });
  return { response, abort, stop, writer: () => writer as StreamWriter };
}

describe('an event stream', () => {
  it.each([
    ['that was chosen in the browser', { cookie: 'a=b; vetro.locale=de', 'accept-language': 'en' }, 'Zu groß'],
    ['that is asked for', { 'accept-language': 'de' }, 'Zu groß'],
    ['that everybody reads', {}, 'Too large'],
  ])('says what policies say in the language %s', async (_what, headers, sentence) => {
    const text = inEveryLanguage({ en: 'Too large', de: 'Zu groß' });
    const { response } = openStream((writer) => {
      writer.send({ data: { text } });
      writer.close();
    }, headers);
    expect(await response.text()).toContain(`data: {"text":"${sentence}"}`);
  });

  it('writes messages as browsers read them', async () => {
    const { response } = openStream((writer) => {
      writer.send({ id: 7, event: 'report', data: { text: 'line one\nline two' } });
      writer.send({ data: 1 });
      writer.close();
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(await response.text()).toBe(
      'retry: 1000\n\nid: 7\nevent: report\ndata: {"text":"line one\\nline two"}\n\ndata: 1\n\n',
    );
  });

  it.each([
    ['the client aborts', ({ abort }: ReturnType<typeof openStream>) => abort.abort()],
    ['the client cancels', ({ response }: ReturnType<typeof openStream>) => void response.body?.cancel()],
    ['the process stops', () => container.streams.closeAll()],
    ['it is closed', ({ writer }: ReturnType<typeof openStream>) => writer().close()],
  ])('cleans up once when %s, whatever else comes after', async (_what, end) => {
    const stream = openStream();
    await new Promise((resolve) => setImmediate(resolve));
    expect(stream.stop).not.toHaveBeenCalled();
    end(stream);
    await vi.waitFor(() => expect(stream.stop).toHaveBeenCalledTimes(1));
    stream.abort.abort();
    container.streams.closeAll();
    stream.writer().close();
    stream.writer().send({ data: 'too late' });
    await vi.waitFor(() => expect(stream.stop).toHaveBeenCalled());
    expect(stream.stop).toHaveBeenCalledTimes(1);
  });

  it('ends when the server is stopping already', async () => {
    container.streams.closeAll();
    const { response, stop } = openStream();
    await response.text();
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('ends when its start fails, so that the client asks again', async () => {
    const { response } = openStream(() => {
      throw new Error('no database');
    });
    expect(await response.text()).toBe('retry: 1000\n\n');
  });

  it('cuts off a reader that does not read, rather than keep everything for it', async () => {
    const { stop, writer } = openStream();
    for (let n = 0; n < 40; n++) writer().send({ data: 'x'.repeat(65_536) });
    await new Promise((resolve) => setImmediate(resolve));
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('shows that it lives, and asks at each beat whether its reader may read', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { response, stop } = openStream();
      const reader = response.body?.getReader();
      await reader?.read();
      await vi.advanceTimersByTimeAsync(15_000);
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': still here\n\n');
      expect(stop).not.toHaveBeenCalled();
      await container.auth.tokens.revoke(token);
      await vi.advanceTimersByTimeAsync(15_000);
      await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1), { timeout: HANG_MS });
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends with the reason when it hears that the rights of its reader changed, and sends nothing more', async () => {
    const questions = vi.spyOn(container.auth, 'actorOfToken');
    const { response, writer } = openStream();
    const text = response.text();
    writer().send({ data: 'before' });
    container.streams.recheck('f'.repeat(32));
    container.streams.recheck(actor.tenantId);
    // as it opened, and by its tenant; nothing has changed yet
    await vi.waitFor(() => expect(questions).toHaveBeenCalledTimes(2), { timeout: HANG_MS });
    await Promise.all(questions.mock.results.map(({ value }) => value));
    questions.mockRestore();
    await container.auth.tokens.revoke(token);
    container.streams.recheck(actor.userId);
    writer().send({ data: 'after' });
    const [retry, before, ended, ...rest] = (await text).split('\n\n');
    expect([retry, before, rest]).toEqual(['retry: 1000', 'data: "before"', ['']]);
    expect(ended).toMatch(/^event: ended\ndata: /);
    expect(JSON.parse(ended?.split('data: ')[1] ?? '')).toMatchObject({ status: 401, code: 'token_invalid' });
    expect(container.streams.count()).toBe(0);
  });

  it('ends at once when the token was revoked while it opened', async () => {
    await container.auth.tokens.revoke(token);
    expect(await openStream((writer) => writer.send({ data: 'secret' })).response.text()).not.toContain('secret');
  });

  it('goes on when the database cannot be asked: that refuses nobody', async () => {
    const { actorOfToken } = container.auth;
    const { response, stop, writer } = openStream();
    const asked = vi.fn(() => Promise.reject(new Error('no database')));
    container.auth.actorOfToken = asked;
    container.streams.recheck();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    container.auth.actorOfToken = actorOfToken;
    writer().send({ data: 'still here' });
    expect(stop).not.toHaveBeenCalled();
    writer().close();
    expect(await response.text()).toContain('still here');
  });
});
