import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { object, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';
import { runCommandLine } from './command-line';

const product = productForTests();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'package-new-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function command(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const code = await runCommandLine(args, (line) => void lines.push(line));
  return { code, said: lines.join('\n') };
}

const windows = { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' };
const linux = { name: 'debian-12-murano', title: 'Debian 12 with the Murano agent', type: 'linux' };
const machine = { adminPassword: 'Passw0rd!one', flavor: 'm1.small', osImage: windows };

/** What people answer in the form of each package. */
const ANSWERS: [format: string, name: string, answers: JsonObject][] = [
  [
    'xml',
    'org.sample.Shares',
    { type: 'shares', share: 'plans', unitNamingPattern: 'share#', units: [{}], ...machine },
  ],
  [
    'muranopl',
    'org.sample.Notes',
    { type: 'org.sample.Notes', title: 'N', admin: 'a', flavor: 'm1.small', image: linux },
  ],
  ['hot', 'org.sample.Hello', { type: 'org.sample.Hello', size: 'm1.small', image: linux, admin_pass: 'Passw0rd!one' }],
];

describe('a new package', () => {
  it.each(ANSWERS)(
    'of the format %s is right, is taken in and deploys as it was made',
    async (format, name, answers) => {
      const directory = path.join(folder, format);
      expect(await command('new', format, directory, '--name', name)).toMatchObject({ code: 0 });
      expect(await command('check', directory)).toEqual({ code: 0, said: `${directory}: no errors, no warnings.` });
      vi.stubEnv('OS_TOKEN', product.admin.token);
      expect(await command('import', directory, '--to', product.url)).toMatchObject({ code: 0 });
      vi.unstubAllEnvs();
      const { at } = await newEnvironment(product.member);
      const session = await open(product.member, at);
      await product.member.ok('POST', `${at}/services`, { session, body: { name: 'first', ...answers } });
      await deploy(product.member, at, session);
      expect(object(await settled(product.member, at))).toMatchObject({ status: 'ready' });
    },
  );

  it('of the format blueprint is right, and deploys as it was made', async () => {
    const directory = path.join(folder, 'blueprint');
    expect(await command('new', 'blueprint', directory, '--name', 'org.sample.Board')).toMatchObject({ code: 0 });
    expect(await command('check', directory)).toEqual({ code: 0, said: `${directory}: no errors, no warnings.` });
    vi.stubEnv('OS_TOKEN', product.admin.token);
    expect(await command('import', directory, '--to', product.url)).toMatchObject({ code: 0 });
    vi.unstubAllEnvs();
    const { at } = await newEnvironment(product.member);
    const session = await open(product.member, at);
    const units = [{ node: 'db_host' }, { node: 'web_host' }];
    const body = { type: 'org.sample.Board', name: 'board', unitNamingPattern: 'board#', ...machine, units };
    await product.member.ok('POST', `${at}/services`, { session, body });
    await deploy(product.member, at, session);
    expect(object(await settled(product.member, at))).toMatchObject({ status: 'ready' });
  });

  it('has the name of its folder when none is given, and takes no folder that is not empty', async () => {
    const directory = path.join(folder, 'team-notes');
    expect((await command('new', 'muranopl', directory)).said).toMatch(/^com\.example\.TeamNotes is in /);
    expect(text(await readFile(path.join(directory, 'manifest.yaml'), 'utf8'))).toContain(
      'FullName: com.example.TeamNotes',
    );
    expect(await command('new', 'xml', directory)).toMatchObject({
      code: 1,
      said: expect.stringContaining('not empty'),
    });
    expect(await command('new', 'perl', path.join(folder, 'x'))).toMatchObject({ code: 1 });
    expect(await command('new', 'xml', path.join(folder, 'y'), '--name', 'Thing')).toMatchObject({ code: 1 });
  });
});
