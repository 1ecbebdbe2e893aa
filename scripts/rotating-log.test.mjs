import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openRotatingLog } from './rotating-log.mjs';

test('a log past its size is set aside, a few times over, while somebody writes to it', () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-log-'));
  const file = path.join(directory, 'server.log');
  fs.writeFileSync(file, 'from before, long enough');
  const log = openRotatingLog(file, { mostBytes: 10, kept: 2, everyMs: 1e9 });
  // as a child process would, that got the descriptor when it was started
  const write = (text) => fs.writeSync(log.descriptor, text);
  write('one');
  log.check();
  for (const text of ['two, long enough', 'three, long enough']) {
    write(text);
    log.check();
  }
  write('four');
  log.close();
  const read = (name) => fs.readFileSync(path.join(directory, name), 'utf8');
  expect(fs.readdirSync(directory).sort()).toEqual(['server.log', 'server.log.1', 'server.log.2']);
  expect([read('server.log'), read('server.log.1'), read('server.log.2')]).toEqual([
    'four',
    'three, long enough',
    'onetwo, long enough',
  ]);
  fs.rmSync(directory, { recursive: true });
});
