import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, text } from '@/lib/api/testing/responses';
import { activeDirectory } from '@/lib/api/testing/services';
import { add, deployed, newEnvironment, open } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

/** Passwords told on request: to whom, and what is kept of it. */

const ADMIN = 'Zq7-Reveal"Sentinel';
const RECOVERY = 'Zq7-Repair#Sentinel';

const product = productForTests();
let at = '';
let id = '';
let service: JsonObject = {};
beforeAll(async () => {
  ({ at, id } = await deployed(product.member, [
    activeDirectory({ adminPassword: ADMIN, units: [{ isMaster: true, recoveryPassword: RECOVERY }] }),
  ]));
  service = list((await product.member.call('GET', `${at}/services`)).json)[0] ?? {};
});

const reveal = (client: Client, property: unknown, of = text(service.id), where = at) =>
  client.call('POST', `${where}/services/${of}/credentials/reveal`, { body: { property } });
const audited = () =>
  product.db.auditEntry.findMany({ where: { action: 'credential.reveal' }, orderBy: { id: 'asc' } });

describe('a password of a deployed service', () => {
  test('is told to a member and to an admin, never cached, each time with an audit entry', async () => {
    const { member, admin } = product;
    const answer = await reveal(member, 'adminPassword');
    expect([answer.status, answer.json]).toEqual([200, { property: 'adminPassword', value: ADMIN }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const unit = text(list(service.units)[0]?.id);
    for (const path of ['units.0.recoveryPassword', `units.${unit}.recoveryPassword`]) {
      expect((await reveal(admin, path)).json).toEqual({ property: path, value: RECOVERY });
    }
    const entries = await audited();
    expect(entries.map(({ userId, targetId, tenantId }) => [userId, targetId, tenantId])).toEqual([
      [member.userId, service.id, member.tenantId],
      [admin.userId, service.id, member.tenantId],
      [admin.userId, service.id, member.tenantId],
    ]);
    expect(entries[1]).toMatchObject({
      target: 'service',
      details: {
        environmentId: id,
        property: 'units.0.recoveryPassword',
        label: 'Recovery password',
        machine: expect.stringMatching(/./),
      },
    });
    const { entries: activity } = await member.ok('GET', `${at}/activity?action=credential.reveal`);
    expect(list(activity).map(({ user_name }) => user_name)).toEqual(['ada', 'ada', 'max']);
  });

  test('is refused to readers, to strangers and to nobody, and nothing is noted', async () => {
    const before = (await audited()).length;
    const { reader, stranger, anonymous } = product;
    const refused = await reveal(reader, 'adminPassword');
    expect([refused.status, codeOf(refused)]).toEqual([403, 'role_too_low']);
    const unknown = await reveal(stranger, 'adminPassword');
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'environment_not_found']);
    expect((await reveal(anonymous(), 'adminPassword')).status).toBe(401);
    for (const answer of [refused, unknown]) expect(answer.text).not.toContain('Zq7');
    expect(await audited()).toHaveLength(before);
  });

  test('is nothing but a secret that a person entered', async () => {
    const { member, db } = product;
    const before = (await audited()).length;
    for (const path of [
      'domain',
      'units',
      'units.0',
      'units.0.state.hostname',
      'units.9.recoveryPassword',
      'state.domainAdminPassword',
      'noPassword',
      'units.0.name',
      '__proto__',
    ]) {
      const answer = await reveal(member, path);
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 404, 'credential_not_found']);
    }
    // what deployments reached holds sealed secrets too: the one above is there
    const { model } = await db.environment.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(model)).toContain('domainAdminPassword');
    expect((await reveal(member, '')).status).toBe(400);
    expect((await reveal(member, 7)).status).toBe(400);
    expect(codeOf(await reveal(member, 'adminPassword', '0'.repeat(32)))).toBe('service_not_found');
    expect(await audited()).toHaveLength(before);
  });

  test('of a draft is not told: it opens no machine', async () => {
    const { member } = product;
    const environment = await newEnvironment(member);
    const session = await open(member, environment.at);
    const drafted = await add(member, environment.at, session, activeDirectory({ domain: 'draft.local' }));
    const answer = await reveal(member, 'adminPassword', text(drafted.id), environment.at);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'service_not_found']);
  });

  test('is not told where it cannot be noted', async () => {
    const { member, db } = product;
    await db.$executeRaw`alter table audit_entries add constraint no_reveals check (action <> 'credential.reveal') not valid`;
    try {
      const answer = await reveal(member, 'adminPassword');
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain('Zq7');
    } finally {
      await db.$executeRaw`alter table audit_entries drop constraint no_reveals`;
    }
  });

  test('is found nowhere afterwards: no log line, no column, no other answer', async () => {
    const { member, db, logLines } = product;
    await reveal(member, 'adminPassword');
    for (const path of ['', '/services', '/history', '/activity', '/compare?from=0&to=current', '/events']) {
      expect((await member.call('GET', `${at}${path}`)).text).not.toContain('Sentinel');
    }
    expect(logLines.join('')).toContain('revealCredential');
    expect(logLines.join('')).not.toContain('Sentinel');
    const tables = await db.$queryRaw<{ place: string }[]>`
      select format('%I.%I', table_schema, table_name) as place from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
    for (const { place } of tables) {
      const rows = await db.$queryRawUnsafe<{ row: string }[]>(`select to_jsonb(t)::text as row from ${place} t`);
      expect([place, rows.filter(({ row }) => row.includes('Sentinel'))]).toEqual([place, []]);
    }
  });

  test('has an address of its own that takes nothing but POST', async () => {
    const answer = await product.member.call('GET', `${at}/services/${text(service.id)}/credentials/reveal`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});
