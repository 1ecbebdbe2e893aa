import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { newId } from '@/lib/crypto';
import type { JsonObject } from '@/lib/model/json';

/** What administrators make go wrong on simulated machines, over HTTP. */

const product = productForTests();
const FAULTS = '/v1/simulation/faults';

const inject = async (fault: JsonObject) => text((await product.admin.ok('POST', FAULTS, { body: fault })).id);
const end = (id: string) => product.admin.ok('DELETE', `${FAULTS}/${id}`);

/** Deploys a web server that joins a domain which is there. @returns the sentences of the reports of errors */
async function joining(at: string, domain: string, host: string): Promise<string> {
  const session = await open(product.member, at);
  await add(product.member, at, session, webServer({ name: host, domain, unitNamingPattern: host }));
  const run = await deploy(product.member, at, session);
  await settled(product.member, at);
  const { reports } = await product.member.ok('GET', `${at}/runs/${run}`);
  return list(reports as never)
    .filter(({ level }) => level === 'error')
    .map((report) => text(report.text))
    .join('\n');
}

describe('faults of simulated machines', () => {
  test('are for administrators of the tenant, and each is an entry of the audit log', async () => {
    const { admin, member, stranger } = product;
    expect((await member.call('GET', FAULTS)).status).toBe(403);
    expect((await member.call('POST', FAULTS, { body: { kind: 'disk' } })).status).toBe(403);
    const { id: environmentId, at } = await newEnvironment(member);
    const { name } = await member.ok('GET', at);
    const id = await inject({ kind: 'disk', target: 'nobody', environment_id: environmentId });
    expect((await admin.ok('GET', FAULTS)).faults).toEqual([
      {
        ...{ id, kind: 'disk', environment_id: environmentId, environment_name: name, target: 'nobody' },
        ...{ message: '', amount: null, remaining: null },
      },
    ]);
    const foreign = await newEnvironment(stranger);
    const refused = await admin.call('POST', FAULTS, { body: { kind: 'disk', environment_id: foreign.id } });
    expect([403, 404]).toContain(refused.status);
    await end(id);
    expect((await admin.ok('GET', FAULTS)).faults).toEqual([]);
    const audited = await product.db.auditEntry.findMany({ where: { targetId: id }, orderBy: { id: 'asc' } });
    expect(audited.map(({ action }) => action)).toEqual(['fault.add', 'fault.end']);
    expect(audited[0]?.details).toMatchObject({ kind: 'disk', name: 'nobody', environmentId });
  });

  test('an amount that makes no sense is refused with its field', async () => {
    for (const body of [
      { kind: 'port', amount: 99_999 },
      { kind: 'disk', amount: 3 },
    ]) {
      const answer = await product.admin.call('POST', FAULTS, { body });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_input']);
      expect(answer.json).toMatchObject({ fields: [{ path: 'amount', code: 'invalid_amount' }] });
    }
  });

  test('are at most 200 in a tenant; others have room of their own', async () => {
    const { admin, db } = product;
    const others = Array.from({ length: 300 }, () => ({
      id: newId(),
      tenantId: product.stranger.tenantId,
      kind: 'disk',
    }));
    const own = Array.from({ length: 199 }, () => ({ id: newId(), tenantId: admin.tenantId, kind: 'disk' }));
    const struck = Array.from({ length: 9 }, () => ({
      ...{ id: newId(), kind: 'disk' },
      tenantId: admin.tenantId,
      remaining: 0,
    }));
    const rows = [...others, ...own, ...struck].map((row) => ({ ...row, target: 'nobody', message: '' }));
    await db.cloudFault.createMany({ data: rows });
    const last = await inject({ kind: 'disk', target: 'nobody' });
    const refused = await admin.call('POST', FAULTS, { body: { kind: 'disk', target: 'nobody' } });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'too_many_faults']);
    expect(list((await admin.ok('GET', FAULTS)).faults)).toHaveLength(200);
    await end(last);
    await end(await inject({ kind: 'disk', target: 'nobody' }));
    await db.cloudFault.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
  });

  test('a name server that does not answer, and a clock that differs, keep machines out of a domain until they are ended', async () => {
    const { at, id } = await deployed(product.member, [
      activeDirectory({ domain: 'faulty.local', unitNamingPattern: 'fdc#' }),
    ]);
    const silent = await inject({ kind: 'port', environment_id: id });
    expect(await joining(at, 'faulty.local', 'fweb1')).toContain('DNS name does not exist');
    await end(silent);
    const wrong = await inject({ kind: 'clock', target: 'fweb2', amount: 90 });
    expect(await joining(at, 'faulty.local', 'fweb2')).toContain('time and/or date difference');
    await end(wrong);
    expect(await joining(at, 'faulty.local', 'fweb3')).toBe('');
  });

  test('a tenant with nothing left of its share is told so before it deploys', async () => {
    const { member } = product;
    const id = await inject({ kind: 'quota' });
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer({ name: 'none', unitNamingPattern: 'none1' }));
    const answer = await member.call('POST', `${at}/sessions/${session}/deploy`);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'environment_not_deployable']);
    await end(id);
    expect((await member.call('POST', `${at}/sessions/${session}/deploy`)).status).toBe(200);
    await settled(member, at);
  });
});
