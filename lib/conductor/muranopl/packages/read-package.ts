import type { YaqlEngine } from '@vetro/yaql';
import { type Problem, problem } from '../diagnostics';
import { type Manifest, readManifest } from './manifest';
import { MuranoPackage, type PackageParts } from './murano-package';

/** A package's files: paths with `/` from its root, and what they hold. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

export const MANIFEST = 'manifest.yaml';

/** A package that has been opened; `package` is undefined when its manifest cannot be used. */
export interface OpenedPackage {
  readonly package: MuranoPackage | undefined;
  readonly manifest: Manifest | undefined;
  /** of the manifest and of its word about files; the class files have their own (`MuranoPackage.problems`) */
  readonly problems: readonly Problem[];
}

/**
 * Opens a package from its files: reads the manifest, and finds the class files and resources. Class files are
 * read later, when their classes are asked for. `engineFor` gives the engine for a runtime version. Where several
 * packages are spoken of, places in class files are to begin with the name of the package.
 */
export function readPackage(
  files: PackageFiles,
  engineFor: (runtimeVersion: string) => YaqlEngine,
  places: 'in the package' | 'with its name' = 'in the package',
): OpenedPackage {
  const bytes = files.get(MANIFEST);
  if (!bytes) {
    const place = { file: MANIFEST, line: 1, column: 1 };
    const inner = [...files.keys()].find((path) => path.endsWith(`/${MANIFEST}`));
    const hint = inner && `There is one in ${inner.slice(0, -MANIFEST.length)}: pack what is in that folder.`;
    return {
      package: undefined,
      manifest: undefined,
      problems: [problem('missing_file', 'A package needs a manifest.yaml.', place, { hint })],
    };
  }
  const { manifest, problems } = readManifest(MANIFEST, decode(bytes));
  if (!manifest) return { package: undefined, manifest, problems };
  const root = places === 'with its name' ? `${manifest.fullName}/` : '';
  const classFiles = new Map<string, string>();
  const classNames = new Map<string, string>();
  const missing: Problem[] = [];
  for (const [name, { text, place }] of manifest.classes) {
    const file = `Classes/${text}`;
    const content = files.get(file);
    if (content) {
      classNames.set(name, root + file);
      classFiles.set(root + file, classFiles.get(root + file) ?? decode(content));
    } else {
      missing.push(problem('missing_file', `The class ${name} has no file ${file}.`, place, { text }));
    }
  }
  const parts = {
    name: manifest.fullName,
    version: manifest.version,
    runtimeVersion: manifest.runtimeVersion,
    requirements: manifest.requirements,
    searchesAllPackages: manifest.searchesAllPackages,
    classFiles,
    classNames,
    meta: manifest.meta,
    resources: below(files, 'Resources/'),
    form: formIn(files, manifest, root),
  };
  return {
    package: new MuranoPackage(parts, engineFor(manifest.runtimeVersion)),
    manifest,
    problems: [...problems, ...missing],
  };
}

/** Where a package's form is: Murano takes UI/ui.yaml when the manifest does not name another. */
export function formFile(manifest: Manifest): string {
  return `UI/${manifest.ui?.text ?? 'ui.yaml'}`;
}

function formIn(files: PackageFiles, manifest: Manifest, root: string): PackageParts['form'] {
  const file = formFile(manifest);
  const content = files.get(file);
  return content && { file: root + file, text: decode(content) };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function below(files: PackageFiles, folder: string): Map<string, Uint8Array> {
  return new Map(
    [...files].flatMap(([path, bytes]): [string, Uint8Array][] =>
      path.startsWith(folder) ? [[path.slice(folder.length), bytes]] : [],
    ),
  );
}
