import { expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, refusalOf, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { deployed } from '@/lib/api/testing/stories';
import { newId } from '@/lib/crypto';
import type { Prisma } from '@/lib/db/generated/client';
import { pruneLogs, pruneRuns } from '@/lib/db/prune-history';

/** What the API tells of a history whose beginning is no longer kept. */

const product = productForTests();
const LATER = new Date(Date.now() + 86_400_000);

/** Makes a deployment that ended the first of many: the others repeat it. */
async function repeated(environmentId: string, times: number): Promise<void> {
  const { db } = product;
  const first = await db.run.findFirstOrThrow({ where: { environmentId } });
  const { model } = await db.environment.findUniqueOrThrow({ where: { id: environmentId } });
  const at = (n: number) => new Date(first.createdAt.getTime() + n);
  const document = model as Prisma.InputJsonObject;
  const documents = { modelBefore: document, modelAsked: document };
  await db.run.createMany({
    data: Array.from({ length: times }, (_, n) => ({
      ...{ id: newId(), environmentId, userId: first.userId, state: 'success', ...documents, changesModel: true },
      ...{ version: n + 2, createdAt: at(n + 1), startedAt: at(n + 1), finishedAt: first.finishedAt },
    })),
  });
  await db.environment.update({ where: { id: environmentId }, data: { version: times + 1 } });
}

test('a run outlives its log and says so; what is gone altogether is told apart from what never was', async () => {
  const { reader, member, db } = product;
  const { at, id } = await deployed(member, [webServer({})]);
  await repeated(id, 22);
  const oldest = await db.run.findFirstOrThrow({ where: { environmentId: id, version: 1 } });
  const run = () => reader.ok('GET', `${at}/runs/${oldest.id}`);
  expect(await run()).toMatchObject({ run: { log_removed: false } });
  expect(await reader.ok('GET', `${at}/history?limit=200`)).toMatchObject({ older_removed: false });

  await pruneLogs(db, LATER);
  const { run: kept, reports } = await run();
  expect(kept).toMatchObject({ log_removed: true, outcome: 'success', version: 1 });
  expect(list(reports)).toEqual([]);
  expect(list((await reader.ok('GET', `${at}/events?deployment_id=${oldest.id}`)).events)).toEqual([]);
  await reader.ok('GET', `${at}/lastStatus`);

  await pruneRuns(db, LATER);
  const history = await reader.ok('GET', `${at}/history?limit=200`);
  expect(history).toMatchObject({ older_removed: true });
  expect(list(history.entries).map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, n) => 23 - n));
  const gone = await reader.call('GET', `${at}/runs/${oldest.id}`);
  expect(refusalOf(gone)).toEqual([404, 'run_not_found']);
  expect(gone.text).toContain('it was removed because it ended long ago');
  expect(refusalOf(await member.call('POST', `${at}/deployments/${oldest.id}/rollback`))).toEqual([
    404,
    'deployment_not_found',
  ]);
  expect(refusalOf(await reader.call('GET', `${at}/compare?from=1&to=current`))).toEqual([404, 'version_removed']);
  expect(refusalOf(await reader.call('GET', `${at}/compare?from=24&to=current`))).toEqual([404, 'version_not_found']);
  expect((await reader.call('GET', `${at}/compare?from=4&to=current`)).status).toBe(200);
  expect(text((await reader.ok('GET', at)).status)).toBe('ready');
});
