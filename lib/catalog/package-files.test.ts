import { expect, test } from 'vitest';
import { packagesOf } from './package-files';

const archived = (...paths: string[]) => new Map(paths.map((path) => [path, new Uint8Array()]));

test.each<[string, string[], [string | null, string[]][]]>([
  ['a package', ['manifest.yaml', 'UI/ui.yaml'], [[null, ['manifest.yaml', 'UI/ui.yaml']]]],
  ['the folder of a package', ['a/manifest.yaml', 'a/UI/ui.yaml'], [[null, ['manifest.yaml', 'UI/ui.yaml']]]],
  [
    'several folders, with a text about them',
    ['b/manifest.yaml', 'README.md', 'a/manifest.yaml', 'a/UI/ui.yaml', '.git/manifest.yaml'],
    [
      ['a', ['manifest.yaml', 'UI/ui.yaml']],
      ['b', ['manifest.yaml']],
    ],
  ],
  [
    'the folder that several are in',
    ['suite/a/manifest.yaml', 'suite/b/manifest.yaml'],
    [
      ['a', ['manifest.yaml']],
      ['b', ['manifest.yaml']],
    ],
  ],
  // whoever sends one package has nothing beside it
  ['one folder among others', ['a/manifest.yaml', 'c/x'], [[null, ['a/manifest.yaml', 'c/x']]]],
  [
    'a package with a package among its files',
    ['manifest.yaml', 'Resources/manifest.yaml', 'UI/manifest.yaml'],
    [[null, ['manifest.yaml', 'Resources/manifest.yaml', 'UI/manifest.yaml']]],
  ],
  ['a file', ['a'], [[null, ['a']]]],
])('%s is the packages that it holds', (_, paths, wanted) => {
  const found = packagesOf(archived(...paths));
  expect(found.map(({ folder, files }) => [folder, [...files.keys()]])).toEqual(wanted);
});
