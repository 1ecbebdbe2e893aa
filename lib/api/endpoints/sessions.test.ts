import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';

/** Murano v0.2 guide, chapter 4, "Environment Configuration API": tables 4.12–4.20. */

// What a test holds back is held: nobody else looks for it.
const product = productForTests({ conductor: { recoveryIntervalMs: 60 * 60_000 } });

const NOBODY = '0'.repeat(32);

/** Keeps deployments queued until the returned function is called. */
async function holdDeployments(): Promise<() => Promise<void>> {
  const { submit } = product.container.conductor;
  const held: string[] = [];
  product.container.conductor.submit = async (id) => void held.push(id);
  return async () => {
    product.container.conductor.submit = submit;
    for (const id of held) await submit(id);
  };
}

describe('opening a session (tables 4.12, 4.13)', () => {
  test('scenario 2: a session is open, has the version of its environment, and the environment reads pending', async () => {
    const { member } = product;
    const { at, id } = await newEnvironment(member);
    const session = await member.ok('POST', `${at}/configure`);
    expect(session).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      environment_id: id,
      created: expect.stringMatching(/Z$/),
      updated: expect.stringMatching(/Z$/),
      user_id: member.userId,
      version: 0,
      state: 'open',
    });
    expect(await member.ok('GET', at)).toMatchObject({ status: 'pending' });
    expect(await member.ok('GET', `${at}/sessions/${text(session.id)}`)).toEqual(session);
  });

  test('scenario 4: of two open sessions each sees only its own services', async () => {
    const { member, colleague } = product;
    const { at } = await newEnvironment(member);
    const [mine, theirs] = [await open(member, at), await open(colleague, at)];
    await add(member, at, mine, webServer({ name: 'mine' }));
    await add(colleague, at, theirs, webServer({ name: 'theirs' }));
    const names = async (client: typeof member, session?: string) =>
      list((await client.call('GET', `${at}/services`, { session })).json).map(({ name }) => name);
    expect(await names(member, mine)).toEqual(['mine']);
    expect(await names(colleague, theirs)).toEqual(['theirs']);
    expect(await names(member)).toEqual([]);
    const listed = list((await member.ok('GET', `${at}/sessions`)).sessions);
    expect(listed).toMatchObject([
      { id: theirs, user_name: 'mia', mine: false, changes: 1, state: 'open' },
      { id: mine, user_name: 'max', mine: true, changes: 1, state: 'open' },
    ]);
  });
});

