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

/**
 * The files of a package, or of the packages in a folder below their folders' names: what is imported together.
 *
 * @throws as `readFiles`
 */
export async function readPackages(source: string): Promise<Files> {
  if (!(await isFolder(source)) || (await isPackage(source))) return readFiles(source);
  const names = await packagesIn(source);
  if (names.length < 2) return readFiles(source);
  const files = await Promise.all(
    names.map(async (name) => ({ name, files: await inFolder(path.join(source, name)) })),
  );
  return new Map(files.flatMap(({ name, files: own }) => [...own].map(([file, bytes]) => [`${name}/${file}`, bytes])));
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
  if (await isPackage(folder)) return;
  const packages = await packagesIn(folder);
  const hint = packages.length === 0 ? '' : ` There is one in ${packages.slice(0, SHOWN).join(', ')}.`;
  throw errors.invalidInput(`${folder} is no package: it has no ${MANIFEST}.${hint}`, []);
}

function isPackage(folder: string): Promise<boolean> {
  return stat(path.join(folder, MANIFEST)).then(
    () => true,
    () => false,
  );
}

/** Names of the folders in a folder that are packages. */
async function packagesIn(folder: string): Promise<string[]> {
  const inner = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names: string[] = [];
  for (const { name } of inner) if (await isPackage(path.join(folder, name))) names.push(name);
  return names;
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
