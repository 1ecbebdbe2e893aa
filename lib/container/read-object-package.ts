import { packageIcon } from '@/lib/catalog/icon';
import type { ObjectPackageReader, ReadObjectPackage } from '@/lib/catalog/object-packages';
import { openPackage } from '@/lib/conductor/muranopl/world';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';

/** Files of a package that are no texts. */
const BINARY = /\.(png|jpe?g|gif|ico|zip|gz|tar|exe|msi|dll|bin|jar|war)$/i;

/** Reads a package written in MuranoPL for the catalog: everything wrong with its manifest and classes is told. */
export const readObjectPackage: ObjectPackageReader = (files, folder) => {
  const { package: opened, manifest, problems } = openPackage(files);
  const found = [...problems, ...(opened?.problems() ?? [])].filter(({ severity }) => severity === 'error');
  if (!opened || !manifest || found.length > 0) return { package: null, problems: found.map(inFolder) };
  const binary = [...files.keys()].filter((path) => BINARY.test(path));
  const pack: ReadObjectPackage = {
    name: opened.name,
    version: opened.version,
    type: manifest.type,
    title: manifest.title,
    description: manifest.description,
    tags: manifest.tags,
    classes: [...manifest.classes.keys()],
    requires: [...manifest.requirements.keys()],
    files: Object.fromEntries(
      [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString(binary.includes(path) ? 'base64' : 'utf8')]),
    ),
    binary,
    icon: packageIcon(files, manifest.logo?.text),
  };
  return { package: pack, problems: [] };

  function inFolder({ code, message, span }: (typeof found)[number]): PackageProblem {
    return { file: `${folder}/${span.file}`, path: '', line: span.line, code, sentence: message };
  }
};
