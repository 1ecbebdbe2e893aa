import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The world of Windows refuses what Windows refuses, and says where that is known from: a page of Microsoft or of the program's
 * maker, a public report, the program's own source. A refusal whose source is not in sources.json is red here.
 */

const folder = path.join(import.meta.dirname, 'behaviours');
const texts = ['../world.ps1', ...fs.readdirSync(folder)].map((file) => ({
  file: path.basename(file),
  lines: fs.readFileSync(path.join(folder, file), 'utf8').split('\n'),
}));
const sources = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'sources.json'), 'utf8')) as Record<
  string,
  string
>;

/** Calls that refuse, and programs that end with another code than 0. */
const REFUSES = /\bStop-(?:Call|Join|Promotion|SqlSetup)\b(?! *[{(])|\bcode = (?!0\b)\w+/g;
/** What gives the key: of a call, and of a program's answer. */
const KEYS = /-Source (?:'([^']+)'|"([^"]+)")|\bsource = '([^']+)'/g;
const ACCEPTED = /^https:\/\/(?:learn\.microsoft\.com|support\.microsoft\.com|github\.com|git-scm\.com)\//;

const refusals = texts.flatMap(({ file, lines }) =>
  lines.flatMap((line, index) => {
    // the functions themselves, and what hands a key on
    if (/^\s*(?:#|function )/.test(line) || line.includes('source = $Source')) return [];
    const count = [...line.matchAll(REFUSES)].length;
    const keys = [...line.matchAll(KEYS)].flatMap(([, one, two, three]) =>
      (one ?? two ?? three ?? '').split(', ').filter((key) => key !== '$Source'),
    );
    return count === 0 ? [] : [{ place: `${file}:${index + 1}`, count, keys }];
  }),
);

describe('What the world of Windows refuses', () => {
  it('has a source, each time', () => {
    expect(refusals.length).toBeGreaterThan(100);
    expect(refusals.filter(({ count, keys }) => keys.length < count).map(({ place }) => place)).toEqual([]);
    const unknown = refusals.flatMap(({ place, keys }) =>
      keys.filter((key) => !sources[key]).map((key) => `${place}: ${key}`),
    );
    expect(unknown).toEqual([]);
  });

  it('comes by no other way than those that name one', () => {
    const others = texts.flatMap(({ file, lines }) =>
      lines.flatMap((line) =>
        /\bthrow\b|ThrowTerminatingError|WriteError/.test(line.replace(/#.*/, '')) ? [`${file}: ${line.trim()}`] : [],
      ),
    );
    // the ones of the world itself: the refusal, what hands it to the caller, and a script without end
    expect(others.filter((one) => !one.startsWith('world.ps1: '))).toEqual([]);
    expect(others).toHaveLength(4);
  });

  it('is documented or reported in public, and each source is used', () => {
    const used = new Set(refusals.flatMap(({ keys }) => keys));
    expect(Object.keys(sources).filter((key) => !used.has(key))).toEqual([]);
    expect(Object.values(sources).filter((source) => !ACCEPTED.test(source))).toEqual([]);
  });
});
