import type { PackageProblem, YamlText } from '@/lib/formats/yaml/read-yaml';

/** Notes what is wrong at a path of a file. */
export type Note = (path: readonly PropertyKey[], code: string, sentence: string) => void;

/** Problems of one file, each with the place of its path. */
export function notesOf(file: string, yaml: Pick<YamlText, 'placeOf'>): { problems: PackageProblem[]; note: Note } {
  const problems: PackageProblem[] = [];
  return {
    problems,
    note: (path, code, sentence) => {
      problems.push({ file, path: path.map(String).join('.'), ...yaml.placeOf(path), code, sentence });
    },
  };
}