describe('one wins (tables 4.14, 4.16, 4.18)', () => {
  test('scenario 5, rough edge 40: the other session can still be read, but its writes, its deploy and itself answer 403 naming the winning deployment, during and after', async () => {
    const { member, colleague } = product;
    const { at, id } = await newEnvironment(member);
    const [winner, loser] = [await open(member, at), await open(colleague, at)];
    await add(member, at, winner, webServer({ name: 'winner' }));
    const service = await add(colleague, at, loser, webServer({ name: 'loser' }));
    const release = await holdDeployments();
    const deployment = await deploy(member, at, winner);

    async function loserIsShutOut() {
      const calls: [string, string, unknown?][] = [
        ['POST', `${at}/services`, webServer({ name: 'more' })],
        ['PUT', `${at}/services/${text(service.id)}/flavor`, 'm1.small'],
        ['DELETE', `${at}/services/${text(service.id)}`],
        ['POST', `${at}/sessions/${loser}/deploy`],
        ['GET', `${at}/sessions/${loser}`],
      ];
      for (const [method, path, body] of calls) {
        const answer = await colleague.call(method, path, { body, session: loser });
        expect([path, answer.status, codeOf(answer)]).toEqual([path, 403, 'session_invalid']);
        expect(object(answer.json).detail).not.toContain(deployment);
        expect(object(answer.json).detail).toContain('max');
      }
      const read = await colleague.call('GET', `${at}/services`, { session: loser });
      expect([read.status, list(read.json).map(({ name }) => name)]).toEqual([200, ['loser']]);
      const diff = await colleague.ok('GET', `${at}/sessions/${loser}/diff`);
      expect(list(diff.changes)).toMatchObject([{ kind: 'serviceAdded', serviceName: 'loser' }]);
    }
    await loserIsShutOut();
    await release();
    await settled(member, at);
    await loserIsShutOut();
    const invalidated = await product.db.event.findFirstOrThrow({
      where: { environmentId: id, kind: 'session.invalidated' },
    });
    expect(invalidated.data).toEqual({
      sessionId: loser,
      userId: colleague.userId,
      bySessionId: winner,
      byUserName: 'max',
    });
  });

  test('scenario 6: while an environment deploys, configure, writes and deleting the session answer 403; renaming is allowed', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer());
    const release = await holdDeployments();
    const deployment = await deploy(member, at, session);
    expect(await member.ok('GET', at)).toMatchObject({ status: 'deploying', active_deployment_id: deployment });
    expect(await member.ok('GET', `${at}/sessions/${session}`)).toMatchObject({ state: 'deploying' });

    const refused: [string, string, string, unknown?][] = [
      ['environment_deploying', 'POST', `${at}/configure`],
      ['session_deploying', 'POST', `${at}/services`, webServer({ name: 'late' })],
      ['session_deploying', 'DELETE', `${at}/services`],
      ['session_deploying', 'POST', `${at}/sessions/${session}/deploy`],
      ['session_deploying', 'DELETE', `${at}/sessions/${session}`],
    ];
    for (const [expected, method, path, body] of refused) {
      const answer = await member.call(method, path, { body, session });
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 403, expected]);
      // what people read: a draft, and no id
      expect(text(object(answer.json).detail)).not.toMatch(/session|[0-9a-f]{32}/);
    }
    expect((await member.call('PUT', at, { body: { name: 'renamed-meanwhile' } })).status).toBe(200);
    await release();
    expect(await settled(member, at)).toMatchObject({ name: 'renamed-meanwhile', version: 1, status: 'ready' });
    const row = await product.db.environment.findFirstOrThrow({ where: { name: 'renamed-meanwhile' } });
    expect(row.model).toMatchObject({ name: 'renamed-meanwhile' });
  });

  test('scenario 12: a deployed session can be read, and the version of its environment has grown by one', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer());
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
    expect(await member.ok('GET', `${at}/sessions/${session}`)).toMatchObject({ state: 'deployed', version: 0 });
    const again = await member.call('POST', `${at}/sessions/${session}/deploy`);
    expect([again.status, codeOf(again)]).toEqual([403, 'session_deployed']);
    const late = await member.call('POST', `${at}/services`, { session, body: webServer({ name: 'late' }) });
    expect([late.status, codeOf(late)]).toEqual([403, 'session_deployed']);
    expect(list((await member.call('GET', `${at}/services`, { session })).json)).toMatchObject([{ status: 'ready' }]);
    expect(await member.ok('POST', `${at}/configure`)).toMatchObject({ version: 1 });
  });

  test('a session without changes may be deployed, and an empty one', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    await deploy(member, at, await open(member, at));
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
    await deploy(member, at, await open(member, at));
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 2 });
  });

  test('a deploy asked again with the same Idempotency-Key answers with the same deployment', async () => {
    const { member } = product;
    const { at, id } = await newEnvironment(member);
    const session = await open(member, at);
    const ask = () =>
      member.call('POST', `${at}/sessions/${session}/deploy`, { headers: { 'idempotency-key': 'once' } });
    const together = await Promise.all([ask(), ask(), ask()]);
    await settled(member, at);
    const answers = [...together, await ask()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ json }) => object(json).deployment_id)).size).toBe(1);
    expect(await product.db.run.count({ where: { environmentId: id } })).toBe(1);
    const other = await member.call('POST', `${at}/sessions/${session}/deploy`, {
      headers: { 'idempotency-key': 'other' },
    });
    expect(codeOf(other)).toBe('session_deployed');
  });

  test('an edit at the moment of the deploy is either deployed or refused, never lost unseen', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const [edit, deployCall] = await Promise.all([
      member.call('POST', `${at}/services`, { session, body: webServer() }),
      member.call('POST', `${at}/sessions/${session}/deploy`),
    ]);
    await settled(member, at);
    const services = list((await member.call('GET', `${at}/services`)).json);
    if (deployCall.status === 200) expect(services).toHaveLength(edit.status === 200 ? 1 : 0);
    else expect(codeOf(deployCall)).toBe('session_changed');
  });
});

