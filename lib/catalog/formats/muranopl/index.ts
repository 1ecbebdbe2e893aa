import { isUtf8 } from 'node:buffer';
import type { CatalogPackage, PackageFormat, Requirement } from '@/lib/catalog/catalog-package';
import { componentProblems } from '@/lib/catalog/formats/check-components';
import { packageIcon } from '@/lib/catalog/icon';
import { classesNamedBy, parseVersion, VersionSpec } from '@/lib/conductor/muranopl';
import { openPackage } from '@/lib/conductor/muranopl/world';
import { GUIDE_FILE, readGuide } from '@/lib/formats/guide/read-guide';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import { readSimulation, SIMULATION_FILE } from '@/lib/simulation';
import { checkClasses } from './check-classes';
import { classTypes } from './class-types';

/** Without a word before it a number is a version of MuranoPL; which ones there are its own reader knows. */
const FORMAT = /^(?:MuranoPL\/)?\d+(?:\.\d+)*$/;

/** Files of a package that are no texts, whatever their bytes. */
const BINARY = /\.(png|jpe?g|gif|ico|zip|gz|tar|exe|msi|dll|bin|jar|war)$/i;

/** Classes in MuranoPL, formats 1.0 to 1.6 (docs/muranopl.md). */
export const muranoPl: PackageFormat = {
  name: 'MuranoPL',
  // Murano's oldest packages have none.
  recognises: (format) => format === null || FORMAT.test(format),
  requirement: (written) => requirementOf(VersionSpec.parse(written) ?? NO_VERSION),
  read: (files, label) => {
    const { package: opened, manifest, problems } = openPackage(files);
    const inClasses = [...problems, ...(opened?.problems() ?? [])].filter(({ severity }) => severity === 'error');
    const { simulation, problems: wrong } = readSimulation(textsAt(files, SIMULATION_FILE), label);
    const { guide, problems: unsaid } = readGuide(textsAt(files, GUIDE_FILE), label);
    const doubled = componentProblems(textsAt(files, /^Resources\/.*\.ya?ml$/), label);
    const inFolder = ({ code, message, span }: (typeof inClasses)[number]): PackageProblem => ({
      // Class files begin with the package's name, for whoever runs several.
      file: `${label}/${span.file.replace(`${opened?.name}/`, '')}`,
      path: '',
      line: span.line,
      code,
      sentence: message,
    });
    const found = [...inClasses.map(inFolder), ...wrong, ...unsaid, ...doubled];
    if (!opened || !manifest) return { package: null, problems: found };
    const { name, version } = opened;
    const { type, title, description, author, categories, tags } = manifest;
    const pack: CatalogPackage = {
      ...{ name, version, type, title, description, author, categories, tags },
      requires: new Map([...manifest.requirements].map(([required, spec]) => [required, requirementOf(spec)])),
      ...(manifest.searchesAllPackages && { neededClasses: [...classesNamedBy(opened, manifest.classes)].sort() }),
      serviceTypes: [],
      classes: mainFirst([...manifest.classes.keys()], opened.mainClass),
      icon: packageIcon(files, manifest.logo?.text),
      content: {
        ...{ workflows: [], stackTemplates: {}, planTemplates: {}, scripts: {} },
        objects: [{ name, version, ...contentOf(files) }],
        steps: guide?.steps ?? {},
      },
      simulation,
      guide,
    };
    const read = { ...pack, serviceTypes: classTypes(pack) };
    return found.length === 0 ? { package: read, problems: [] } : { package: null, problems: found, partial: read };
  },
  checkTogether: checkClasses,
};

/** For words that a later version of the format may have. */
const NO_VERSION = { text: '', accepts: () => false };

function requirementOf(spec: Pick<VersionSpec, 'text' | 'accepts'>): Requirement {
  return {
    written: spec.text,
    wanted: spec.text === '' ? '0' : spec.text,
    accepts: (text) => {
      const version = parseVersion(text);
      return version !== undefined && spec.accepts(version);
    },
  };
}

function textsAt(files: ReadonlyMap<string, Uint8Array>, place: RegExp): [string, string][] {
  return [...files]
    .filter(([path]) => place.test(path))
    .map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]);
}

function mainFirst(classes: readonly string[], main: string | undefined): string[] {
  return main === undefined ? [...classes] : [main, ...classes.filter((name) => name !== main)];
}

/** Texts as they are, everything else in base64. */
function contentOf(files: ReadonlyMap<string, Uint8Array>): { files: Record<string, string>; binary: string[] } {
  const binary = [...files].flatMap(([path, bytes]) => (BINARY.test(path) || !isUtf8(bytes) ? [path] : []));
  const texts = [...files].map(([path, bytes]): [string, string] => [
    path,
    Buffer.from(bytes).toString(binary.includes(path) ? 'base64' : 'utf8'),
  ]);
  return { files: Object.fromEntries(texts), binary };
}
