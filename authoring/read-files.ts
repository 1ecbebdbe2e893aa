import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readZip } from '@/lib/formats/archive/read-zip';

/** Files by their paths from the root of the package, with `/`. */
export type Files = ReadonlyMap<string, Uint8Array>;

/**
 * The files of a package in a folder or a zip archive; names that begin with a dot are left out.
 *
 * @throws what the file system says; invalid_input `archive_invalid`
 */
export async function readFiles(source: string): Promise<Files> {
  const files = (await stat(source)).isDirectory() ? await inFolder(source) : readZip(await readFile(source));
  return new Map([...files].filter(([file]) => !file.split('/').some((part) => part.startsWith('.'))));
}

async function inFolder(folder: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const contents = await Promise.all(files.map((file) => readFile(path.join(folder, file))));
  return new Map(files.map((file, index) => [file.split(path.sep).join('/'), contents[index] as Uint8Array]));
}
