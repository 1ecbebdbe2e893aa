import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PackageFiles } from '@/lib/formats/package/package';
import { TEMPLATES_FOLDER } from './templates';

/** The texts of a package's folder, by path from its root; names that begin with a dot are left out. */
export async function readFolder(directory: string): Promise<PackageFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !file.split('/').some((part) => part.startsWith('.')));
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(path.join(directory, file), 'utf8')] as const),
  );
  return new Map(texts);
}

/** The package folders of a catalog directory, in the order of their names; templates are no package. */
export async function packageFolders(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== TEMPLATES_FOLDER)
    .map(({ name }) => name)
    .sort();
}
