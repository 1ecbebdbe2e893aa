import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isAlive, isAliveAs, npmCommand, OWN_TERMINAL, packageCommand, signalTree } from './platform.mjs';

const root = path.resolve(import.meta.dirname, '..');
const FOR_EVER = 'setInterval(() => {}, 1000)';

describe('programs that packages bring', () => {
  it('npm is started by this Node, without a shell', () => {
    const { command, args, options } = npmCommand(['--version']);
    expect(command).toBe(process.execPath);
    expect(options).toEqual({});
    expect(spawnSync(command, args, { encoding: 'utf8' }).stdout).toMatch(/^\d+\.\d+/);
  });

  it.each([['tsx'], ['biome', '@biomejs/biome']])('%s is JavaScript', (name, owner) => {
    const { status, stdout } = spawnSync(process.execPath, [packageCommand(root, name, owner), '--version']);
    expect([status, String(stdout)]).toEqual([0, expect.stringMatching(/\d+\.\d+/)]);
  });
});

describe('processes', () => {
  it('are alive until they end, and known by their command', async () => {
    const child = spawn(process.execPath, ['-e', FOR_EVER], { stdio: 'ignore' });
    await once(child, 'spawn');
    expect(isAlive(child.pid)).toBe(true);
    expect(isAliveAs(child.pid, ['setInterval', 'node.exe'])).toBe(true);
    expect(isAliveAs(child.pid, ['another-program'])).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(child.pid)).toBe(false);
  });

  it('end with all that they started', async () => {
    const parent = `const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(FOR_EVER)}], { stdio: 'ignore' });
      process.stdout.write(child.pid + '\\n'); ${FOR_EVER}`;
    const child = spawn(process.execPath, ['-e', parent], { stdio: ['ignore', 'pipe', 'inherit'], ...OWN_TERMINAL });
    const [line] = await once(child.stdout, 'data');
    const grandchild = Number(String(line));
    expect(isAlive(grandchild)).toBe(true);
    signalTree(child.pid, 'SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => isAlive(grandchild)).toBe(false);
  });
});

describe('a child that ends with its parent', () => {
  const start = (program) =>
    spawn(
      process.execPath,
      ['--import', pathToFileURL(path.join(root, 'scripts/die-with-parent.mjs')).href, '-e', program],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    );

  it('ends in order once its parent lets go of it', async () => {
    const child = start(
      `process.once('SIGTERM', () => setTimeout(() => process.exit(7), 50)); process.send('up'); ${FOR_EVER}`,
    );
    await once(child, 'message');
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([7, null]);
  });

  it('ends at once where nothing in it answers', async () => {
    const child = start(`process.send('up'); ${FOR_EVER}`);
    await once(child, 'message');
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([1, null]);
  });
});
