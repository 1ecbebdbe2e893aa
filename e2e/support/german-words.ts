import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import serverWords from '@/lib/client/server-words/de.json' with { type: 'json' };
import { readYaml } from '@/lib/formats/yaml/read-yaml';
import { isObject, type Json } from '@/lib/model/json';

/** Words are looked at from this length on: shorter ones are units, and the same in both languages. */
const LEAST_LETTERS = 4;
/** A word without a sign of a name in it: no digit, dot or slash beside it. */
const WORD = /(?<![\p{L}\d._/@:-])\p{L}[\p{L}’'-]*(?![\p{L}\d_/@:]|[.-]\p{L})/gu;
/** The arguments of a message, and the names of its cases. */
const SYNTAX =
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

/** Every word that German has for anything the product says. */
function vocabulary(): ReadonlySet<string> {
  const texts = [...messages(), serverWords as Json, ...guides()].flatMap((one) => [...textsIn(one)]);
  const dates = Array.from({ length: 12 }, (_, month) =>
    new Date(2026, month, month + 1).toLocaleDateString('de', { weekday: 'long', month: 'long' }),
  );
  return new Set([...dates, ...texts.map((text) => text.replace(SYNTAX, ' ')), ...NAMES].flatMap(wordsIn));
}

/** What is no sentence of the product: code, logs, documents, what somebody has typed, and what is not shown. */
const ELSEWHERE = 'code, pre, textarea, [role=log], script, style, template, svg, .cm-editor, [data-own-words]';

/**
 * Finds words on a page in German that German does not have.
 *
 * @param names words that are names here: of environments, people, packages
 */
export function englishFinder(names: readonly string[]): (page: Page) => Promise<string[]> {
  const known = new Set([...vocabulary(), ...names.flatMap(wordsIn)]);
  return async (page) => {
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
