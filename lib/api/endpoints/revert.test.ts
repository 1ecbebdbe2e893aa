import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { deployed, open } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

const product = productForTests();

describe('taking one change out of a draft', () => {
  async function drafted() {
    const { member } = product;
    const { at } = await deployed(member, [webServer({ name: 'one' }), webServer({ name: 'two' })]);
    const session = await open(member, at);
    const services = list((await member.ok('GET', at, { session })).services);
    const changes = async () => list((await member.ok('GET', `${at}/sessions/${session}/diff`)).changes);
    const revert = (body: JsonObject) => member.call('POST', `${at}/sessions/${session}/revert`, { body });
    return { member, at, session, services, changes, revert };
  }

  it('restores a removed service alone, and leaves the other changes', async () => {
    const { member, at, session, services, changes, revert } = await drafted();
    const [one, two] = services.map(({ id }) => text(id));
    await member.call('PUT', `${at}/services/${two}/flavor`, { session, body: 'm1.large' });
    await member.call('DELETE', `${at}/services/${one}`, { session });
    expect((await changes()).map(({ kind }) => kind)).toEqual(['serviceRemoved', 'propertyChanged']);
    expect((await revert({ serviceId: one ?? '' })).status).toBe(200);
    expect((await changes()).map(({ kind, serviceName }) => [kind, serviceName])).toEqual([['propertyChanged', 'two']]);
    expect(list((await member.ok('GET', at, { session })).services)).toEqual([
      services[0],
      expect.objectContaining({ flavor: 'm1.large' }),
    ]);
    expect((await revert({ serviceId: two ?? '', property: 'flavor' })).status).toBe(200);
    expect(await changes()).toEqual([]);
  });

  it('is refused with a sentence when there is no such change', async () => {
    const { revert } = await drafted();
    const answer = await revert({ serviceId: 'f'.repeat(32) });
    expect([answer.status, object(answer.json).code]).toEqual([404, 'change_not_found']);
  });

  it('is for the owner of an open draft alone, and leaves an audit entry', async () => {
    const { at, session, services, revert } = await drafted();
    const body = { serviceId: text(services[0]?.id) };
    const path = `${at}/sessions/${session}/revert`;
    expect((await product.colleague.call('POST', path, { body })).status).toBe(403);
    expect((await product.reader.call('POST', path, { body })).status).toBe(403);
    expect((await revert(body)).status).toBe(200);
    const { db } = product;
    expect(await db.auditEntry.count({ where: { action: 'session.revert_change', targetId: body.serviceId } })).toBe(1);
  });
});
