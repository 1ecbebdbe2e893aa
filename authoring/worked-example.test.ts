import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import { runCommandLine } from './command-line';

/** The package that docs/muranopl.md writes, taken from the page itself, and what the page says of it. */

let directory: string;
let page: string;
const at = (file: string) => path.join(directory, file);
const inPackage = (file: string) => at(file === 'model.json' ? file : `com.example.Wiki/${file}`);

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'muranopl-'));
  page = await readFile('docs/muranopl.md', 'utf8');
  const files = [...page.matchAll(/^#### `([^`]+)`\n.*?^```\w+\n(.*?)^```$/gms)];
  expect(files.map(([, file]) => file)).toHaveLength(7);
  for (const [, file = '', text = ''] of files) {
    await mkdir(path.dirname(inPackage(file)), { recursive: true });
    await writeFile(inPackage(file), text);
  }
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** What a command says, and how it ends. */
async function command(name: string, ...args: string[]): Promise<{ said: string[]; code: number }> {
  const said: string[] = [];
  const code = await runCommandLine([name, ...args], (line) => void said.push(line));
  return { said, code };
}

/** The text blocks of the page, in order. */
const blocks = () => [...page.matchAll(/^```text\n(.*?)^```$/gms)].map(([, text = '']) => text.trimEnd());

describe('the worked example of docs/muranopl.md', () => {
  it('has nothing wrong, as a folder and as an archive', async () => {
    const folder = at('com.example.Wiki');
    expect(await command('check', folder)).toEqual({ said: [`${folder}: no errors, no warnings.`], code: 0 });
    const names = ['manifest.yaml', 'Classes/Wiki.yaml', 'Classes/WikiTest.yaml', 'Resources/Install.template'];
    const entries = [...names, 'Resources/scripts/install.sh', 'UI/ui.yaml'];
    const texts = entries.map(async (file) => ({ path: file, text: await readFile(inPackage(file), 'utf8') }));
    await writeFile(at('wiki.zip'), zip(await Promise.all(texts)));
    expect((await command('check', at('wiki.zip'))).said).toEqual([`${at('wiki.zip')}: no errors, no warnings.`]);
  });

  it('with two mistakes is told them as the page says', async () => {
    const file = inPackage('Classes/Wiki.yaml');
    const right = await readFile(file, 'utf8');
    await writeFile(
      file,
      right.replace('[$.string().', '[$.strin().').replace('$.instance.deploy()', '$.instance.deploi('),
    );
    const { said, code } = await command('check', at('com.example.Wiki'));
    await writeFile(file, right);
    expect(said.slice(0, -1).join('\n')).toBe(blocks()[0]);
    expect(said.at(-1)).toContain('2 errors, no warnings.');
    expect(code).toBe(1);
  });

  it('passes its own tests', async () => {
    const { said, code } = await command('test', at('com.example.Wiki'));
    expect(said.at(-1)).toBe('3 passed, 0 failed.');
    expect(code).toBe(0);
  });

  it('fails a test that does not hold, with what the test did and the way to it', async () => {
    const file = inPackage('Classes/WikiTest.yaml');
    const right = await readFile(file, 'utf8');
    await writeFile(file, right.replace('[anna, bert]', '[anna]'));
    const { said, code } = await command('test', at('com.example.Wiki'));
    await writeFile(file, right);
    expect(said[0]).toBe('FAILED  com.example.WikiTest.testAdminsAreAdded');
    expect(said[1]).toContain('AssertionError');
    expect(said.join('\n')).toContain('in method testAdminsAreAdded of type com.example.WikiTest');
    expect(said.at(-1)).toBe('2 passed, 1 failed.');
    expect(code).toBe(1);
  });

  it('is deployed with effects that are only told', async () => {
    const run = ['run', at('com.example.Wiki'), 'com.example.Wiki', 'deploy', '--model', at('model.json')] as const;
    const { said, code } = await command(...run, '--save', at('saved.json'));
    expect(code).toBe(0);
    for (const line of blocks()[1]?.split('\n') ?? ['no block']) expect(said).toContain(line);
    expect(said.join('\n')).toContain('+ wiki1 (OS::Nova::Server)');

    const [name, folder, className, method, model] = run;
    const again = await command(name, folder, className, method, model, at('saved.json'));
    expect(again).toEqual({ said: ['  result  null'], code: 0 });
    const added = await command(
      name,
      folder,
      className,
      'addAdmin',
      model,
      at('saved.json'),
      '--arguments',
      '{name: bert}',
    );
    expect(added.said[0]).toBe('  result  ["anna","bert"]');
  });

  it('tells an exception as the page says', async () => {
    await writeFile(at('answers.yaml'), '{Install: {fails: disk full}}');
    const args = [at('com.example.Wiki'), 'com.example.Wiki', 'deploy', '--model', at('model.json')];
    const { said, code } = await command('run', ...args, '--answers', at('answers.yaml'));
    expect(said.at(-1)).toBe(blocks()[2]);
    expect(code).toBe(1);
  });

  it.each([
    ['check', ['/nowhere'], 'There is no file or folder /nowhere.'],
    ['run', ['PACKAGE', 'com.example.Wick', 'deploy'], 'There is no class com.example.Wick.'],
    ['run', ['PACKAGE', 'com.example.WikiTest', 'gone'], 'The class com.example.WikiTest has no method gone.'],
    ['run', ['PACKAGE', 'com.example.Wiki', 'deploy', '--arguments', '[1]'], '--arguments must be a JSON object'],
  ])('%s %j is answered with a sentence', async (name, args, expected) => {
    const given = args.map((arg) => (arg === 'PACKAGE' ? at('com.example.Wiki') : arg));
    const { said, code } = await command(name, ...given);
    expect(said.join('\n')).toContain(expected);
    expect(code).toBe(1);
  });
});
