import { expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { webServerFarm } from '@/lib/api/testing/services';
import { deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { newId } from '@/lib/crypto';
import { TrendSchema } from '@/lib/model/administration';

/** How an installation went in the last 30 days. */

const product = productForTests();

test('each day tells what ended then and how much there was, reckoned back from what there is', async () => {
  const { member, db } = product;
  const root = await systemAdmin(product);
  const days = async () => TrendSchema.parse(await root.ok('GET', '/v1/admin/trend')).days;
  const before = await days();
  const [was, yesterdayWas] = [before.at(-1), before.at(-2)];
  if (!was || !yesterdayWas) throw new Error('no days');
  expect(before).toHaveLength(30);

  const { id, at } = await deployed(member, [webServerFarm()]);
  const dayAgo = new Date(Date.now() - 24 * 3_600_000);
  await db.run.create({
    data: {
      ...{ id: newId(), environmentId: id, userId: member.userId, state: 'failed', machinesAdded: 0 },
      ...{ createdAt: dayAgo, startedAt: dayAgo, finishedAt: dayAgo },
    },
  });
  const after = await days();
  expect(after.at(-1)).toMatchObject({
    day: new Date().toISOString().slice(0, 10),
    deployments: was.deployments + 1,
    failures: was.failures,
    environments: was.environments + 1,
    machines: was.machines + 2,
  });
  expect(after.at(-2)).toMatchObject({
    deployments: yesterdayWas.deployments + 1,
    failures: yesterdayWas.failures + 1,
    environments: yesterdayWas.environments,
    machines: yesterdayWas.machines,
  });

  await member.call('DELETE', at);
  expect(await settled(member, at)).toBeNull();
  expect((await days()).at(-1)).toMatchObject({ environments: was.environments, machines: was.machines });
});

test('machines of a run under way are of today, and were not there all the month', async () => {
  const { member, db } = product;
  const root = await systemAdmin(product);
  const machines = async () =>
    TrendSchema.parse(await root.ok('GET', '/v1/admin/trend'))
      .days.slice(-2)
      .map((day) => day.machines);
  const [yesterday = 0, today = 0] = await machines();
  const { id } = await newEnvironment(member);
  const { tenantId } = await db.environment.findUniqueOrThrow({ where: { id } });
  // as a run notes them before it is over
  await db.machine.createMany({ data: ['u1', 'u2'].map((unitId) => ({ environmentId: id, unitId, tenantId })) });
  expect(await machines()).toEqual([yesterday, today + 2]);
  await db.machine.deleteMany({ where: { environmentId: id } });
});

test('a run that changes machines without making or losing any adds none', async () => {
  const { member, db } = product;
  const { id, at } = await newEnvironment(member);
  for (const flavor of ['m1.medium', 'm1.large']) {
    const session = await open(member, at);
    await member.call('DELETE', `${at}/services`, { session });
    await member.ok('POST', `${at}/services`, { session, body: [webServerFarm({ flavor })] });
    await deploy(member, at, session);
    await settled(member, at);
  }
  const runs = await db.run.findMany({ where: { environmentId: id }, orderBy: { createdAt: 'asc' } });
  expect(runs.map(({ machinesAdded }) => machinesAdded)).toEqual([2, 0]);
});
