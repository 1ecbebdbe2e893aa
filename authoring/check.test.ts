import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './command-line';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'package-check-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function command(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  await runCommandLine(args, (line) => void lines.push(line));
  return lines;
}

/** Changes a file of a package. */
async function edit(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(from);
  await writeFile(file, text.replace(from, to));
}

describe('check', () => {
  it('tells of all phases at once what is wrong with classes: in them, in the simulation, in what is required', async () => {
    const at = path.join(folder, 'classes');
    await command('new', 'muranopl', at, '--name', 'org.sample.Notes');
    await edit(path.join(at, 'Classes/Notes.yaml'), '$.string()', '$.strin()');
    await appendFile(path.join(at, 'manifest.yaml'), 'Require:\n  org.sample.Absent: 1.0.0\n');
    await mkdir(path.join(at, 'Simulation'));
    await writeFile(path.join(at, 'Simulation/x.yaml'), 'Format: Simulation/1.0\ncommands:\n  Go:\n    secnds: 3\n');
    const output = (await command('check', at)).join('\n');
    expect(output).toMatch(/Notes\.yaml:\d+:\d+: .*strin/);
    expect(output).toMatch(/Simulation\/x\.yaml:4.*secnds/);
    expect(output).toMatch(/manifest\.yaml:\d+.*org\.sample\.Absent/);
  });

  it('tells of all phases at once what is wrong with workflows: in the form, in plans, between packages', async () => {
    const at = path.join(folder, 'workflows');
    await command('new', 'xml', at, '--name', 'org.sample.Shares');
    await edit(path.join(at, 'UI/service.yaml'), /kind: password/, 'kind: pasword');
    await edit(path.join(at, 'manifest.yaml'), /io\.vetro\.windows\.Core: .*/, 'io.vetro.windows.Core: 99.0.0');
    const plans = path.join(at, 'Resources/plans/Absent.json');
    await writeFile(plans, '{\n  "Scripts": ["Absent.ps1"],\n  "Commands": [],\n  "RebootOnCompletion": 0\n}\n');
    const output = (await command('check', at)).join('\n');
    expect(output).toMatch(/UI\/service\.yaml:\d+/);
    expect(output).toMatch(/manifest\.yaml:\d+.*99\.0\.0/);
    expect(output).toMatch(/Resources\/plans\/Absent\.json:2.*Absent\.ps1/);
  });

  it.each([
    ['UI/service.yaml', 'installedWhen: shared', 'installedWhen: shred', 'No workflow sets "state.shred"'],
    ['UI/service.yaml', 'kind: name, label: Share', 'kind: choice, label: Share', 'what there is to choose from'],
    [
      'UI/service.yaml',
      'kind: name, label: Share',
      'kind: choice, choices: [{ value: a, label: A }, { value: a, label: B }], label: Share',
      '"a" is among the choices twice',
    ],
    ['UI/service.yaml', 'path: state.path', 'path: ""', 'must not be empty'],
    ['Workflows/file-server.xml', 'timeout="1800"', 'timeout="0"', 'a number of seconds above 0'],
    ['Workflows/file-server.xml', '<share name="share">', '<share name="shar">', 'needs a value for "$share"'],
    ['Workflows/file-server.xml', 'rule id="share"', 'rule id="prepare"', 'there is a rule "prepare" here already'],
    ['Workflows/file-server.xml', 'template="ShareFolder"', 'template="Share"', 'has an execution plan named "Share"'],
    ['Workflows/file-server.xml', '</workflow>', '', 'not well-formed XML'],
  ])('tells once of what is wrong in %s: %s that becomes %s', async (file, from, to, sentence) => {
    const at = await mkdtemp(path.join(folder, 'edited-'));
    await command('new', 'xml', at, '--name', 'org.sample.Shares');
    expect((await command('check', at)).at(-1)).toContain('no errors, no warnings');
    await edit(path.join(at, file), from, to);
    const output = await command('check', at);
    expect(output.filter((line) => line.includes(sentence))).toEqual([expect.stringContaining(file)]);
    expect(output.at(-1)).toContain('1 error, no warnings');
  });
});
