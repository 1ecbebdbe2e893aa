import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGES, pack } from './pack.mjs';

const root = path.resolve(import.meta.dirname, '..');
/** Somebody's project, far from this repository, which has the packages installed. */
let project;

beforeAll(async () => {
  project = fs.mkdtempSync(path.join(os.tmpdir(), 'packed-'));
  const modules = path.join(project, 'node_modules');
  for (const name of PACKAGES) await pack(name, path.join(modules, '@vetro', name));
  fs.symlinkSync(path.join(root, 'node_modules', 'ipaddr.js'), path.join(modules, 'ipaddr.js'));
  fs.writeFileSync(path.join(project, 'package.json'), '{"type":"module"}');
}, 120_000);
afterAll(() => fs.rmSync(project, { recursive: true, force: true }));

describe.each(PACKAGES)('the package %s, as it is published', (name) => {
  const readme = fs.readFileSync(path.join(root, 'packages', name, 'README.md'), 'utf8');
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const lines = program.trimEnd().split('\n');
  const [, question, answer] = /^(.*); \/\/ (.*)$/.exec(lines.at(-1)) ?? [];
  const head = lines.slice(0, -1).join('\n');

  it('runs the program of its README by Node alone, with the answer that is printed', () => {
    fs.writeFileSync(path.join(project, 'program.mjs'), `${head}\nconsole.log(JSON.stringify(${question}));\n`);
    const output = execFileSync(process.execPath, ['program.mjs'], { cwd: project, encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual(new Function(`return ${answer}`)());
  });

  it('has types that a strict project takes, as Node finds them', () => {
    fs.writeFileSync(path.join(project, 'program.ts'), `${program}export {};\n`);
    const compiler = path.join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
    const check = () =>
      execFileSync(process.execPath, [compiler, ...options, '--types', '', 'program.ts'], { cwd: project });
    expect(check).not.toThrow();
  });

  it('brings neither tests nor anything of the product', () => {
    const folder = path.join(project, 'node_modules', '@vetro', name);
    const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'README.md', 'LICENSE', 'package.json']));
    expect(files.filter((file) => /testing|\.test\./.test(file))).toEqual([]);
    const text = files
      .filter((file) => file.endsWith('.js'))
      .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
    expect(text.join('\n')).not.toMatch(/from ['"]@\//);
  });
});
