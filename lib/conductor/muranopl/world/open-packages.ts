import { MURANOPL_OPERATORS, YaqlEngine } from '@vetro/yaql';
import { throwDiagnostics } from '@/lib/conductor/language/diagnostics';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type { MuranoPackage } from '../packages/murano-package';
import { type OpenedPackage, type PackageFiles, readPackage } from '../packages/read-package';

/** How expressions are written, in every runtime version. */
export const syntax = new YaqlEngine({ operators: MURANOPL_OPERATORS });

/** Opens a package from its files: every runtime version has the same grammar. */
export function openPackage(files: PackageFiles): OpenedPackage {
  return readPackage(files, () => syntax, 'with its name');
}

/**
 * Opens packages as the conductor stores them.
 *
 * @throws VetroError (language) `package_invalid` with every problem of a manifest that cannot be used
 */
export function openPackages(packages: readonly ObjectPackage[]): MuranoPackage[] {
  return packages.map((stored) => {
    const opened = openPackage(filesOf(stored));
    if (opened.package) return opened.package;
    throwDiagnostics(opened.problems.map((problem) => inPackage(problem, stored.name)));
    throw new Error(`The package ${stored.name} cannot be opened.`);
  });
}

/** The files of a package as it is stored. */
export function filesOf({ files, binary }: ObjectPackage): Map<string, Uint8Array> {
  return new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      Buffer.from(content, binary.includes(path) ? 'base64' : 'utf8'),
    ]),
  );
}

function inPackage<Found extends { span: { file: string } }>(problem: Found, name: string): Found {
  return { ...problem, span: { ...problem.span, file: `${name}/${problem.span.file}` } };
}
