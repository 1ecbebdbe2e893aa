import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runAuditCommandLine } from '@/authoring/audit';
import { examineInstallation } from '@/authoring/doctor';
import { sealAudit } from '@/lib/administration/audit/seal';
import { readChain, sealEntries } from '@/lib/db/audit-chain';
import { pruneAudit } from '@/lib/db/prune';
import { entryHash } from '@/lib/formats/audit-chain/chain';
import type { Client } from '../testing/product';
import { productForTests } from '../testing/product-for-tests';
import { newEnvironment } from '../testing/stories';
import { systemAdmin } from '../testing/system-admin';

const product = productForTests();
let root: Client;
let folder: string;

beforeAll(async () => {
  root = await systemAdmin(product);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-audit-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await Promise.all(Array.from({ length: 8 }, () => newEnvironment(product.member)));
});

async function audit(...words: string[]) {
  await sealAudit(product.db);
  const lines: string[] = [];
  const env = { DATABASE_URL: product.container.config.databaseUrl };
  const code = await runAuditCommandLine(words, env, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

async function exported(query = ''): Promise<string> {
  const response = await fetch(`${product.url}/v1/admin/audit/export${query}`, {
    headers: { 'x-auth-token': root.token },
  });
  const file = path.join(folder, `export-${fs.readdirSync(folder).length}.csv`);
  fs.writeFileSync(file, await response.text());
  return file;
}

async function rows() {
  await sealAudit(product.db);
  return product.db.auditEntry.findMany({ orderBy: { position: 'asc' } });
}

/** Changes the log past the product, looks at what is found, and puts it back. */
async function tampered(sql: string, back: string, ...words: string[]) {
  await product.db.$executeRawUnsafe(sql);
  try {
    return await audit(...words);
  } finally {
    await product.db.$executeRawUnsafe(back);
    expect((await audit()).code).toBe(0);
  }
}

async function collected<T>(many: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of many) list.push(one);
  return list;
}

describe('the chain of the audit log', () => {
  test('takes up what was written within a second, by itself', async () => {
    const { id } = await product.db.auditEntry.create({ data: { action: 'a.b', target: 't', targetId: 'soon' } });
    const place = async () => (await product.db.auditEntry.findUniqueOrThrow({ where: { id } })).position;
    await expect.poll(place, { timeout: 5_000 }).not.toBeNull();
  });

  test('keeps no transaction waiting, and fails none that began before others wrote', async () => {
    const write = (tx: Pick<typeof product.db, 'auditEntry'>, targetId: string) =>
      tx.auditEntry.create({ data: { action: 'a.b', target: 't', targetId } });
    await product.db.$transaction(
      async (early) => {
        await early.auditEntry.count();
        await write(product.db, 'meanwhile');
        await sealAudit(product.db);
        await write(early, 'early');
        // both are open at once, and neither waits for the other's end
        await product.db.$transaction(async (other) => void (await write(other, 'other')));
      },
      { isolationLevel: 'Serializable' },
    );
    expect((await audit()).code).toBe(0);
  });

  test('is made by several processes at once as by one', async () => {
    const data = Array.from({ length: 300 }, (_, n) => ({ action: 'a.b', target: 't', targetId: String(n) }));
    await Promise.all([
      product.db.auditEntry.createMany({ data }),
      ...Array.from({ length: 6 }, async (_, n) => sealEntries(product.db, n % 2 === 0 ? 'wait' : 'leave')),
    ]);
    expect((await audit()).code).toBe(0);
  });

  test('is one, however many write at the same time, and names its end', async () => {
    const entries = Array.from({ length: 30 }, (_, n) => ({
      action: 'a.b',
      target: 't',
      targetId: `ü ${n}`,
      requestId: '',
    }));
    await Promise.all(entries.map((data) => product.db.auditEntry.create({ data })));
    const all = await rows();
    expect(all.map(({ position }) => Number(position))).toEqual(all.map((_, index) => index + 1));
    const { code, text } = await audit();
    expect([code, text]).toEqual([
      0,
      `The audit log is as it was written: ${all.length} entries, to place ${all.length} with the hash ${all.at(-1)?.hash}.`,
    ]);
  });

  test('has nothing of what was undone', async () => {
    const before = (await rows()).length;
    const undone = product.db.$transaction(async (tx) => {
      await tx.auditEntry.create({ data: { action: 'a.b', target: 't', targetId: 'x' } });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await newEnvironment(product.member);
    expect((await rows()).slice(before).map(({ position }) => Number(position))).toEqual([before + 1]);
    expect((await audit()).code).toBe(0);
  });

  test('names a row that was changed, the places of those that were deleted, and rows that were put in', async () => {
    const all = await rows();
    const [third, last] = [all[2], all.at(-1)];
    const quoted = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`;
    const changed = await tampered(
      `update audit_entries set user_id = null where id = ${third?.id}`,
      `update audit_entries set user_id = ${quoted(third?.userId)} where id = ${third?.id}`,
    );
    expect(changed).toEqual({
      code: 1,
      text: `The audit log was tampered with:\n  The entry ${third?.id} at place 3 was changed, or the hash of the one before it was.`,
    });
    const keep = (id: unknown) =>
      product.db.$executeRawUnsafe(`create table kept as select * from audit_entries where id = ${id}`);
    const putBack = 'do $x$ begin insert into audit_entries select * from kept; drop table kept; end $x$';
    await keep(third?.id);
    const without = await tampered(`delete from audit_entries where id = ${third?.id}`, putBack);
    expect(without.text).toContain('The entry at place 3 is missing.');
    await keep(last?.id);
    const cut = await tampered(`delete from audit_entries where id = ${last?.id}`, putBack);
    expect(cut.text).toContain(`The entry at place ${last?.position} is missing.`);
    const inserted = await tampered(
      "insert into audit_entries (id, action, target, target_id, position, hash) values (999999, 'a.b', 't', 'x', 900000, 'ab')",
      'delete from audit_entries where id = 999999',
    );
    expect([inserted.code, inserted.text]).toEqual([1, expect.stringContaining('The entry 999999 was put in')]);
  });

  test('is looked at by the doctor', async () => {
    const env = { DATABASE_URL: product.container.config.databaseUrl };
    const line = async () => (await examineInstallation(env)).lines.find((one) => one.includes('Audit log'));
    expect(await line()).toMatch(/^ok .*as it was written/);
    const [first] = await rows();
    await product.db.$executeRawUnsafe(`update audit_entries set target = 'else' where id = ${first?.id}`);
    expect(await line()).toMatch(/^WRONG .*at place 1 was changed/);
    await product.db.$executeRawUnsafe(`update audit_entries set target = '${first?.target}' where id = ${first?.id}`);
  });

  test('is proved by its export, whole or in part, also against a log that was written anew', async () => {
    const [whole, part] = [await exported(), await exported('?action=environment.create')];
    expect((await audit('--file', whole)).text).toMatch(
      /^The export is as it was written: \d+ entries\.\nThe audit log is/,
    );
    expect((await audit('--file', part)).code).toBe(0);

    const text = fs.readFileSync(part, 'utf8');
    fs.writeFileSync(part, text.replace('environment.create', 'environment.delete'));
    expect((await audit('--file', part)).text).toMatch(
      /^The export was tampered with:\n {2}The entry \d+ at place \d+ was changed/,
    );

    const chain = await rows();
    const end = await product.db.auditChain.findFirstOrThrow();
    await product.db.auditEntry.updateMany({ where: { position: 2 }, data: { requestId: 'forged' } });
    const entries = await collected(readChain(product.db, String(end.position)));
    let hash = '0'.repeat(64);
    for (const entry of entries) {
      hash = entryHash(hash, entry);
      await product.db.auditEntry.update({ where: { id: BigInt(entry.id) }, data: { hash } });
    }
    await product.db.auditChain.updateMany({ data: { hash } });
    expect((await audit()).code).toBe(0);
    const forged = await audit('--file', whole);
    expect([forged.code, forged.text]).toEqual([
      1,
      expect.stringContaining('another entry at place 2 than the export'),
    ]);
    for (const { id, hash, requestId } of chain)
      await product.db.auditEntry.update({ where: { id }, data: { hash, requestId } });
    await product.db.auditChain.updateMany({ data: { hash: end.hash } });
    expect((await audit()).code).toBe(0);
  });

  test('goes on after what was old is removed, which is an entry itself', async () => {
    const [first] = await rows();
    expect(await pruneAudit(product.db, new Date(Number(first?.at) + 1))).toBeGreaterThan(0);
    expect((await audit()).code).toBe(0);
    const { text } = await tampered(
      'update audit_chain set removed = removed + 1',
      'update audit_chain set removed = removed - 1',
    );
    expect(text).toContain('no entry of the log says so');
  });
});

describe('who acted', () => {
  test('is a person, or what acted by itself', async () => {
    await sealAudit(product.db);
    const { entries } = await root.ok('GET', '/v1/admin/audit?action=environment.create&limit=1');
    expect(entries).toMatchObject([
      { actor: { kind: 'person', id: '', name: '' }, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });
});
