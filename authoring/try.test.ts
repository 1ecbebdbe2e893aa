import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './command-line';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'package-try-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function command(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runCommandLine(args, (line) => void lines.push(line));
  return { code, lines };
}

/** A row of the table, cell by cell. */
const rowOf = (lines: readonly string[], source: string) =>
  lines.find((line) => line.startsWith(`${source} `) && line.includes('  '))?.split(/ {2,}/);

describe('try', () => {
  it('prints how far each package of a folder gets, with the reasons, and counts apart what was not executed', async () => {
    const at = (name: string) => path.join(folder, name);
    await command('new', 'muranopl', at('notes'), '--name', 'org.sample.Notes');
    await command('new', 'hot', at('deeper/hello'), '--name', 'org.sample.Hello');
    // of the same name and version, with other content: it is tried beside the first, not instead of it
    await cp(at('notes'), at('other-notes'), { recursive: true });
    const script = path.join(at('other-notes'), 'Resources/scripts/install.sh');
    await writeFile(script, `${await readFile(script, 'utf8')}apt-get install -y nginx\n`);
    await cp(at('notes'), at('wrong'), { recursive: true });
    await writeFile(path.join(at('wrong'), 'Classes/Notes.yaml'), 'Name: Notes\nMethods: [deploy\n');

    const { code, lines } = await command('try', folder);
    expect(code).toBe(1);
    expect(rowOf(lines, 'notes')).toEqual(['notes', 'yes', 'yes', 'yes', 'yes']);
    expect(rowOf(lines, 'other-notes')).toEqual(['other-notes', 'yes', 'yes', 'yes', 'yes', '1']);
    expect(rowOf(lines, 'deeper/hello')?.slice(0, 5)).toEqual(['deeper/hello', 'yes', 'yes', 'yes', 'none']);
    expect(rowOf(lines, 'wrong')).toEqual(['wrong', 'no', 'none', 'none', 'none']);
    const output = lines.join('\n');
    expect(output).toMatch(/^other-notes: not executed here: \w+$/m);
    expect(output).toContain('deeper/hello: action: none: it has no action');
    expect(output).toMatch(/^wrong: imports: no: .*Notes\.yaml/m);
    expect(lines.at(-1)).toBe(
      '4 packages: 2 got through, 1 got through with programs that were not executed here, 1 did not.',
    );
  });

  it('imports packages that require each other together', async () => {
    const circle = await mkdtemp(path.join(folder, 'circle-'));
    for (const [name, other] of [
      ['One', 'Two'],
      ['Two', 'One'],
    ]) {
      const at = path.join(circle, String(name));
      await command('new', 'muranopl', at, '--name', `org.circle.${name}`);
      const manifest = path.join(at, 'manifest.yaml');
      const written = await readFile(manifest, 'utf8');
      await writeFile(
        manifest,
        `${written.replace(/^Require:.*\n( .*\n)*/m, '')}Require: { org.circle.${other}: 0 }\n`,
      );
    }
    const { lines } = await command('try', circle);
    expect(rowOf(lines, 'One')?.slice(0, 4)).toEqual(['One', 'yes', 'yes', 'yes']);
    expect(rowOf(lines, 'Two')?.slice(0, 4)).toEqual(['Two', 'yes', 'yes', 'yes']);
  });

  it('says where there is nothing to try', async () => {
    const empty = await mkdtemp(path.join(folder, 'empty-'));
    expect(await command('try', empty)).toEqual({ code: 1, lines: [`There is no package in ${empty}.`] });
  });
});
