import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { packageFilesOf } from '@/lib/catalog/package-files';
import { MANIFEST } from '@/lib/conductor/muranopl';
import { errors } from '@/lib/errors';
import { readZip } from '@/lib/formats/archive/read-zip';

/** How many packages a hint names. */
const SHOWN = 5;

/** Files by their paths from the root of the package, with `/`. */
export type Files = ReadonlyMap<string, Uint8Array>;

/**
 * The files of a package in a folder or a zip archive; names that begin with a dot are left out.
 *
 * @throws invalid_input for what is not there or no package; `archive_invalid`
 */
export async function readFiles(source: string): Promise<Files> {
  return packageFilesOf((await isFolder(source)) ? await inFolder(source) : await readZip(source));
}

/** The text of a file. Throws invalid_input when there is none. */
export async function textOf(file: string): Promise<string> {
  if (await isFolder(file)) throw errors.invalidInput(`${file} is a folder, and not a file.`, []);
  return readFile(file, 'utf8');
}

async function isFolder(source: string): Promise<boolean> {
  const found = await stat(source).catch(() => undefined);
  if (!found) throw errors.invalidInput(`There is no file or folder ${source}.`, []);
  return found.isDirectory();
}

/** A folder that is no package is not read: it may be any, and large. */
async function needManifest(folder: string): Promise<void> {
  const isThere = (inner: string) =>
    stat(path.join(folder, inner, MANIFEST)).then(
      () => true,
      () => false,
    );
  if (await isThere('')) return;
  const inner = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const packages: string[] = [];
  for (const { name } of inner) if (await isThere(name)) packages.push(name);
  const hint = packages.length === 0 ? '' : ` There is one in ${packages.slice(0, SHOWN).join(', ')}.`;
  throw errors.invalidInput(`${folder} is no package: it has no ${MANIFEST}.${hint}`, []);
}

async function inFolder(folder: string): Promise<Map<string, Uint8Array>> {
  await needManifest(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const contents = await Promise.all(files.map((file) => readFile(path.join(folder, file))));
  return new Map(files.map((file, index) => [file.split(path.sep).join('/'), contents[index] as Uint8Array]));
}
