import { expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, newEnvironment, open } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { createTestSigner } from '@/lib/formats/agent-channel/testing';

const product = productForTests({ cloud: 'pool' });
const FACTS = {
  ...{ system: 'windows', systemTitle: 'Windows Server 2012 R2', systemName: 'ws-2012-std' },
  ...{ addresses: ['192.0.2.11'], cores: 8, memoryMb: 64_000, diskGb: 500 },
};

it('a web service on servers of a pool has no public address, which is said of the field before anything is done', async () => {
  const { member, db } = product;
  const root = await systemAdmin(product);
  const { code } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: {} });
  const server = { code: text(code), name: 'berlin-1', version: '1', facts: FACTS, key: createTestSigner().key };
  await product.anonymous().ok('POST', '/v1/agents/enrolment', { body: server });
  const { at, id } = await newEnvironment(member);
  const session = await open(member, at);
  await add(member, at, session, webServer({ assignFloatingIp: true }));
  const { status, json } = await member.call('POST', `${at}/sessions/${session}/deploy`);
  expect(status).toBe(400);
  expect(list(object(json).fields)).toEqual([
    {
      ...{ path: 'services.0.assignFloatingIp', code: 'no_public_addresses' },
      sentence: 'No public addresses are given out here. Leave "Public address" off.',
    },
  ]);
  expect(await db.cloudStack.count({ where: { name: { startsWith: `e${id}` } } })).toBe(0);
});
