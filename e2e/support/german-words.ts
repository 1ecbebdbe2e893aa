import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import book from '@/lib/client/server-words/de.json' with { type: 'json' };
import { translatorOf } from '@/lib/client/server-words/translate';
import { readYaml } from '@/lib/formats/yaml/read-yaml';
import { isObject, type Json } from '@/lib/model/json';
import shell from '@/messages/de/shell.json' with { type: 'json' };
import signIn from '@/messages/de/signIn.json' with { type: 'json' };
import type { Api } from './api';

/** Words are looked at from this length on: shorter ones are units, and the same in both languages. */
const LEAST_LETTERS = 4;
/** A word without a sign of a name in it: no digit, dot or slash beside it. */
const WORD = /(?<![\p{L}\d._/@:-])\p{L}[\p{L}’'-]*(?![\p{L}\d_/@:]|[.-]\p{L})/gu;

/** Names: of products, of standards, and of what a machine, a file or a protocol is called everywhere. */
const NAMES = [
  ...[
    'Vetro',
    'Windows',
    'Server',
    'Linux',
    'Debian',
    'Ubuntu',
    'PowerShell',
    'Chrome',
    'Murano',
    'MuranoPL',
    'Datalog',
  ],
  ...[
    'Active',
    'Directory',
    'ASP.NET',
    'JSON',
    'YAML',
    'HTTP',
    'Contoso',
    'Fabrikam',
    'Standard',
    'Datacenter',
    'Core',
  ],
  ...['Ada', 'Admin', 'Max', 'Member', 'Rita', 'Reader', 'English', 'Deutsch'],
];

/** Under every letter of what the product says: no letter with it is another letter, and nobody's name has it. */
const MARK = '\u0332';
const MARKED = new RegExp(`\\p{L}${MARK}`, 'gu');

/** Words of the product as they stand on a page whose words are marked. */
export const marked = (words: string): string => words.replace(/\p{L}/gu, `$&${MARK}`);

const wordsIn = (text: string): string[] =>
  (text.match(WORD) ?? []).filter((word) => word.length >= LEAST_LETTERS).map((word) => word.toLowerCase());

function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one);
  else if (isObject(value)) for (const one of Object.values(value)) yield* textsIn(one ?? null);
}

/** German of the packages that ship: each file maps what the package says to its translation. */
function* guides(): Generator<Json> {
  for (const name of fs.readdirSync('catalog')) {
    const file = path.join('catalog', name, 'Guide', 'de.yaml');
    if (fs.existsSync(file)) yield readYaml(file, fs.readFileSync(file, 'utf8')).value as Json;
  }
}

/** German of the policies that are ready to be used: each text has one for each language. */
function* policies(): Generator<Json> {
  for (const file of fs.readdirSync('policies').filter((name) => name.endsWith('.yaml')))
    yield* germanIn(readYaml(file, fs.readFileSync(path.join('policies', file), 'utf8')).value as Json);
}

function* germanIn(value: Json): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* germanIn(one);
  else if (isObject(value)) {
    if (typeof value.de === 'string') yield value.de;
    for (const one of Object.values(value)) yield* germanIn(one ?? null);
  }
}

/** What comes to a page in German from elsewhere than the product's messages: words of packages, of policies, of dates. */
function vocabulary(): ReadonlySet<string> {
  const texts = [...guides(), ...policies()].flatMap((one) => [...textsIn(one)]);
  const dates = Array.from({ length: 12 * 7 }, (_, n) =>
    new Date(2026, n % 12, 1 + Math.floor(n / 12)).toLocaleDateString('de', { weekday: 'long', month: 'long' }),
  );
  const relative = new Intl.RelativeTimeFormat('de', { numeric: 'auto' });
  const times = (['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const).flatMap((unit) =>
    [-2, -1, 0, 1, 2].map((count) => relative.format(count, unit)),
  );
  return new Set([...dates, ...times, ...texts, ...NAMES].flatMap(wordsIn));
}

/**
 * Has pages loaded from now on show German that is marked: a pseudo-locale of tests alone, made in the browser of what pages
 * bring along, the messages of the dashboard as the build compiles them and the book of the server's sentences.
 */
export async function markWords(page: Page): Promise<void> {
  await page.addInitScript((mark) => {
    const { parse } = JSON;
    const marked = (words: string) => words.replace(/\p{L}/gu, `$&${mark}`);
    const each = (of: object, change: (value: unknown) => unknown) =>
      Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]));
    /** a part of a message: words, an argument, the cases of one (select 1, plural 2, ordinal 3), or what is in a tag */
    const part = (value: unknown): unknown => {
      if (typeof value === 'string') return marked(value);
      if (!Array.isArray(value) || value.length < 2) return value;
      const [name, kind, ...rest] = value;
      if (typeof kind !== 'number' || kind === 0) return [name, ...[kind, ...rest].map(part)];
      return kind > 3 ? value : [name, kind, each(rest[0], words)];
    };
    /** a message, or all below a name */
    const words = (value: unknown): unknown => {
      if (typeof value === 'string') return marked(value);
      if (Array.isArray(value)) return value.map(part);
      return typeof value === 'object' && value !== null ? each(value, words) : value;
    };
    const page = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(page);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, (key === 'messages' ? words : page)(inner)]),
      );
    };
    JSON.parse = (text, reviver) => {
      if (typeof text !== 'string') return parse(text, reviver);
      if (text.startsWith('{"sentences":{')) return words(parse(text));
      return parse(text.includes('"messages":{') ? JSON.stringify(page(parse(text))) : text, reviver);
    };
  }, MARK);
}

