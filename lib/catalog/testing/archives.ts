import fs from 'node:fs';
import path from 'node:path';
import { zip } from '@/lib/formats/archive/testing/write-zip';

/**
 * The archive of a package folder, as a person packs it.
 *
 * @param change what to make of the text of a file, by its path
 */
export function archiveOf(folder: string, change: (text: string, file: string) => string = (text) => text): Uint8Array {
  const entries = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .map((file) => ({ path: file, text: change(fs.readFileSync(path.join(folder, file), 'utf8'), file) }));
  return zip(entries);
}
