import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const KEY_BYTES = 32;

/**
 * Reads a key of 32 bytes, kept in base64; the first caller makes it. Processes that start together agree
 * on one: the file appears whole or not at all.
 *
 * @throws Error when the file cannot be read or written, or does not hold a key
 */
export function readOrCreateKey(file: string): Buffer {
  if (!fs.existsSync(file)) create(file);
  const key = Buffer.from(fs.readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error(`${file} does not hold a key of ${KEY_BYTES} bytes in base64. Without the key that was there, \
stored secrets cannot be read: restore it from a backup.`);
  return key;
}

function create(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  fs.writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}
