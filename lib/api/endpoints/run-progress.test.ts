import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { pruneLogs } from '@/lib/db/prune-history';
import { findRunPicture } from '@/lib/db/run-pictures';
import type { VetroEvent } from '@/lib/model/event';
import { foldEvents } from '@/lib/model/progress/fold';
import { EMPTY_PROGRESS, PICTURE_FORMAT } from '@/lib/model/progress/projection';
import { withoutPastCommands } from '@/lib/model/progress/snapshot';

/** A run as the server has folded it: what a page draws without reading the log. */

const product = productForTests();

describe('the picture of a run', () => {
  test('is what its events come to, for everybody who may read them, and does not grow with its commands', async () => {
    const { member, reader, stranger } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer({ name: 'web' }));
    const run = await deploy(member, at, session);
    const early = await reader.ok('GET', `${at}/runs/${run}/progress`);
    await settled(member, at);
    const { events } = await reader.ok('GET', `${at}/events?deployment_id=${run}`);
    const log = list(events) as unknown as VetroEvent[];
    const now = await reader.ok('GET', `${at}/runs/${run}/progress`);
    expect(now).toEqual(withoutPastCommands(foldEvents(EMPTY_PROGRESS, log)));
    expect(now).toMatchObject({
      lastSeq: log.at(-1)?.seq,
      deployments: { [run]: { outcome: 'success', commands: {} } },
    });
    expect(Number(early.lastSeq)).toBeLessThanOrEqual(Number(now.lastSeq));
    expect((await stranger.call('GET', `${at}/runs/${run}/progress`)).status).toBe(404);
    expect((await reader.call('GET', `${at}/runs/${'0'.repeat(32)}/progress`)).status).toBe(404);
  });

  test('is stored once its run is over for a while, and read instead of the log; it goes with the log', async () => {
    const { member, db } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer({ name: 'web' }));
    const run = await deploy(member, at, session);
    await settled(member, at);
    const asked = () => member.ok('GET', `${at}/runs/${run}/progress`);
    const picture = await asked();
    // what was under way as it ended may still come to it
    expect(await findRunPicture(db, run, PICTURE_FORMAT)).toBeNull();
    await db.run.update({ where: { id: run }, data: { finishedAt: new Date(Date.now() - 60_000) } });
    expect(await asked()).toEqual(picture);
    expect(await findRunPicture(db, run, PICTURE_FORMAT)).toEqual(picture);
    expect(await findRunPicture(db, run, PICTURE_FORMAT + 1)).toBeNull();
    await db.event.deleteMany({ where: { runId: run } });
    expect(await asked()).toEqual(picture);

    for (let n = 0; n < 21; n += 1) {
      const { environmentId, userId, state } = await db.run.findUniqueOrThrow({ where: { id: run } });
      await db.run.create({ data: { id: `${n}`.padStart(32, '0'), environmentId, userId, state } });
    }
    await pruneLogs(db, new Date());
    expect(await db.runPicture.count({ where: { runId: run } })).toBe(0);
  });
});

describe('the log of a run', () => {
  test('is read from its end back, a page at a time', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    for (let n = 0; n < 5; n += 1) await open(member, at);
    const seqs = async (query: string) =>
      list((await member.ok('GET', `${at}/events?${query}`)).events).map(({ seq }) => seq);
    expect(await seqs('before=1000&limit=4')).toEqual([3, 4, 5, 6]);
    expect(await seqs('before=3&limit=4')).toEqual([1, 2]);
  });
});
