import { afterEach, describe, expect, it, vi } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';
import { runCommandLine } from './command-line';

const product = productForTests();

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
