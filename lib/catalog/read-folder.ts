import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { TEMPLATES_FOLDER } from './templates';

/** The files of a package's folder as they are, by path from its root; names that begin with a dot are left out. */
export async function readFiles(directory: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !file.split('/').some((part) => part.startsWith('.')));
  const contents = files.map(
    async (file): Promise<[string, Uint8Array]> => [file, await readFile(path.join(directory, file))],
  );
  return new Map(await Promise.all(contents));
}

/** The package folders of a catalog directory, in the order of their names; templates are no package. */
export async function packageFolders(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== TEMPLATES_FOLDER)
    .map(({ name }) => name)
    .sort();
}
