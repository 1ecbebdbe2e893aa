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

/** An action that gives an object another size. */
const GROW = 'action("grow") murano:properties+(x, "flavor", "m1.huge") :- grow(x)';

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

  it('asks what the rules derive of a fixture, and how that differs after changes and actions that are tried', async () => {
    const tests = `values: { most: 1 }
tests:
  - { name: small, services: [{ type: webServer, name: web, flavor: m1.small, units: [{ name: web1 }] }] }
  - { name: large, services: [{ type: webServer, name: web, flavor: m1.large, units: [{ name: web1 }] }] }
`;
    const file = await fileOf('sized(size) :- murano:properties(x, "flavor", size)', tests);
    expect(await run('ask', file, 'sized("m1.small")')).toEqual({ code: 0, lines: ['sized("m1.small")'] });
    expect(await run('ask', file, 'sized("m1.small")', '--fixture', 'large')).toEqual({
      ...{ code: 0, lines: ['Nothing is derived.'] },
    });
    const after = ['--after', 'murano:properties+("another", "flavor", "m1.huge")'];
    expect(await run('ask', file, 'sized("m1.huge")', ...after)).toEqual({ code: 0, lines: ['+ sized("m1.huge")'] });
    const actions = ['--after', 'grow("another")', '--actions', GROW];
    expect(await run('ask', file, 'sized(size)', ...actions)).toEqual({ code: 0, lines: ['+ sized("m1.huge")'] });
    expect(
      (await run('ask', file, 'sized(size)', '--after', 'murano:properties+("another", "name", "x")')).lines,
    ).toEqual(['No answer differs.']);
  });

  it('says what is wrong with a question, a fixture or a file', async () => {
    const file = await fileOf('p(1)', 'tests: [{ name: empty }]\n');
    expect(await run('ask', file, 'p(1)')).toEqual({ code: 0, lines: ['p(1)'] });
    expect(await run('ask', file, 'p(')).toMatchObject({ code: 1, lines: [expect.stringContaining('rule.yaml: ')] });
    expect(await run('ask', file, 'p(1)', '--fixture', 'full')).toMatchObject({
      ...{ code: 1, lines: [expect.stringContaining('there are: empty')] },
    });
    expect((await run('ask', file)).code).toBe(2);
    expect((await run('ask', path.join('policies', 'none.yaml'), 'p(1)')).code).toBe(1);
  });

  it('tells how it is called', async () => {
    expect((await run()).code).toBe(2);
    expect((await run('help')).code).toBe(0);
  });
});
