import type { PackageFormat, PackageReading } from '../catalog-package';
import { blueprint } from './blueprint';
import { muranoPl } from './muranopl';
import { vetro } from './vetro';

/** Every format that packages may have. */
export const PACKAGE_FORMATS: readonly PackageFormat[] = [vetro, muranoPl, blueprint];

/** @throws Error for a name that no format has */
export function formatNamed(name: string): PackageFormat {
  const found = PACKAGE_FORMATS.find((format) => format.name === name);
  if (!found) throw new Error(`There is no format of packages "${name}".`);
  return found;
}

const MANIFEST = 'manifest.yaml';

/**
 * Reads a package of whichever format it says.
 *
 * @param label begins the file names in problems
 * @returns the format that read it; the first one for a package without a readable manifest, which then says so
 */
export function readPackage(
  files: ReadonlyMap<string, Uint8Array>,
  label: string,
): PackageReading & { format: PackageFormat } {
  const manifest = new TextDecoder().decode(files.get(MANIFEST));
  const format = PACKAGE_FORMATS.find(({ recognises }) => recognises(manifest)) ?? vetro;
  return { format, ...format.read(files, label) };
}