describe('scenario 16 and beyond: 200 deploys of 200 sessions at the same time', () => {
  test('exactly one is accepted, 199 get the documented error, the version grows by one', async () => {
    const { member } = product;
    const { at, id } = await newEnvironment(member);
    const sessions = await Promise.all(Array.from({ length: 200 }, () => open(member, at)));
    const answers = await Promise.all(
      sessions.map((session) => member.call('POST', `${at}/sessions/${session}/deploy`)),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status === 403);
    expect([won.length, lost.length]).toEqual([1, 199]);
    const deployment = text(object(won[0]?.json).deployment_id);
    for (const answer of lost) {
      expect(codeOf(answer)).toBe('session_invalid');
      expect(object(answer.json).detail).not.toContain(deployment);
    }
    expect(await settled(member, at)).toMatchObject({ version: 1, status: 'ready' });
    expect(await product.db.run.count({ where: { environmentId: id } })).toBe(1);
    const states = await product.db.session.groupBy({ by: ['state'], where: { environmentId: id }, _count: true });
    expect(Object.fromEntries(states.map(({ state, _count }) => [state, _count]))).toEqual({
      deployed: 1,
      invalid: 199,
    });
    expect(await product.db.event.count({ where: { environmentId: id, kind: 'session.invalidated' } })).toBe(199);
  });

  test('no session opened meanwhile survives as valid', async () => {
    const { member } = product;
    const { at, id } = await newEnvironment(member);
    const first = await open(member, at);
    const [, ...opened] = await Promise.all([
      deploy(member, at, first),
      ...Array.from({ length: 40 }, () => member.call('POST', `${at}/configure`)),
    ]);
    for (const answer of opened) expect([200, 403]).toContain(answer.status);
    await settled(member, at);
    const open_ = await product.db.session.findMany({ where: { environmentId: id, state: 'open' } });
    expect(open_.every(({ version }) => version === 1)).toBe(true);
  });
});

describe('deploying what was looked at', () => {
  test('a draft that was changed since its diff and its preview is refused, and deployed when looked at again', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer({ name: 'first' }));
    const path = `${at}/sessions/${session}`;
    const seen = Number((await member.ok('GET', `${path}/diff`)).revision);
    expect((await member.ok('GET', `${path}/preview`)).revision).toBe(seen);
    await add(member, at, session, webServer({ name: 'second' }));
    const deployAs = (tag: string) => member.call('POST', `${path}/deploy`, { headers: { 'if-match': tag } });
    const refused = await deployAs(`"${seen}"`);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'session_changed']);
    expect((await deployAs('newest')).status).toBe(400);
    const now = Number((await member.ok('GET', `${path}/diff`)).revision);
    expect((await deployAs(`"${now}"`)).status).toBe(200);
  });
});

