import fs from 'node:fs';
import path from 'node:path';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { openPackage } from '../open-packages';

const LIBRARY = path.resolve('lib/conductor/muranopl/library');

/** The files of a package that lies in a folder, by their paths. */
export function filesIn(folder: string): Map<string, Uint8Array> {
  const paths = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return new Map(files.map((name) => [name.split(path.sep).join('/'), fs.readFileSync(path.join(folder, name))]));
}

/** The packages that the language brings along, as the conductor is handed them. */
export function shippedLibrary(): ObjectPackage[] {
  return fs.readdirSync(LIBRARY).map((folder) => storedPackage(filesIn(path.join(LIBRARY, folder))));
}

/** A package as the conductor is handed it. Throws when its manifest cannot be used. */
export function storedPackage(files: ReadonlyMap<string, Uint8Array>): ObjectPackage {
  const { package: opened } = openPackage(files);
  if (!opened) throw new Error('The manifest cannot be used.');
  const texts = [...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]);
  return { name: opened.name, version: opened.version, files: Object.fromEntries(texts), binary: [] };
}
