import { type Problem, Problems } from '../diagnostics';
import type { Manifest, Placed } from '../packages/manifest';
import type { MuranoPackage } from '../packages/murano-package';
import { formFile, type PackageFiles } from '../packages/read-package';
import { nearest } from '../syntax/fields';

/** Holds the files of a package against its manifest: what it names must be there, what is there be named. */
export function checkFiles(files: PackageFiles, manifest: Manifest, holder: MuranoPackage): readonly Problem[] {
  const problems = new Problems();
  checkClasses(files, manifest, holder, problems);
  named(files, manifest.ui, 'UI/', 'The form', problems);
  named(files, manifest.logo, '', 'The logo', problems);
  const top = { file: 'manifest.yaml', line: 1, column: 1 };
  if (manifest.type === 'Application' && !manifest.ui && !files.has(formFile(manifest))) {
    problems.warn('missing_file', `The application has no form ${formFile(manifest)}: one is made of its class.`, top);
  }
  return problems.found;
}

function named(files: PackageFiles, file: Placed | undefined, folder: string, what: string, problems: Problems): void {
  if (!file || files.has(folder + file.text)) return;
  const beside = [...files.keys()].filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
  // As Murano has it: the package runs without.
  problems.warn('missing_file', `${what} ${folder}${file.text} is not in the package.`, file.place, {
    text: file.text,
    hint: nearest(file.text, beside),
  });
}

function checkClasses(files: PackageFiles, manifest: Manifest, holder: MuranoPackage, problems: Problems): void {
  const byFile = new Map<string, string[]>();
  for (const [name, { text, place }] of manifest.classes) {
    const file = `Classes/${text}`;
    byFile.set(file, [...(byFile.get(file) ?? []), name]);
    if (!files.has(file)) continue;
    const { classes: declared, problems: unread } = holder.read(file);
    if (holder.lookAt(name) || (declared.length === 0 && unread.length > 0)) continue;
    const names = declared.flatMap((one) => one.name ?? []);
    problems.error('missing_class', `${file} does not declare the class ${name}.`, place, {
      text: name,
      hint: nearest(name, names) ?? (names.length === 0 ? 'The file is empty.' : `It declares ${names.join(', ')}.`),
    });
  }
  const seen = new Map<string, string>();
  for (const file of files.keys()) {
    if (!/^Classes\/.*\.ya?ml$/.test(file)) continue;
    const names = byFile.get(file);
    if (!names) {
      problems.warn('unlisted_file', 'No class of the manifest is in this file.', { file, line: 1, column: 1 });
      continue;
    }
    for (const { name, place } of holder.read(file).classes) {
      const other = name === undefined ? undefined : seen.get(name);
      if (name !== undefined) seen.set(name, file);
      if (name !== undefined && other !== undefined) {
        const where = other === file ? 'above' : `in ${other}`;
        problems.warn('class_twice', `The class ${name} is declared ${where}, too: one of them is never used.`, place, {
          text: name,
        });
        continue;
      }
      if (name === undefined || names.includes(name)) continue;
      problems.warn('unlisted_class', `The manifest does not list the class ${name}.`, place, {
        text: name,
        hint: `Add "${name}: ${file.slice('Classes/'.length)}" to Classes.`,
      });
    }
  }
}
