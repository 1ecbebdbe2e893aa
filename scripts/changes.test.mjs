import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changedFiles, testsOf } from './changes.mjs';

let root;
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: root });
function write(files) {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
}

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'changes-'));
  write({
    'lib/model/name.ts': 'export const name = 1;',
    'lib/model/name.test.ts': "import { name } from './name';",
    'lib/model/other.test.ts': "import { other } from './other';",
    'lib/model/deep/deep.test.ts': "import { name } from '../name';",
    'lib/runs/index.ts': "export { start } from './start';",
    'lib/runs/start.ts': 'export const start = 1;',
    'lib/api/direct.test.ts': "import { name } from '@/lib/model/name';",
    'lib/api/dynamic.test.ts': "const { name } = await import('@/lib/model/name');",
    'lib/api/through.test.ts': "import { start } from '@/lib/runs';",
    'lib/api/packaged.test.ts': "import { one } from '@vetro/words';",
    'packages/words/src/index.ts': "export { one } from './one';",
    'packages/words/src/one.ts': 'export const one = 1;',
    'lib/api/unrelated.test.ts': "import { names } from '@/lib/model/names';",
  });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'Begin');
});
afterEach(() => {
  fs.rmSync(root, { recursive: true });
});

describe('what a change touches', () => {
  it('is what differs from the last commit: changed, new and deleted files', () => {
    expect(changedFiles(root)).toEqual([]);
    write({ 'lib/model/name.ts': 'export const name = 2;', 'lib/new.ts': '' });
    fs.rmSync(path.join(root, 'lib/model/other.test.ts'));
    expect(changedFiles(root)).toEqual(['lib/model/name.ts', 'lib/model/other.test.ts', 'lib/new.ts']);
  });

  it('is what differs from a revision, where one is given', () => {
    write({ 'lib/runs/start.ts': 'export const start = 2;' });
    git('commit', '-qam', 'Change');
    expect(changedFiles(root)).toEqual([]);
    expect(changedFiles(root, 'HEAD~1')).toEqual(['lib/runs/start.ts']);
  });

  it('has the test of its name, those that import it, and those of its own folder, in this order', () => {
    expect(testsOf(root, ['lib/model/name.ts'])).toEqual([
      'lib/model/name.test.ts',
      'lib/api/direct.test.ts',
      'lib/api/dynamic.test.ts',
      'lib/model/deep/deep.test.ts',
      'lib/model/other.test.ts',
    ]);
  });

  it('has the tests that import the index of its folder, where that passes it on', () => {
    expect(testsOf(root, ['lib/runs/start.ts'])).toEqual(['lib/api/through.test.ts']);
    expect(testsOf(root, ['lib/runs/stop.ts'])).toEqual([]);
    expect(testsOf(root, ['packages/words/src/one.ts'])).toEqual(['lib/api/packaged.test.ts']);
  });

  it('has the tests of the nearest folder above, for what no test imports', () => {
    expect(testsOf(root, ['lib/model/deep/data/names.json'])).toEqual(['lib/model/deep/deep.test.ts']);
    expect(testsOf(root, ['lib/runs/scripts/start.ps1', 'README.md'])).toEqual([]);
    expect(testsOf(root, ['lib/model/deep/further/name.ts'])).toEqual([]);
  });

  it('has no tests that were deleted', () => {
    fs.rmSync(path.join(root, 'lib/model/other.test.ts'));
    expect(testsOf(root, ['lib/model/other.test.ts'])).not.toContain('lib/model/other.test.ts');
  });
});
