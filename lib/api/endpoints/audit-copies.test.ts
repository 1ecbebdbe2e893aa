import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runAuditCommandLine } from '@/authoring/audit';
import { examineInstallation } from '@/authoring/doctor';
import { copyTask } from '@/lib/administration/audit/copies/copy-task';
import { sealAudit } from '@/lib/administration/audit/seal';
import { readCopy, verifyCopy } from '@/lib/administration/audit/verify';
import { createContainer, type RunningContainer } from '@/lib/container/create-container';
import { pruneAudit } from '@/lib/db/prune';
import type { AuditCopySettings } from '@/lib/model/audit-copy';
import { type Product, startProduct } from '../testing/product';
import { newEnvironment } from '../testing/stories';
import { systemAdmin } from '../testing/system-admin';

let folder: string;
let ca: string;
let key: string;
const products: Product[] = [];
const collectors: { close(): Promise<void> }[] = [];

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-copies-'));
  const [keyFile, caFile] = [path.join(folder, 'key.pem'), path.join(folder, 'ca.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const names = ['-subj', '/CN=collector', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', [...request, ...names, '-keyout', keyFile, '-out', caFile], { stdio: 'pipe' });
  [key, ca] = [fs.readFileSync(keyFile, 'utf8'), fs.readFileSync(caFile, 'utf8')];
});
afterEach(async () => {
  for (const one of [...products.splice(0), ...collectors.splice(0)]) await one.close();
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/**
 * A collector of syslog over TLS that reads as RFC 5425 says; `isDeaf`: it hangs up before it has read anything.
 *
 * @param more of TLS
 */
async function collector(port = 0, more: tls.TlsOptions = {}) {
  const messages: string[] = [];
  const state = { isDeaf: false };
  const server = tls.createServer({ key, cert: ca, ...more }, (socket) => {
    socket.on('error', () => undefined);
    if (state.isDeaf) return void socket.destroy();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => messages.push(...framesOf(Buffer.concat(chunks))));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  const opened = { port: (server.address() as { port: number }).port, messages, state, close };
  collectors.push({ close: () => close().catch(() => undefined) });
  return opened;
}

/** Counts octets, and takes nothing that is not counted. */
function framesOf(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(' ', at);
    const count = bytes.toString('latin1', at, blank);
    expect(count).toMatch(/^[1-9]\d*$/);
    const end = blank + 1 + Number(count);
    expect(end).toBeLessThanOrEqual(bytes.length);
    frames.push(bytes.toString('utf8', blank + 1, end));
    at = end;
  }
  return frames;
}

const textOf = (message: string) => message.replace(/^(\S+ ){6}- /, '');
const entriesOf = (messages: readonly string[]) => readCopy(messages.map(textOf).join('\n'));

async function productWith(auditCopies: AuditCopySettings) {
  const product = await startProduct({ auditCopies });
  products.push(product);
  const root = await systemAdmin(product);
  const copy = async () => {
    const { copies } = await root.ok('GET', '/v1/admin/audit/copies');
    return (copies as Record<string, unknown>[])[0];
  };
  const inStep = async () => {
    await sealAudit(product.db);
    await expect.poll(copy, { timeout: 15_000, interval: 100 }).toMatchObject({ behind: 0, problem: null });
  };
  const doctor = async () => {
    const { lines } = await examineInstallation({ DATABASE_URL: product.container.config.databaseUrl });
    return lines.find((line) => line.includes('Audit copy'));
  };
  const create = (name: string) => product.member.call('POST', '/v1/environments', { body: { name } });
  return { product, root, copy, inStep, doctor, create };
}

const syslogAt = (
  port: number,
  trusted: string | null = ca,
  client: { cert: string; key: string } | null = null,
): AuditCopySettings => ({
  targets: [{ kind: 'syslog', host: '127.0.0.1', port, ca: trusted, client }],
  required: true,
});

async function positions(product: Product) {
  const rows = await product.db.auditEntry.findMany({ orderBy: { position: 'asc' }, select: { position: true } });
  return rows.map(({ position }) => String(position));
}

describe('a copy of the audit log by syslog', () => {
  test('has every entry with its proof, in the order of the chain, counted in octets', async () => {
    const { port, messages } = await collector();
    const { product, create, inStep, copy, doctor } = await productWith(syslogAt(port));
    expect(await create('Büro 東京 😀')).toMatchObject({ status: 200 });
    await Promise.all(Array.from({ length: 12 }, () => newEnvironment(product.member)));
    await inStep();

    for (const message of messages)
      expect(message).toMatch(
        /^<110>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+ vetro - [\w.]+ - \{"position":"\d+"[\x20-\x7e]*\}$/,
      );
    expect(messages.map((message) => message.split(' ')[5])).toContain('environment.create');
    const entries = entriesOf(messages);
    expect(entries.map(({ position }) => position)).toEqual(await positions(product));
    expect(await verifyCopy(entries)).toMatchObject({ entries: messages.length, faults: [] });
    expect(await verifyCopy(entries.filter((_, index) => index !== 3))).toMatchObject({
      faults: [{ found: 'The entry at place 4 is missing.' }],
    });
    expect(entries.some(({ details }) => details.includes('Büro 東京 😀'))).toBe(true);
    expect(await copy()).toMatchObject({ address: `syslog+tls://127.0.0.1:${port}`, kind: 'syslog', required: true });
    expect(await doctor()).toMatch(/^ok .*has every entry/);
  });

  test('that is required lets nothing be done while it fails, and everything once it goes on', async () => {
    const first = await collector();
    const { product, root, create, inStep, copy, doctor } = await productWith(syslogAt(first.port));
    expect((await create('before')).status).toBe(200);
    await inStep();
    await first.close();
    await expect
      .poll(copy, { timeout: 15_000 })
      .toMatchObject({ problem: { sentence: expect.stringContaining('ECONNREFUSED') } });

    const before = await product.db.environment.count();
    const refused = await create('refused');
    expect(refused).toMatchObject({ status: 503, json: { code: 'audit_copy_fails' } });
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await root.call('POST', '/v1/admin/tenants', { body: { name: 'Refused', description: '' } })).toMatchObject({
      status: 503,
      json: { code: 'audit_copy_fails' },
    });
    expect(await product.db.environment.count()).toBe(before);
    expect((await product.member.call('GET', '/v1/environments')).status).toBe(200);
    expect(await doctor()).toMatch(/^WRONG .*ECONNREFUSED.*Nothing may be done meanwhile/);

    const second = await collector(first.port);
    await inStep();
    expect((await create('after')).status).toBe(200);
    await inStep();
    const entries = entriesOf([...first.messages, ...second.messages]);
    expect(entries).toHaveLength(first.messages.length + second.messages.length);
    expect(entries.map(({ position }) => position)).toEqual(await positions(product));
  });

  test('sends again what a collector had not read when it hung up', async () => {
    const { port, messages, state } = await collector();
    const { product, create, inStep, copy } = await productWith({ ...syslogAt(port), required: false });
    await inStep();
    state.isDeaf = true;
    expect((await create('unheard')).status).toBe(200);
    await sealAudit(product.db);
    await expect.poll(copy, { timeout: 15_000 }).toMatchObject({ problem: { since: expect.any(String) } });
    expect((await copy())?.behind).toBeGreaterThan(0);
    // it is not required: people go on
    expect((await create('unheard, too')).status).toBe(200);
    state.isDeaf = false;
    await inStep();
    expect(entriesOf(messages).map(({ position }) => position)).toEqual(await positions(product));
  });

  test('is written by one process at a time', async () => {
    const { port, messages } = await collector();
    const { product, inStep } = await productWith(syslogAt(port));
    const { targets } = product.container.config.auditCopies;
    const tasks = Array.from({ length: 5 }, () => targets.map((target) => copyTask(product.container, target))).flat();
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([
        newEnvironment(product.member),
        sealAudit(product.db),
        ...tasks.map((one) => one.run(new Date())),
      ]);
    }
    await inStep();
    expect(entriesOf(messages)).toHaveLength(messages.length);
    expect(entriesOf(messages).map(({ position }) => position)).toEqual(await positions(product));
  });

  const askingForCertificates = () => ({ requestCert: true, rejectUnauthorized: true, ca });

  test('shows a certificate to a collector that asks for one', async () => {
    const { port, messages } = await collector(0, askingForCertificates());
    const { product, create, inStep } = await productWith(syslogAt(port, ca, { cert: ca, key }));
    expect((await create('known')).status).toBe(200);
    await inStep();
    expect(entriesOf(messages).map(({ position }) => position)).toEqual(await positions(product));
  });

  test('says that a collector asks for a certificate where none is set', async () => {
    const { port, messages } = await collector(0, askingForCertificates());
    const { copy } = await productWith(syslogAt(port));
    await expect
      .poll(copy, { timeout: 15_000 })
      .toMatchObject({ problem: { sentence: expect.stringMatching(/certificate.required/i) } });
    expect(messages).toEqual([]);
  });

  test('goes to nobody whose certificate is not trusted', async () => {
    const { port, messages } = await collector();
    const { copy } = await productWith(syslogAt(port, null));
    await expect
      .poll(copy, { timeout: 15_000 })
      .toMatchObject({ problem: { sentence: expect.stringMatching(/self-signed/) } });
    expect(messages).toEqual([]);
  });
});

