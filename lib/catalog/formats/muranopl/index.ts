import type { CatalogPackage, PackageFormat, Requirement } from '@/lib/catalog/catalog-package';
import { componentProblems } from '@/lib/catalog/formats/check-components';
import { packageIcon } from '@/lib/catalog/icon';
import { parseVersion, VersionSpec } from '@/lib/conductor/muranopl';
import { openPackage } from '@/lib/conductor/muranopl/world';
import { GUIDE_FILE, readGuide } from '@/lib/formats/guide/read-guide';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import { readSimulation, SIMULATION_FILE } from '@/lib/simulation';
import { classTypes } from './class-types';

const FORMAT = /^Format:\s*['"]?(?:MuranoPL\/)?1(?:\.\d+)*['"]?\s*(?:#.*)?$/m;

/** Files of a package that are no texts. */
const BINARY = /\.(png|jpe?g|gif|ico|zip|gz|tar|exe|msi|dll|bin|jar|war)$/i;

/** Classes in MuranoPL, formats 1.0 to 1.6 (docs/muranopl.md). */
export const muranoPl: PackageFormat = {
  name: 'MuranoPL',
  recognises: (manifest) => FORMAT.test(manifest),
  requirement: (written) => requirementOf(VersionSpec.parse(written) ?? NO_VERSION),
  read: (files, label) => {
    const { package: opened, manifest, problems } = openPackage(files);
    const found = [...problems, ...(opened?.problems() ?? [])].filter(({ severity }) => severity === 'error');
    if (!opened || !manifest || found.length > 0) {
      const inFolder = ({ code, message, span }: (typeof found)[number]): PackageProblem => ({
        file: `${label}/${span.file}`,
        path: '',
        line: span.line,
        code,
        sentence: message,
      });
      return { package: null, problems: found.map(inFolder) };
    }
    const { name, version } = opened;
    const { type, title, description, author, categories, tags } = manifest;
    const { simulation, problems: wrong } = readSimulation(textsAt(files, SIMULATION_FILE), label);
    const { guide, problems: unsaid } = readGuide(textsAt(files, GUIDE_FILE), label);
    const doubled = componentProblems(textsAt(files, /^Resources\/.*\.ya?ml$/), label);
    const all = [...wrong, ...unsaid, ...doubled];
    if (all.length > 0) return { package: null, problems: all };
    const pack: CatalogPackage = {
      ...{ name, version, type, title, description, author, categories, tags },
      requires: new Map([...manifest.requirements].map(([required, spec]) => [required, requirementOf(spec)])),
      serviceTypes: [],
      classes: [...manifest.classes.keys()],
      icon: packageIcon(files, manifest.logo?.text),
      content: {
        ...{ workflows: [], stackTemplates: {}, planTemplates: {}, scripts: {} },
        objects: [{ name, version, ...contentOf(files) }],
        steps: guide?.steps ?? {},
      },
      simulation,
      guide,
    };
    return { package: { ...pack, serviceTypes: classTypes(pack) }, problems: [] };
  },
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

/** Texts as they are, everything else in base64. */
function contentOf(files: ReadonlyMap<string, Uint8Array>): { files: Record<string, string>; binary: string[] } {
  const binary = [...files.keys()].filter((path) => BINARY.test(path));
  const texts = [...files].map(([path, bytes]): [string, string] => [
    path,
    Buffer.from(bytes).toString(binary.includes(path) ? 'base64' : 'utf8'),
  ]);
  return { files: Object.fromEntries(texts), binary };
}