/** The messages of components that the server alone draws. */
const DRAWN_BY_SERVER: ReadonlySet<string> = new Set([
  shell.skipToContent,
  ...[signIn.headline, signIn.pitch, signIn.title, signIn.use],
]);

/** What is no sentence of the product: code, logs, documents, and what is not shown. */
const ELSEWHERE = 'code, pre, textarea, [role=log], script, style, template, .cm-editor';

/** Where what people and authors of packages have written stands in what the API answers. */
const NAMED = [
  'name',
  'title',
  'display_name',
  'summary',
  'description',
  'tags',
  'categories',
  'category',
  'hosts',
  'details',
  'message',
];
const LISTS = [
  'environments',
  'users',
  'tenants',
  'policies',
  'templates',
  'entries',
  'services',
  'packages',
  'categories',
  'faults',
];

/** The values of one of the server's sentences: names, and what a machine or the cloud answered. A text it does not know stays. */
const valuesIn = translatorOf({ sentences: onlyValues(book.sentences), words: onlyValues(book.words) });

function onlyValues(translations: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.keys(translations).map((english) => [english, (english.match(/\{\d\}/g) ?? []).join(' ')]);
  return Object.fromEntries(entries);
}

function* sentencesIn(value: Json): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* sentencesIn(one);
  else if (isObject(value))
    for (const [key, one] of Object.entries(value))
      if (key === 'sentence' && typeof one === 'string') yield one;
      else yield* sentencesIn(one ?? null);
}

/**
 * What is called something in this installation now, and the values in what the server says of it: other stories make
 * environments, people and packages meanwhile, and have machines and the cloud answer what they want.
 */
export async function namesIn(api: Api): Promise<string[]> {
  const paths = ['admin/overview', 'admin/users', 'admin/tenants', 'admin/packages', 'admin/audit'];
  const answers = await Promise.all(
    [
      ...paths,
      'simulation/faults',
      'policies',
      'environments',
      'templates',
      'catalog/services',
      'catalog/categories',
    ].map((path) => api.call('GET', `/v1/${path}`)),
  );
  const rows = answers.flatMap(({ json }) => LISTS.flatMap((list) => (Array.isArray(json[list]) ? json[list] : [])));
  const values = answers.flatMap(({ json }) =>
    [...sentencesIn(json)].flatMap((sentence) => [valuesIn(sentence)].filter((found) => found !== sentence)),
  );
  const named = rows
    .filter(
      (row) =>
        !isObject(row) || !/"(?:package|fully_qualified_name)":"io\.(?:vetro|murano)\b/.test(JSON.stringify(row)),
    )
    .flatMap((row) => (isObject(row) ? NAMED.flatMap((key) => [...textsIn(row[key] ?? null)]) : [...textsIn(row)]));
  return [...named, ...values];
}

/**
 * Finds words on a page of marked German that are neither marked nor names: English, or words that stand in the code. What
 * the server draws by itself comes before any mark, and is known by its whole text.
 *
 * @returns takes a page, and texts whose words are names on it
 */
export function unmarkedFinder(): (page: Page, names: readonly string[]) => Promise<string[]> {
  const german = vocabulary();
  return async (page, names) => {
    const known = new Set([...german, ...names.flatMap(wordsIn)]);
    const texts = await page.evaluate((elsewhere) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement?.closest(elsewhere)) found.push(node.textContent ?? '');
      for (const element of document.querySelectorAll('[aria-label], [aria-roledescription], [title], [placeholder]'))
        if (!element.closest(elsewhere) && !element.closest('[aria-hidden=true]'))
          found.push(
            ...['aria-label', 'aria-roledescription', 'title', 'placeholder'].map(
              (name) => element.getAttribute(name) ?? '',
            ),
          );
      return found;
    }, ELSEWHERE);
    return texts.flatMap((text) => {
      if (DRAWN_BY_SERVER.has(text.trim())) return [];
      const unknown = wordsIn(text.replace(MARKED, ' ')).filter((word) => !known.has(word));
      return unknown.length === 0 ? [] : [`${unknown.join(', ')}: ${text.trim()}`];
    });
  };
}