describe('a copy of the audit log in a file', () => {
  const inFile = (name: string, required = true): AuditCopySettings & { file: string } => {
    const file = path.join(fs.mkdtempSync(path.join(folder, name)), 'audit.jsonl');
    return { targets: [{ kind: 'file', path: file }], required, file };
  };
  const places = (file: string) =>
    fs
      .readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { position: string }).position);

  async function restarted(product: Product, meanwhile: () => Promise<void>): Promise<RunningContainer> {
    await product.container.stopWork();
    await meanwhile();
    return createContainer(product.container.config, { byItself: false });
  }

  test('is closed to others, proves itself, and shows what was changed', async () => {
    const { file, ...settings } = inFile('proof');
    const { product, inStep } = await productWith(settings);
    await newEnvironment(product.member);
    await inStep();
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    const verified = async () => {
      const lines: string[] = [];
      const env = { DATABASE_URL: product.container.config.databaseUrl };
      const code = await runAuditCommandLine(['--file', file], env, (line) => lines.push(line));
      return { code, text: lines.join('\n') };
    };
    expect(await verified()).toEqual({
      code: 0,
      text: expect.stringMatching(/^The copy is as it was written: \d+ entr(y|ies), to place/),
    });
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('environment.create', 'environment.delete'));
    expect(await verified()).toEqual({
      code: 1,
      text: expect.stringMatching(/^The copy was tampered with:\n.* changed/),
    });
  });

  test('that cannot be written stops what is audited until it can', async () => {
    const { file, ...settings } = inFile('unwritable');
    const { product, create, inStep, copy } = await productWith(settings);
    await inStep();
    const away = `${path.dirname(file)}-away`;
    fs.renameSync(path.dirname(file), away);
    await expect.poll(copy, { timeout: 15_000 }).toMatchObject({
      problem: { sentence: `The file ${file} cannot be written: ENOENT: no such file or directory.` },
    });
    expect(await create('refused')).toMatchObject({ status: 503, json: { code: 'audit_copy_fails' } });
    fs.renameSync(away, path.dirname(file));
    await inStep();
    expect((await create('after')).status).toBe(200);
    await inStep();
    expect(places(file)).toEqual(await positions(product));
  });

  test('loses nothing and repeats nothing over restarts, also where its writer died before that was noted', async () => {
    const { file, ...settings } = inFile('restart');
    const { product, inStep } = await productWith(settings);
    await newEnvironment(product.member);
    await inStep();
    const all = await positions(product);

    const again = await restarted(product, async () => {
      const entry = { action: 'a.b', target: 't', targetId: 'meanwhile' };
      await product.db.auditEntry.create({ data: entry });
      const [before] = await product.db.auditEntry.findMany({ where: { position: BigInt(all.length - 2) } });
      // as if it had died before the last two were noted, and in the middle of a line
      await product.db.auditCopy.updateMany({ data: { position: before?.position ?? 0, hash: before?.hash ?? '' } });
      fs.appendFileSync(file, '{"position":"');
    });
    const settled = async () => (await product.db.auditCopy.findFirstOrThrow()).position;
    await expect.poll(settled, { timeout: 15_000 }).toBe(BigInt(all.length + 1));
    const torn = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, torn.replace('{"position":"\n', ''));
    expect(torn.length - fs.statSync(file).size).toBe('{"position":"\n'.length);
    expect(places(file)).toEqual([...all, String(all.length + 1)]);
    expect(readCopy(torn)).toHaveLength(all.length + 1);
    await again.close();
  });

  test('keeps what it does not have from being removed because of its age', async () => {
    const { file, ...settings } = inFile('prune', false);
    const { product, copy } = await productWith(settings);
    fs.renameSync(path.dirname(file), `${path.dirname(file)}-away`);
    await expect.poll(copy, { timeout: 15_000 }).toMatchObject({ problem: { since: expect.any(String) } });
    await newEnvironment(product.member);
    await sealAudit(product.db);
    const { behind, position } = (await copy()) ?? {};
    const tomorrow = new Date(Date.now() + 24 * 3600 * 1000);
    expect(await pruneAudit(product.db, tomorrow)).toBe(Number(position));
    expect((await copy())?.behind).toBeGreaterThanOrEqual(Number(behind));
  });

  test('is shown to who administers the installation alone', async () => {
    const { file: _, ...settings } = inFile('shown');
    const { product, copy } = await productWith(settings);
    expect((await product.admin.call('GET', '/v1/admin/audit/copies')).status).toBe(403);
    expect(await copy()).toMatchObject({ kind: 'file', required: true });
  });
});
