import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BundledProgram, bundleProgram } from '@/lib/testing/bundle-program';
import { HANG_MS } from '@/lib/testing/patience';

/** Below the time that the program works in all, far above that of one piece. */
const LIMIT_MS = 1_000;

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleProgram(path.join(import.meta.dirname, 'watchdog.process.ts'));
});
afterAll(() => program.remove());

/** Starts a process under a watchdog. @returns how it ended, and what it wrote */
function ended(work: string, limitMs: number): Promise<{ signal: string | null; output: string }> {
  return new Promise((resolve) => {
    const options = { timeout: HANG_MS, killSignal: 'SIGTERM' } as const;
    execFile(process.execPath, [program.file, work, String(limitMs)], options, (error, output) =>
      resolve({ signal: error?.signal ?? null, output }),
    );
  });
}

test('a process whose loop stands still is ended, and its log says where it stood', async () => {
  const { signal, output } = await ended('stands still', LIMIT_MS);
  expect(signal).toBe('SIGKILL');
  const line = JSON.parse(output);
  expect(line).toMatchObject({ level: 'fatal', seconds: 1, msg: expect.stringContaining('stood still') });
  expect(line.stack.join('\n')).toMatch(/compute .*\n.*standStill /);
});

test('a process that works hard, piece by piece, goes on', async () => {
  expect(await ended('goes on', LIMIT_MS)).toEqual({ signal: null, output: 'done\n' });
});

test('without a limit the loop may stand as long as it likes', async () => {
  expect(await ended('stands for a while', 0)).toEqual({ signal: null, output: 'done\n' });
});
