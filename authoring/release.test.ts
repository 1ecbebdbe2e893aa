import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runReleaseCommandLine } from './release';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-release-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const program = path.join(folder, 'agent.mjs');
const inFolder = (name: string) => path.join(folder, name);
const lines: string[] = [];
const release = (...words: string[]) => {
  lines.length = 0;
  return runReleaseCommandLine(words, (line) => lines.push(line), new Date('2026-11-30T12:00:00Z'));
};
const publicKey = () => /VETRO_AGENT_RELEASE_KEY=(\S+)/.exec(lines.join('\n'))?.[1] ?? '';

it('makes a key once, signs with it and with another, and says by whom a program is signed', () => {
  fs.writeFileSync(program, 'the agent');
  expect(release('show', '--program', program)).toBe(1);
  expect(release('key', inFolder('one'))).toBe(0);
  const one = publicKey();
  expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(fs.statSync(inFolder('one')).mode & 0o777).toBe(0o600);
  expect(release('key', inFolder('one'))).toBe(1);
  expect(lines[0]).toContain('is there already');
  release('key', inFolder('other'));
  const other = publicKey();
  expect(release('sign', '--key', inFolder('one'), '--program', program)).toBe(0);
  expect(release('sign', '--key', inFolder('other'), '--program', program)).toBe(0);
  expect(release('show', '--program', program)).toBe(0);
  expect(lines).toEqual(
    [one, other].map((key) => `${program} is signed by ${key}, released 2026-11-30T12:00:00.000Z.`),
  );
  fs.writeFileSync(program, 'another agent');
  expect(release('show', '--program', program)).toBe(1);
});

it('explains itself where the command line is wrong, and names a file that is no key', () => {
  for (const words of [[], ['key'], ['sign'], ['sign', '--key', 'x', 'more'], ['show', 'x'], ['--nonsense']]) {
    expect(release(...words), words.join(' ')).toBe(2);
  }
  fs.writeFileSync(program, 'the agent');
  expect(release('sign', '--key', program, '--program', program)).toBe(1);
  expect(lines[0]).toContain('holds no release key');
  expect(release('show', '--program', inFolder('none'))).toBe(1);
  expect(lines[0]).toContain('npm run build');
});
