import fs from 'node:fs';
import path from 'node:path';
import { zip } from '@/lib/formats/archive/testing/write-zip';

/**
 * The archive of a package folder, as a person packs it.
 *
 * @param change what to make of the text of a file, by its path
 * @param rename what to make of the path of a file
 * @param more files beside those of the folder
 */
export function archiveOf(
  folder: string,
  change: (text: string, file: string) => string = (text) => text,
  rename: (file: string) => string = (file) => file,
  more: readonly { path: string; text: string }[] = [],
): Uint8Array {
  const entries = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .map((file) => ({ path: rename(file), text: change(fs.readFileSync(path.join(folder, file), 'utf8'), file) }));
  return zip([...entries, ...more]);
}
