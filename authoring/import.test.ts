import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';
import { runCommandLine } from './command-line';
import { watchPackage } from './watch';

const product = productForTests();

/** Files are looked at, packed, sent and checked: a slow machine is no fault. */
const PATIENCE = { timeout: 120_000, interval: 50 };

async function said(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runCommandLine(args, (line) => lines.push(line));
  return { code, lines };
}

describe('import', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('takes a folder into the catalog of a running installation', async () => {
    vi.stubEnv('OS_TOKEN', product.admin.token);
    const { code, lines } = await said('import', WEB_PAIR, '--to', product.url);
    expect([code, lines]).toEqual([0, [expect.stringMatching(/^com\.example\.WebPair 1\.0\.0 is in the catalog/)]]);
    expect(await product.member.ok('GET', '/v1/catalog/services/com.example.WebPair')).toMatchObject({
      version: '1.0.0',
    });
    // the same files make the same content, whenever they are packed
    expect(await said('import', WEB_PAIR, '--to', product.url)).toEqual({
      code: 0,
      lines: ['Version 1.0.0 of com.example.WebPair is in the catalog already, with this very content.'],
    });
  });

  it('tells why it may not, and what is missing', async () => {
    vi.stubEnv('OS_TOKEN', product.reader.token);
    const refused = await said('import', WEB_PAIR, '--to', product.url);
    expect([refused.code, refused.lines.join()]).toEqual([1, expect.stringContaining('"admin"')]);
    expect((await said('import', WEB_PAIR)).lines.join()).toContain('--to URL');
    vi.stubEnv('OS_TOKEN', '');
    vi.stubEnv('OS_USERNAME', 'nobody');
    vi.stubEnv('OS_PASSWORD', 'wrong');
    vi.stubEnv('OS_PROJECT_NAME', 'Contoso');
    expect((await said('import', WEB_PAIR, '--to', product.url)).lines.join()).toContain('does not let nobody in');
  });
});

describe('import --watch', () => {
  it('imports each change as the next version, tells what is wrong, and takes out what nobody works with', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vetro-watch-'));
    const manifest = path.join(folder, 'manifest.yaml');
    await cp(WEB_PAIR, folder, { recursive: true });
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile()) await writeFile(file, (await readFile(file, 'utf8')).replaceAll('com.example', 'com.watch'));
    }
    const stop = new AbortController();
    const lines: string[] = [];
    const to = { url: product.url, token: product.admin.token, isPublic: false };
    const watching = watchPackage({ folder, to, say: (line) => void lines.push(line) }, stop.signal);
    const write = async (change: (text: string) => string) =>
      writeFile(manifest, change(await readFile(manifest, 'utf8')));
    try {
      await vi.waitFor(() => expect(lines.at(-1)).toBe('com.watch.WebPair 1.0.0 is in the catalog.'), PATIENCE);
      await write((text) => text.replace(/^Type: .*$/m, 'Type: Aplication'));
      await vi.waitFor(() => expect(lines.at(-1)).toContain('manifest.yaml'), PATIENCE);
      await write((text) =>
        text.replace('Aplication', 'Application').replace(/^Description: .*$/m, 'Description: Two of them.'),
      );
      await vi.waitFor(() => expect(lines.at(-1)).toBe('com.watch.WebPair 1.0.1 is in the catalog.'), PATIENCE);
    } finally {
      stop.abort();
      await watching;
    }
    expect(await readFile(manifest, 'utf8')).toContain('Version: 1.0.0');
    const { packages } = await product.member.ok('GET', '/v1/catalog/packages?fqn=com.watch.WebPair');
    expect(packages).toMatchObject([{ version: '1.0.1', description: 'Two of them.' }]);
    await rm(folder, { recursive: true, force: true });
  });
});
