import { readYaml } from '@/lib/formats/yaml/read-yaml';
import { isObject, type Json } from '@/lib/model/json';

/** The files of a package that the catalog shows: its form, its picture, its supplier's picture. */
export type PackageFile = 'ui' | 'logo' | 'supplier_logo';

/** Where each is when the manifest does not say: as Murano has it, and the form of packages of our own format. */
const USUAL: Readonly<Record<PackageFile, readonly string[]>> = {
  ui: ['UI/ui.yaml', 'UI/service.yaml'],
  logo: ['logo.png'],
  supplier_logo: ['supplier_logo.png'],
};

/**
 * A file of a package that the catalog shows.
 *
 * @param files of the package, by path: they were checked when it was imported
 */
export function packageFile(files: ReadonlyMap<string, Uint8Array>, file: PackageFile): Uint8Array | undefined {
  const { value } = readYaml('manifest.yaml', new TextDecoder().decode(files.get('manifest.yaml')));
  const manifest = (value ?? null) as Json;
  const named = isObject(manifest) ? namedIn(manifest, file) : undefined;
  const paths = named === undefined ? USUAL[file] : [named];
  return paths.map((path) => files.get(path)).find((content) => content !== undefined);
}

function namedIn(manifest: { [key: string]: Json }, file: PackageFile): string | undefined {
  const { UI: ui, Logo: logo, Supplier: supplier } = manifest;
  if (file === 'ui') return typeof ui === 'string' ? `UI/${ui}` : undefined;
  if (file === 'logo') return typeof logo === 'string' ? logo : undefined;
  return isObject(supplier ?? null) ? textIn(supplier as { [key: string]: Json }, 'Logo') : undefined;
}

function textIn(holder: { [key: string]: Json }, key: string): string | undefined {
  const value = holder[key];
  return typeof value === 'string' ? value : undefined;
}
