import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { cpuSeconds } from './load.mjs';

/** Computes for as long as it takes to use so much of a processor, in microseconds. */
const BUSY = 'while (process.cpuUsage().user < 300_000) Math.sqrt(Math.random())';
/** Starts a child whenever it is written to, and answers when that has come to its end. */
const PARENT = `
  process.stdin.on('data', () => {
    require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(BUSY)}])
      .on('exit', () => process.stdout.write('ended'));
  });
  process.stdout.write('ready');
`;

let parent;
afterEach(() => {
  parent?.kill();
});

describe.runIf(process.platform === 'linux')('the processor time of a benchmark', () => {
  it('counts what processes have used that ended meanwhile, as those of a database do with their connections', async () => {
    parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(parent.stdout, 'data');
    const before = cpuSeconds([parent.pid]);
    parent.stdin.write('go');
    await once(parent.stdout, 'data');
    expect(cpuSeconds([parent.pid]) - before).toBeGreaterThanOrEqual(0.29);
  });

  it('is unknown once the process is no more', async () => {
    parent = spawn(process.execPath, ['-e', '']);
    await once(parent, 'exit');
    expect(cpuSeconds([parent.pid])).toBeNull();
  });
});
