import { type FileHandle, open } from 'node:fs/promises';
import { type CopiedEntry, copyLine, readCopyLine } from '@/lib/formats/audit-chain/copy-line';

/** How much of the end of the file is read at first for its last line, in bytes. */
const TAIL_BYTES = 64 * 1024;

/**
 * Adds entries to a file, one line each, and returns once they are on the disk. Those that it has already, because whoever wrote
 * them died before that was noted, are not written again.
 *
 * @param entries in the order of their places
 * @throws Error of the file system
 */
export async function addToFile(path: string, entries: readonly CopiedEntry[]): Promise<void> {
  const file = await open(path, 'a+', 0o600);
  try {
    const tail = await readTail(file);
    const last = tail.lines.map(readCopyLine).findLast((entry) => entry !== null);
    const written = entries.findIndex(({ position, hash }) => position === last?.position && hash === last.hash);
    const text = entries
      .slice(written + 1)
      .map((entry) => `${copyLine(entry)}\n`)
      .join('');
    if (text === '') return;
    await file.appendFile(tail.isTorn ? `\n${text}` : text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The whole lines at the end of a file, one at least where there is one, and whether more stands behind the last of them. */
async function readTail(file: FileHandle): Promise<{ lines: string[]; isTorn: boolean }> {
  const { size } = await file.stat();
  for (let length = Math.min(size, TAIL_BYTES); ; length = Math.min(size, length * 4)) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    const isTorn = lines.pop() !== '';
    if (length < size) lines.shift();
    if (lines.length > 0 || length === size) return { lines, isTorn: isTorn && size > 0 };
  }
}
