import { describe, expect, it } from 'vitest';
import { guideIn } from './in-language';
import { type GuideOf, readGuide } from './read-guide';

const file = (text: string) => `Format: Guide/1.0\n${text}`;
const read = (files: Record<string, string>, of?: GuideOf) =>
  readGuide(
    Object.entries(files).map(([path, text]) => [`Guide/${path}`, file(text)] as const),
    'com.acme.Files',
    of,
  );
const guideOf = (files: Record<string, string>) => {
  const { guide, problems } = read(files);
  expect(problems).toEqual([]);
  if (guide === null) throw new Error('there is no guide');
  return guide;
};
const problemsOf = (files: Record<string, string>, of?: GuideOf) =>
  read(files, of).problems.map(
    ({ file: at, line, path, code, sentence }) => `${at}:${line} ${path} ${code} ${sentence}`,
  );

const GUIDE = `steps:
  ShareFolder: { title: Sharing the folder, done: The folder is shared, seconds: 30 }
failures:
  full: { step: ShareFolder, matches: no space, means: The disk is full., causes: [Much was kept.], checks: [disk], repairs: [retry] }
terms:
  share: { text: A folder that others see., words: [share, shared folder] }
  quota: { text: How much there may be. }
`;

describe('the guide of a package', () => {
  it('is what all of its files say, and nothing where there is none', () => {
    const guide = guideOf({
      'steps.yaml': 'steps: { A: { title: Doing a } }',
      'terms.yaml': 'terms: { b: { text: B. } }',
    });
    expect(guideIn([guide], 'en')).toEqual({
      steps: { A: { title: 'Doing a' } },
      failures: [],
      terms: [{ title: 'B', text: 'B.', words: ['b'] }],
    });
    expect(read({})).toEqual({ guide: null, problems: [] });
  });

  it('speaks another language as far as it is translated', () => {
    const de = `language: de
steps: { ShareFolder: { title: Ordner freigeben } }
failures: { full: { means: Die Festplatte ist voll. } }
terms: { share: { title: Freigabe, words: [Freigabe] } }`;
    const guide = guideOf({ 'de.yaml': de, 'guide.yaml': GUIDE });
    const german = guideIn([guide], 'de');
    expect(german.steps.ShareFolder).toEqual({ title: 'Ordner freigeben', done: 'The folder is shared', seconds: 30 });
    expect(german.failures).toEqual([
      {
        ...{ step: 'ShareFolder', matches: 'no space', checks: ['disk'], repairs: ['retry'] },
        ...{ means: 'Die Festplatte ist voll.', causes: ['Much was kept.'] },
      },
    ]);
    expect(german.sentences).toEqual({ 'Sharing the folder': 'Ordner freigeben' });
    expect(guideIn([guide], 'en').sentences).toBeUndefined();
    expect(german.terms[0]).toEqual({ title: 'Freigabe', text: 'A folder that others see.', words: ['Freigabe'] });
    expect(guideIn([guide], 'fr')).toEqual(guideIn([guide], 'en'));
  });

  it('says how a step ended on a machine as the log does', () => {
    const de = 'language: de\nsteps: { ShareFolder: { title: Ordner freigeben, done: Der Ordner ist freigegeben } }';
    const { sentences } = guideIn([guideOf({ 'de.yaml': de, 'guide.yaml': GUIDE })], 'de');
    expect(sentences).toMatchObject({ '{1}: The folder is shared': '{1}: Der Ordner ist freigegeben' });
  });

  it('of a package speaks before those of the packages that it requires', () => {
    const library = guideOf({
      'a.yaml': 'terms: { a: { text: Theirs. } }\nfailures: { f: { code: x, means: Theirs. } }',
    });
    const own = guideOf({ 'a.yaml': 'terms: { a: { text: Ours. } }\nfailures: { f: { code: x, means: Ours. } }' });
    const { terms, failures } = guideIn([library, own], 'en');
    expect(terms.map(({ text }) => text)).toEqual(['Ours.']);
    expect(failures.map(({ means }) => means)).toEqual(['Ours.', 'Theirs.']);
  });

  it('is refused with file, line and a sentence', () => {
    expect(problemsOf({ 'a.yaml': 'steps:\n  A: { title: Doing a, colour: red }' })).toEqual([
      'com.acme.Files/Guide/a.yaml:3 steps.A.colour unknown_key There is nothing called "colour" here.',
    ]);
    expect(problemsOf({ 'a.yaml': 'failures:\n  a: { means: It broke. }' })).toEqual([
      'com.acme.Files/Guide/a.yaml:3 failures.a invalid Which failure this is about is said by one or more of: command, step, code, matches.',
    ]);
    expect(problemsOf({ 'a.yaml': 'failures:\n  a: { code: x, matches: "(", means: It broke. }' })).toEqual([
      'com.acme.Files/Guide/a.yaml:3 failures.a.matches invalid This is no regular expression: missing closing ): `(`.',
    ]);
    expect(problemsOf({ 'a.yaml': 'failures:\n  a: { code: x, means: It broke., repairs: [pray] }' })).toHaveLength(1);
    expect(problemsOf({ 'a.yaml': 'steps: [' })).toHaveLength(1);
  });

  it('says nothing twice, and translates only what is said', () => {
    const step = 'steps: { A: { title: Doing a } }';
    expect(problemsOf({ 'a.yaml': step, 'b.yaml': step })).toEqual([
      'com.acme.Files/Guide/b.yaml:2 steps.A name_taken Another file of this package has it.',
    ]);
    expect(problemsOf({ 'de.yaml': "language: de\nsentences: { '{1} is up on {2}': '{1} ist oben' }" })).toEqual([
      'com.acme.Files/Guide/de.yaml:3 sentences.{1} is up on {2} other_values Both languages must have the same values: {1}, {2} and so on.',
    ]);
    const sentence = (english: string, german: string) =>
      problemsOf({ 'de.yaml': `language: de\nsentences: { '${english}': '${german}' }` });
    expect(sentence('{1} waits for {2}', 'Auf {2} wartet {1}')).toEqual([]);
    for (const [english, german] of [
      ['{1} is up', '{1} ist oben, {2} auch'],
      ['{1} and {1}', 'nur {1}'],
      ['the tenth: {10}', 'das elfte: {11}'],
    ] as const)
      expect(sentence(english, german)).toEqual([expect.stringContaining(' other_values ')]);
    expect(problemsOf({ 'a.yaml': step, 'de.yaml': 'language: de\nterms: { b: { text: B. } }' })).toEqual([
      'com.acme.Files/Guide/de.yaml:3 terms.b not_said No file of this package says this in English.',
    ]);
  });

  it('speaks of plans that the package has, and translates texts that it has', () => {
    const of = { plans: ['A'], texts: ['Share'] };
    expect(problemsOf({ 'a.yaml': 'steps: { A: { title: Doing a }, stack.update: { title: Building } }' }, of)).toEqual(
      [],
    );
    expect(problemsOf({ 'a.yaml': 'steps: { B: { title: Doing b } }' }, of)).toEqual([
      'com.acme.Files/Guide/a.yaml:2 steps.B unknown_step This package has no plan of this name, and no stack step is called so.',
    ]);
    expect(problemsOf({ 'de.yaml': 'language: de\ntexts: { Share: Freigabe, Port: Anschluss }' }, of)).toEqual([
      'com.acme.Files/Guide/de.yaml:3 texts.Port not_said The service type says no such text.',
    ]);
  });
});