describe('discarding (tables 4.19, 4.20)', () => {
  test('answers with nothing; the session is gone and its environment ready again', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const answer = await member.call('DELETE', `${at}/sessions/${session}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(codeOf(await member.call('GET', `${at}/sessions/${session}`))).toBe('session_not_found');
    expect(await member.ok('GET', at)).toMatchObject({ status: 'ready' });
  });

  test('an administrator may discard a session that somebody forgot, and nobody else may', async () => {
    const { member, colleague, admin } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    expect((await colleague.call('DELETE', `${at}/sessions/${session}`)).status).toBe(403);
    expect((await admin.call('DELETE', `${at}/sessions/${session}`)).status).toBe(200);
  });
});

describe('scenario 7, rough edge 2: a session used by another user, in another environment or tenant', () => {
  test('answers 403 or 404; nothing leaks, nothing changes', async () => {
    const { member, colleague, stranger, admin } = product;
    const [a, b] = [await newEnvironment(member), await newEnvironment(member)];
    const theirs = await newEnvironment(stranger);
    const session = await open(member, a.at);
    const service = text((await add(member, a.at, session, webServer({ name: 'hidden' }))).id);
    const uses = (at: string): [string, string, unknown?][] => [
      ['GET', at],
      ['GET', `${at}/services`],
      ['GET', `${at}/services/${service}/name`],
      ['GET', `${at}/lastStatus`],
      ['POST', `${at}/services`, webServer({ name: 'intruder' })],
      ['PUT', `${at}/services/${service}/flavor`, 'm1.small'],
      ['DELETE', `${at}/services/${service}`],
      ['GET', `${at}/sessions/${session}`],
      ['GET', `${at}/sessions/${session}/diff`],
      ['POST', `${at}/sessions/${session}/reapply`],
      ['POST', `${at}/sessions/${session}/deploy`],
      ['DELETE', `${at}/sessions/${session}`],
    ];
    const cases: [typeof member, string, number[]][] = [
      [colleague, a.at, [403]],
      [member, b.at, [404]],
      [stranger, a.at, [404]],
      [stranger, theirs.at, [404]],
    ];
    for (const [client, at, expected] of cases) {
      for (const [method, path, body] of uses(at)) {
        const answer = await client.call(method, path, { body, session });
        expect(expected, `${method} ${path}: ${answer.text}`).toContain(answer.status);
        expect(answer.text).not.toContain('hidden');
      }
    }
    expect((await admin.call('POST', `${a.at}/sessions/${session}/deploy`)).status).toBe(403);
    for (const bad of [NOBODY, 'made-up']) {
      expect((await member.call('GET', `${a.at}/services`, { session: bad })).status).toBe(404);
      expect((await member.call('GET', `${a.at}/sessions/${bad}`)).status).toBe(404);
    }
    expect(list((await member.call('GET', `${a.at}/services`, { session })).json)).toMatchObject([{ name: 'hidden' }]);
    expect(await member.ok('GET', `${a.at}/sessions/${session}`)).toMatchObject({ state: 'open' });
    expect(list((await stranger.call('GET', `${theirs.at}/services`)).json)).toEqual([]);
    expect((await product.anonymous().call('GET', `${a.at}/sessions/${session}`)).status).toBe(401);
    expect((await product.anonymous().call('POST', `${a.at}/sessions/${session}/deploy`)).status).toBe(401);
  });
});

describe('the list of sessions', () => {
  test('tells how many changes a draft holds as they were counted when it was edited, and reads no documents', async () => {
    const { member } = product;
    const { db } = product.container;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const changes = async () => list((await member.ok('GET', `${at}/sessions`)).sessions)[0]?.changes;
    expect(await changes()).toBe(0);
    await add(member, at, session, webServer({ name: 'one' }));
    await add(member, at, session, webServer({ name: 'two' }));
    await db.$executeRaw`update sessions set model = base_model where id = ${session}`;
    expect(await changes()).toBe(2);
  });

  test('counts the changes of a draft from before they were stored', async () => {
    const { member } = product;
    const { db } = product.container;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer({ name: 'old' }));
    await db.$executeRaw`update sessions set changes = null where id = ${session}`;
    expect(list((await member.ok('GET', `${at}/sessions`)).sessions)).toMatchObject([{ changes: 1 }]);
  });
});

describe('beginning again with the same changes', () => {
  test('applies what the invalid draft changed to what is deployed now, and names what both changed', async () => {
    const { member, colleague } = product;
    const { at } = await deployed(member, [webServer({ name: 'web', flavor: 'm1.medium' })]);
    const service = text(list((await member.call('GET', `${at}/services`)).json)[0]?.id);
    const [winner, loser] = [await open(member, at), await open(colleague, at)];
    await member.ok('PUT', `${at}/services/${service}`, { session: winner, body: { flavor: 'm1.large' } });
    await colleague.ok('PUT', `${at}/services/${service}`, { session: loser, body: { flavor: 'm1.small' } });
    await add(colleague, at, loser, webServer({ name: 'extra' }));
    const early = await colleague.call('POST', `${at}/sessions/${loser}/reapply`);
    expect([early.status, codeOf(early)]).toEqual([409, 'session_still_valid']);
    await deploy(member, at, winner);
    await settled(member, at);

    const { conflicts: asked } = await colleague.ok('GET', `${at}/sessions/${loser}/conflicts`);
    const again = await colleague.ok('POST', `${at}/sessions/${loser}/reapply`);
    expect(asked).toEqual(again.conflicts);
    expect(again).toMatchObject({ state: 'open', version: 2, user_id: colleague.userId });
    expect(list(again.conflicts)).toMatchObject([
      {
        path: `services.${service}.flavor`,
        sentence: expect.stringContaining('Machine size of "web" was changed by you'),
        mine: [{ before: 'm1.medium', after: 'm1.small' }],
        deployed: [{ before: 'm1.medium', after: 'm1.large' }],
      },
    ]);
    const session = text(again.id);
    const draft = list((await colleague.call('GET', `${at}/services`, { session })).json);
    expect(draft).toMatchObject([
      { name: 'web', flavor: 'm1.large', status: 'ready' },
      { name: 'extra', status: 'pending' },
    ]);
    expect((await colleague.call('GET', `${at}/sessions/${loser}`)).status).toBe(404);
    const diff = await colleague.ok('GET', `${at}/sessions/${session}/diff`);
    expect(list(diff.changes)).toMatchObject([{ kind: 'serviceAdded', serviceName: 'extra' }]);
    expect(diff.problems).toEqual([]);
  });

  test('takes the draft’s own at what its owner chooses, and keeps what is deployed elsewhere', async () => {
    const { member, colleague } = product;
    const { at } = await deployed(member, [webServer({ name: 'one' }), webServer({ name: 'two' })]);
    const [one = '', two = ''] = list((await member.call('GET', `${at}/services`)).json).map(({ id }) => text(id));
    const [winner, loser] = [await open(member, at), await open(colleague, at)];
    for (const service of [one, two]) {
      await member.ok('PUT', `${at}/services/${service}`, { session: winner, body: { flavor: 'm1.large' } });
      await colleague.ok('PUT', `${at}/services/${service}`, { session: loser, body: { flavor: 'm1.small' } });
    }
    await deploy(member, at, winner);
    await settled(member, at);
    const { conflicts } = await colleague.ok('GET', `${at}/sessions/${loser}/conflicts`);
    expect(list(conflicts).map(({ path }) => path)).toEqual([`services.${one}.flavor`, `services.${two}.flavor`]);
    // asking has changed nothing
    expect(codeOf(await colleague.call('GET', `${at}/sessions/${loser}`))).toBe('session_invalid');
    const again = await colleague.ok('POST', `${at}/sessions/${loser}/reapply?mine=services.${one}.flavor`);
    expect(list(again.conflicts).map(({ path }) => path)).toEqual([`services.${two}.flavor`]);
    const draft = list((await colleague.call('GET', `${at}/services`, { session: text(again.id) })).json);
    expect(draft.map(({ flavor }) => flavor)).toEqual(['m1.small', 'm1.large']);
    const refused = await colleague.call('GET', `${at}/sessions/${text(again.id)}/conflicts`);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'session_still_valid']);
  });
});
