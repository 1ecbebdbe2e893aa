import { describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer, webServerFarm } from '@/lib/api/testing/services';
import { deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { updateMachinePhases } from '@/lib/db/machines';

/** What lists tell of machines, and machines found by name. */

const product = productForTests();

/** An environment as the list has it, which tells the same of its machines as the environment itself. */
async function listed(client: Client, id: string) {
  const found = object(
    list((await client.ok('GET', '/v1/environments')).environments).find((one) => one.id === id) ?? {},
  );
  expect((await client.ok('GET', `/v1/environments/${id}`)).machines).toEqual(found.machines);
  return found;
}

const changed = (unitId: string, phase: string) => ({
  kind: 'machine.changed' as const,
  ...{ entity: 'unit' as const, entityId: unitId, text: '', data: { unitId, host: 'shop1', phase } },
});

describe('machines in a list of environments', () => {
  test('are counted as they are, with who made the environment and who deployed it last', async () => {
    const { member, colleague, db } = product;
    const { id, at } = await newEnvironment(member);
    const named = (client: Client, name: unknown) => ({ id: client.userId, name });
    const before = await listed(member, id);
    expect(before).toMatchObject({
      machines: { count: 0, up: 0, failed: 0, health: 'none' },
      created_by: named(member, expect.stringMatching(/\w/)),
      deployed_by: null,
    });
    const session = await open(colleague, at);
    await colleague.ok('POST', `${at}/services`, {
      session,
      body: [webServerFarm({ unitNamingPattern: 'shop#' })],
    });
    await deploy(colleague, at, session);
    await settled(colleague, at);
    expect(await listed(member, id)).toMatchObject({
      machines: { count: 2, up: 2, failed: 0, health: 'up' },
      deployed_by: named(colleague, expect.stringMatching(/\w/)),
    });
    const [first] = await db.machine.findMany({ where: { environmentId: id }, orderBy: { host: 'asc' } });
    for (const [phase, health] of [
      ['stopped', 'partly'],
      ['failed', 'failed'],
      ['ready', 'up'],
    ] as const) {
      await updateMachinePhases(db, id, [changed(first?.unitId ?? '', phase)]);
      expect(object((await listed(member, id)).machines).health).toBe(health);
    }
  });

  test('of a service that is removed are gone, whatever is heard of them afterwards', async () => {
    const { member, db } = product;
    const { id, at } = await deployed(member, [webServer()]);
    const [machine] = await db.machine.findMany({ where: { environmentId: id } });
    const session = await open(member, at);
    await member.call('DELETE', `${at}/services/${machine?.serviceId}`, { session });
    await deploy(member, at, session);
    await settled(member, at);
    await updateMachinePhases(db, id, [changed(machine?.unitId ?? '', 'stopped')]);
    expect((await listed(member, id)).machines).toEqual({
      count: 0,
      up: 0,
      resting: 0,
      suspended: 0,
      drifted: 0,
      failed: 0,
      health: 'none',
    });
  });
});

describe('a machine', () => {
  test('is found by how its name begins, in its own tenant alone, and is gone with its environment', async () => {
    const { member, stranger } = product;
    const { id, at } = await deployed(member, [webServerFarm({ unitNamingPattern: 'ledger#' })]);
    const names = async (client: Client, search: string) =>
      list((await client.ok('GET', `/v1/machines?search=${search}`)).machines).map(({ host }) => text(host));
    expect(await names(member, 'LEDG')).toEqual(['ledger1', 'ledger2']);
    expect(await names(member, 'edger')).toEqual([]);
    expect(await names(member, '_edger')).toEqual([]);
    expect(await names(stranger, 'ledger')).toEqual([]);
    const [first] = list((await member.ok('GET', '/v1/machines?search=ledger&limit=1')).machines);
    expect(first).toMatchObject({ environment: { id }, phase: 'ready', service_id: expect.stringMatching(/^\w{32}$/) });
    await member.call('DELETE', at);
    expect(await settled(member, at)).toBeNull();
    expect(await names(member, 'ledger')).toEqual([]);
  });

  test('is looked for by some words at least', async () => {
    expect((await product.member.call('GET', '/v1/machines')).status).toBe(400);
  });
});
