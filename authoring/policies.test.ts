import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runPolicyCommandLine } from './policies';

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runPolicyCommandLine(args, (line) => lines.push(line));
  return { code, lines };
}

async function fileOf(rules: string, more = ''): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'policy-')), 'rule.yaml');
  await writeFile(file, `Format: Policy/1.0\nname: rule\ntitle: A rule\nrules: '${rules}'\n${more}`);
  return file;
}

describe('npm run policy', () => {
  it('finds nothing wrong with the ready policies, whose fixtures pass', async () => {
    const files = (await readdir('policies')).map((name) => path.join('policies', name));
    const { code, lines } = await run('test', ...files);
    expect(lines.filter((line) => !/: (\d+) of \1 fixtures pass\.$/.test(line))).toEqual([]);
    expect(code).toBe(0);
  });

  it('says what is wrong with a file, with the line of the rules', async () => {
    const file = await fileOf('p(x) :- q(y)');
    expect(await run('check', file)).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('rules line 1, column 1'), expect.stringContaining('defines “q”')],
    });
    expect((await run('check', path.join('policies', 'none.yaml'))).code).toBe(1);
  });

  it('says which fixture differs, and how', async () => {
    const tests = 'tests: [{ name: an empty one is refused, stops: [no] }]\n';
    const { code, lines } = await run('test', await fileOf('p(1)', tests));
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining('an empty one is refused'),
      '  stops: expected "no", which it does not say',
      expect.stringContaining('0 of 1 fixtures pass'),
    ]);
  });

  it('tells how it is called', async () => {
    expect((await run()).code).toBe(2);
    expect((await run('help')).code).toBe(0);
  });
});
