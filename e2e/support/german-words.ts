import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import serverWords from '@/lib/client/server-words/de.json' with { type: 'json' };
import { readYaml } from '@/lib/formats/yaml/read-yaml';
import { isObject, type Json } from '@/lib/model/json';
import type { Api } from './api';

/** Words are looked at from this length on: shorter ones are units, and the same in both languages. */
const LEAST_LETTERS = 4;
/** A word without a sign of a name in it: no digit, dot or slash beside it. */
const WORD = /(?<![\p{L}\d._/@:-])\p{L}[\p{L}’'-]*(?![\p{L}\d_/@:]|[.-]\p{L})/gu;
/\{\w+, (?:plural|select|selectordinal|number|date)[^{}]*|(?<=[,}]\s*)(?:\w+|=\d+) ?(?=\{)|\{\w+\}|<\/?\w+>/g;

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

/** What is between the braces of a message: an argument, or the cases of one. */
const ARGUMENT = /^\{\w+(?:, (?:number|date|time)[^{}]*)?\}/;
const CHOICE = /^\{\w+, ?(?:plural|select|selectordinal), ?/;
const CASE = /^\s*[\w=]+ ?\{/;

/** A message without its arguments, the names of its cases and its tags: what can be read of it. */
function readable(message: string): string {
  let rest = message.replace(/<\/?\w+>/g, ' ');
  let text = '';
  const inside: ('choice' | 'case')[] = [];
  while (rest !== '') {
    const isChoosing = inside.at(-1) === 'choice';
    const skipped = isChoosing ? CASE.exec(rest) : (ARGUMENT.exec(rest) ?? CHOICE.exec(rest));
    if (skipped) {
      if (isChoosing) inside.push('case');
      else if (CHOICE.test(rest)) inside.push('choice');
    } else if (rest.startsWith('}')) inside.pop();
    else text += rest[0];
    rest = rest.slice(skipped?.[0].length ?? 1);
    if (skipped) text += ' ';
  }
  return text;
}

const wordsIn = (text: string): string[] =>
  (text.match(WORD) ?? []).filter((word) => word.length >= LEAST_LETTERS).map((word) => word.toLowerCase());

function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one);
  else if (isObject(value)) for (const one of Object.values(value)) yield* textsIn(one ?? null);
}

/** German of the dashboard. */
function* messages(): Generator<Json> {
  const folder = path.join('messages', 'de');
  for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.json')))
    yield JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as Json;
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

/** Every word that German has for anything the product says. */
function vocabulary(): ReadonlySet<string> {
  const texts = [...messages(), serverWords as Json, ...guides(), ...policies()].flatMap((one) => [...textsIn(one)]);
  const dates = Array.from({ length: 12 * 7 }, (_, n) =>
    new Date(2026, n % 12, 1 + Math.floor(n / 12)).toLocaleDateString('de', { weekday: 'long', month: 'long' }),
  );
  return new Set([...dates, ...texts.map(readable), ...NAMES].flatMap(wordsIn));
}

/** What is no sentence of the product: code, logs, documents, what somebody has typed, and what is not shown. */
const ELSEWHERE = 'code, pre, textarea, [role=log], script, style, template, svg, .cm-editor, [data-own-words]';

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
];

/** What is called something in this installation now: other stories make environments, people and packages meanwhile. */
export async function namesIn(api: Api): Promise<string[]> {
  const paths = ['admin/overview', 'admin/users', 'admin/tenants', 'admin/packages', 'admin/audit', 'policies'];
  const answers = await Promise.all(
    [...paths, 'environments', 'templates', 'catalog/services', 'catalog/categories'].map((path) =>
      api.call('GET', `/v1/${path}`),
    ),
  );
  const rows = answers.flatMap(({ json }) => LISTS.flatMap((list) => (Array.isArray(json[list]) ? json[list] : [])));
  return rows
    .filter(
      (row) =>
        !isObject(row) || !/"(?:package|fully_qualified_name)":"io\.(?:vetro|murano)\b/.test(JSON.stringify(row)),
    )
    .flatMap((row) => (isObject(row) ? NAMED.flatMap((key) => [...textsIn(row[key] ?? null)]) : [...textsIn(row)]));
}

/**
 * Finds words on a page in German that German does not have.
 *
 * @returns takes a page, and texts whose words are names on it
 */
export function englishFinder(): (page: Page, names: readonly string[]) => Promise<string[]> {
  const german = vocabulary();
  return async (page, names) => {
    const known = new Set([...german, ...names.flatMap(wordsIn)]);
    const texts = await page.evaluate((elsewhere) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement?.closest(elsewhere)) found.push(node.textContent ?? '');
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
        if (!element.closest(elsewhere))
          found.push(...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''));
      return found;
    }, ELSEWHERE);
    return texts.flatMap((text) => {
      const unknown = wordsIn(text).filter((word) => !known.has(word));
      return unknown.length === 0 ? [] : [`${unknown.join(', ')}: ${text.trim()}`];
    });
  };
}
