import { isObject } from '@/lib/model/json';
import { schemaWords } from '@/lib/model/schema-words';
import { type PackageProblem, problemsOf, readYaml, type YamlText } from '../yaml/read-yaml';
import { GuideFileSchema, type PackageGuide, STACK_STEPS, type Translation, TranslationFileSchema } from './guide-file';

/** Files of a package that say to people what it does. */
export const GUIDE_FILE = /^Guide\/[\w-]+\.yaml$/;

/** What else of the package a guide speaks of. */
export interface GuideOf {
  /** names of its plans; absent where only a program knows them */
  plans?: readonly string[];
  /** what its service type says to people; absent where that is not known */
  texts?: readonly string[];
}

/**
 * Reads what a package says to people: all of `Guide/*.yaml` together.
 *
 * @param files every file of the package, as texts by path
 * @param label begins the file names in problems
 * @returns null for a package that says nothing, and as soon as anything is wrong
 */
export function readGuide(
  files: Iterable<readonly [string, string]>,
  label: string,
  of: GuideOf = {},
): { guide: PackageGuide | null; problems: PackageProblem[] } {
  const found = [...files]
    .filter(([path]) => GUIDE_FILE.test(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => ({ file: `${label}/${path}`, yaml: readYaml(`${label}/${path}`, text) }));
  const guide: PackageGuide = { steps: {}, failures: {}, terms: {}, translations: {} };
  const problems = found.flatMap(({ yaml }) => yaml.problems);
  const read = found.filter(({ yaml }) => yaml.problems.length === 0);
  const [translations, said] = partition(read, ({ yaml }) => isObject(yaml.value) && 'language' in yaml.value);
  for (const { file, yaml } of said) problems.push(...readFile(file, yaml, guide, of));
  for (const { file, yaml } of translations) problems.push(...readTranslation(file, yaml, guide, of));
  return { guide: found.length > 0 && problems.length === 0 ? guide : null, problems };
}

function readFile(file: string, yaml: YamlText, guide: PackageGuide, { plans }: GuideOf): PackageProblem[] {
  const parsed = GuideFileSchema.safeParse(yaml.value, { error: schemaWords });
  if (!parsed.success) return problemsOf(file, parsed.error, yaml);
  const { problems, note } = notes(file, yaml);
  addTo(guide, parsed.data, note);
  for (const name of Object.keys(parsed.data.steps)) {
    if (!plans || plans.includes(name) || STACK_STEPS.includes(name)) continue;
    note(['steps', name], 'unknown_step', 'This package has no plan of this name, and no stack step is called so.');
  }
  return problems;
}

function readTranslation(file: string, yaml: YamlText, guide: PackageGuide, { texts }: GuideOf): PackageProblem[] {
  const parsed = TranslationFileSchema.safeParse(yaml.value, { error: schemaWords });
  if (!parsed.success) return problemsOf(file, parsed.error, yaml);
  const { problems, note } = notes(file, yaml);
  const { language, texts: translated, sentences } = parsed.data;
  const nothing: Translation = { steps: {}, failures: {}, terms: {}, texts: {}, sentences: {} };
  const whole = guide.translations[language] ?? nothing;
  guide.translations[language] = whole;
  addTo(whole, parsed.data, note);
  for (const kind of SECTIONS) {
    for (const name of Object.keys(parsed.data[kind])) {
      if (!Object.hasOwn(guide[kind], name)) note([kind, name], 'not_said', NOT_SAID);
    }
  }
  for (const [text, words] of Object.entries(translated)) {
    if (texts && !texts.includes(text)) note(['texts', text], 'not_said', 'The service type says no such text.');
    if (Object.hasOwn(whole.texts, text)) note(['texts', text], 'name_taken', TAKEN);
    whole.texts[text] = words;
  }
  for (const [sentence, words] of Object.entries(sentences)) {
    if (placesIn(sentence) !== placesIn(words)) note(['sentences', sentence], 'other_values', OTHER_VALUES);
    whole.sentences[sentence] = words;
  }
  return problems;
}

const SECTIONS = ['steps', 'failures', 'terms'] as const;
const TAKEN = 'Another file of this package has it.';
const OTHER_VALUES = 'Both languages must have the same values: {1}, {2} and so on.';
const NOT_SAID = 'No file of this package says this in English.';

type Note = (path: readonly PropertyKey[], code: string, sentence: string) => void;
type GuideSections = Record<(typeof SECTIONS)[number], object>;

/** Adds what a file says; what another file has said stays. */
function addTo(whole: GuideSections, file: GuideSections, note: Note): void {
  for (const kind of SECTIONS) {
    for (const [name, words] of Object.entries(file[kind])) {
      if (Object.hasOwn(whole[kind], name)) note([kind, name], 'name_taken', TAKEN);
      else Object.assign(whole[kind], { [name]: words });
    }
  }
}

function notes(file: string, yaml: YamlText): { problems: PackageProblem[]; note: Note } {
  const problems: PackageProblem[] = [];
  const note: Note = (path, code, sentence) => {
    const line = yaml.lineOf(path);
    problems.push({ file, path: path.map(String).join('.'), ...(line === undefined ? {} : { line }), code, sentence });
  };
  return { problems, note };
}

/** The values of a sentence, whatever their order. */
function placesIn(sentence: string): string {
  return (sentence.match(/\{\d+\}/g) ?? []).sort().join('');
}

function partition<T>(all: readonly T[], fits: (one: T) => boolean): [T[], T[]] {
  return [all.filter(fits), all.filter((one) => !fits(one))];
}
