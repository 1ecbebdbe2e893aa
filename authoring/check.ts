import path from 'node:path';
import type { CatalogPackage } from '@/lib/catalog/catalog-package';
import { PACKAGE_FORMATS, readPackage } from '@/lib/catalog/formats';
import { readLibrary } from '@/lib/catalog/library';
import { packageFolders, readFiles as readFolder } from '@/lib/catalog/read-folder';
import { inOrder, linkProblems, requirementsOf } from '@/lib/catalog/requirements';
import { describeProblem } from '@/lib/conductor/muranopl';
import { checkFiles } from '@/lib/conductor/muranopl/world';
import {
  describeProblem as describeFileProblem,
  keysOfPath,
  type PackageProblem,
  readYaml,
} from '@/lib/formats/yaml/read-yaml';
import type { Command } from './command';
import { openLibraries } from './libraries';
import { ABOUT_WITH, packageArguments } from './package-arguments';
import { type Files, readFiles } from './read-files';

const CATALOG = path.resolve(import.meta.dirname, '../catalog');
const LIBRARY = path.resolve(import.meta.dirname, '../lib/conductor/muranopl/library');
/** Begins the file names of the package until its own name is known, as at import. */
const LABEL = 'package';
/** Files whose parts have paths. */
const STRUCTURED = /\.(?:ya?ml|json)$/;
/** What is wrong only where a required package is not at hand. */
const ABSENT = new Set(['not_found']);

/** `check DIR|ZIP`: every problem of a package at once, as import finds them. */
export const checkCommand: Command = {
  usage: 'check DIR|ZIP [--with DIR|ZIP …]',
  about: ['Tells everything that is wrong with a package, without running any of it.', ABOUT_WITH],
  async run(args, say) {
    const { source, further } = packageArguments(args, 'which package to check');
    const files = await readFiles(source);
    const { package: whole, partial, format, problems } = readPackage(files, LABEL);
    const pack = whole ?? partial;
    const classes = format.name === 'MuranoPL' ? checkFiles(files, await openLibraries(await inMuranoPl(further))) : [];
    const listed = new Set(classes.map(({ message, span }) => `${span.file}:${span.line} ${message}`));
    const own = problems.map((problem) => ({ ...problem, file: problem.file.replace(`${LABEL}/`, '') }));
    const linked = pack ? await linkedProblems(pack, further) : [];
    const inFiles = [...own, ...linked]
      .map((problem) => placed(problem, files))
      .filter(({ file, line, sentence }) => !listed.has(`${file}:${line} ${sentence}`));
    const absent = inFiles.filter(({ code }) => ABSENT.has(code));
    for (const problem of inFiles) say(describeFileProblem(problem));
    for (const problem of classes) say(describeProblem(problem));
    const errors = classes.filter(({ severity }) => severity === 'error').length + inFiles.length - absent.length;
    return sum(say, source, errors, inFiles.length + classes.length - errors);
  },
};

/** A problem that is known by its path in a file alone, with the line of that. */
function placed(problem: PackageProblem, files: Files): PackageProblem {
  const { file, path, line } = problem;
  const bytes = files.get(file);
  if (line !== undefined || path === '' || !bytes || !STRUCTURED.test(file)) return problem;
  const place = readYaml(file, new TextDecoder().decode(bytes)).placeOf(keysOfPath(path));
  return { ...problem, ...place };
}

/** What is wrong between a package and what it requires: the packages that ship, and those that are handed in. */
async function linkedProblems(pack: CatalogPackage, further: readonly string[]): Promise<PackageProblem[]> {
  const library = await readLibrary(LIBRARY);
  const brought = new Map(library.map(({ name, version }) => [name, version]));
  const given = (await Promise.all(further.map(readFiles))).flatMap((files) => readPackage(files, LABEL).package ?? []);
  const isNew = ({ name }: CatalogPackage) => name !== pack.name && !given.some((one) => one.name === name);
  const packages = [...(await shipped()).filter(isNew), ...given, pack];
  const names = linkProblems(packages, brought).filter(({ file }) => file.startsWith(`${pack.name}/`));
  const together = inOrder([...requirementsOf(pack, packages), pack]);
  const isMissing = names.some(({ code }) => ABSENT.has(code));
  const workflows = isMissing
    ? []
    : PACKAGE_FORMATS.filter(({ name }) => name !== 'MuranoPL').flatMap(
        (format) => format.checkTogether?.(together, library) ?? [],
      );
  const inPackage = (problem: PackageProblem) => ({
    ...problem,
    file: problem.file.replace(new RegExp(`^(?:${LABEL}|${pack.name.replaceAll('.', '\\.')})/`), ''),
  });
  return [...names, ...workflows].map(inPackage);
}

/** The packages that ship with the product. */
async function shipped(): Promise<CatalogPackage[]> {
  const folders = await packageFolders(CATALOG);
  const read = folders.map(async (folder) => readPackage(await readFolder(path.join(CATALOG, folder)), folder));
  return (await Promise.all(read)).flatMap(({ package: pack }) => pack ?? []);
}

/** Those of further packages that have classes. */
async function inMuranoPl(further: readonly string[]): Promise<string[]> {
  const formats = await Promise.all(further.map(async (one) => formatNameOf(await readFiles(one))));
  return further.filter((_, index) => formats[index] === 'MuranoPL');
}

function formatNameOf(files: Files): string {
  return readPackage(files, LABEL).format.name;
}

function sum(say: (line: string) => void, source: string, errors: number, warnings: number): number {
  say(`${source}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`);
  return errors === 0 ? 0 : 1;
}

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}
