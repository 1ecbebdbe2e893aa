import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST } from '@/lib/conductor/muranopl';

/** Folders that hold no packages of an author. */
const PASSED_OVER = new Set(['node_modules', '__pycache__']);
/** Archives of packages by how their names end. */
const ARCHIVE = /\.(?:zip|murano)$/i;

/** The packages in a folder, at any depth: folders with a manifest, which hold no further ones, and archives. */
export async function packageSources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && entry.name === MANIFEST)) return [folder];
  const inner = entries
    .filter(({ name }) => !name.startsWith('.') && !PASSED_OVER.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(async (entry) => {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) return packageSources(at);
      return entry.isFile() && ARCHIVE.test(entry.name) ? [at] : [];
    });
  return (await Promise.all(inner)).flat();
}
