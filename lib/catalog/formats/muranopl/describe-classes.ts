import { checkObjects, documentClasses, hierarchyOf, type ObjectsEngine } from '@/lib/conductor/muranopl/world';
import type { PackageClass, PackageWarning } from '@/lib/model/package-details';
import type { ObjectPackage } from '@/lib/ports/conductor';

/** The classes of a package as people read them. */
export interface DescribedClasses {
  /** in the order of the manifest */
  classes: PackageClass[];
  /** what each of them, and each class above, extends, by full name */
  hierarchy: Record<string, string[]>;
  /** what `npm run package -- check` warns of */
  warnings: PackageWarning[];
}

/**
 * The classes of a package with what their files declare of them, and what will hardly do what was meant.
 *
 * @param name full name of the package
 * @param objects the package itself and everything that it requires, without the core library
 * @param library the packages that MuranoPL brings along, open
 */
export function describeClasses(
  name: string,
  objects: readonly ObjectPackage[],
  engine: ObjectsEngine,
  library: Parameters<typeof documentClasses>[1],
): DescribedClasses {
  const own = objects.find((one) => one.name === name);
  if (!own) return { classes: [], hierarchy: {}, warnings: [] };
  const { opened, classes } = documentClasses(objects, library, name);
  const inPackage = (file: string) => file.replace(`${name}/`, '');
  const warnings = checkObjects(own, opened).map(({ code, message, span, text, hint }) => ({
    ...{ file: inPackage(span.file), line: span.line, text, sentence: message, hint: hint ?? null, code },
  }));
  return {
    classes: classes.map((one) => ({ ...one, file: inPackage(one.file) })),
    hierarchy: hierarchyOf(
      engine,
      classes.map((one) => one.name),
    ),
    warnings,
  };
}
