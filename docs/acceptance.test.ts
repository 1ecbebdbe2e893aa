import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** Every number of docs/acceptance.md stands in the name of a test, so that none is lost unseen. */

const PAGE = 'docs/acceptance.md';
const KINDS = { Scenarios: 'scenario', 'Rough edges': 'rough edge', 'Traps of the sequences': 'trap' };

const sections = fs
  .readFileSync(PAGE, 'utf8')
  .split(/^## /m)
  .map((section) => ({
    title: section.split('\n')[0] ?? '',
    numbers: [...section.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number)),
  }));

/** Whatever may be the name of a test: texts in code, not in comments, of tests that run. */
const names = ['app', 'lib', 'components', 'conformance', 'packages', 'e2e/stories']
  .flatMap((folder) => fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))))
  // What several tests share stands in a folder `testing`, names of tests among it.
  .filter((name) => /\.(test|spec)\.ts$|[\\/]testing[\\/][^\\/]+\.ts$/.test(name))
  .flatMap((name) => fs.readFileSync(name, 'utf8').split('\n'))
  .filter((line) => !/^\s*(\/\/|\/?\*)|\.(skip|todo|fixme|fails)\b/.test(line))
  .flatMap((line) => line.match(/'[^']*'|"[^"]*"|`[^`]*`/g) ?? []);

function numbersNamed(kind: string): Set<number> {
  const named = new RegExp(`${kind}s? ((?:\\d+(?:, | and )?)+)`, 'g');
  return new Set(
    names
      .flatMap((name) => [...name.matchAll(named)].flatMap(([, list]) => (list ?? '').match(/\d+/g) ?? []))
      .map(Number),
  );
}

describe.each(Object.entries(KINDS))('%s', (title, kind) => {
  const numbers = sections.find((section) => section.title === title)?.numbers ?? [];

  test('are numbered without a gap', () => {
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  test(`each have a test with "${kind}" and their number in its name`, () => {
    const named = numbersNamed(kind);
    expect(numbers.filter((number) => !named.has(number))).toEqual([]);
    expect([...named].filter((number) => !numbers.includes(number))).toEqual([]);
  });
});

test('the 45 scenarios are all there', () => {
  expect(sections.find(({ title }) => title === 'Scenarios')?.numbers).toHaveLength(45);
});
