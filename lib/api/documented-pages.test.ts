import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from './endpoints';
import { compareAnswer } from './testing/pages/compare-answer';
import { readPage } from './testing/pages/read-page';
import { hasPrograms, runPage } from './testing/pages/run-page';
import { startProduct } from './testing/product';

/** Pages whose requests and answers are run, with how many of each they have at least. */
const PAGES = [
  ['docs/api.md', 8, 6],
  ['docs/simulation.md', 2, 2],
] as const;

describe.runIf(hasPrograms)('what a page of the documentation prints is what the product does', () => {
  it.each(PAGES)('%s', async (file, examples, answers) => {
    // a page is for a product in which nobody has done anything yet
    const product = await startProduct();
    const ran = await runPage(file, product.url).finally(() => product.close());
    expect(ran.problems.join('\n')).toBe('');
    expect(ran.examples).toBeGreaterThanOrEqual(examples);
    expect(ran.answers).toBeGreaterThanOrEqual(answers);
  });
});

describe('how a page is read and compared', () => {
  it('takes the block after a request for its answer, and names what nothing would run or compare', () => {
    const page = ['```sh', 'curl x', '```', '', '```json', '{}', '```', '', 'Words.', '', '```json', '[]', '```', ''];
    const { examples, unused } = readPage([...page, '    curl y', ''].join('\n'));
    expect(examples).toEqual([{ line: 1, script: 'curl x', answer: { kind: 'json', text: '{}', line: 5 } }]);
    expect(unused.map(({ line }) => line)).toEqual([11, 15]);
  });

  it.each([
    ['{"a": 1}', '{"a": 2}', '.a: 1 is 2'],
    ['{"a": 1}', '{"a": 1, "b": 2}', '.b: the page has none'],
    ['{"a": 1, "…": "…"}', '{"b": 2}', '.a: the answer has none'],
    ['[1]', '[1, 2]', ': 1 entries are 2'],
    ['[{"id": "<id>"}]', '[{"id": "7"}]', '[0].id: "<id>" is "7"'],
    ['{"a": "<time>"}', '{"a": "yesterday"}', '.a: "<time>" is "yesterday"'],
    ['{"a": "at <number>."}', '{"a": "at x."}', '.a: "at <number>." is "at x."'],
  ])('%s is not %s', (text, actual, problem) => {
    expect(compareAnswer({ kind: 'json', text }, actual, new Map())).toEqual([problem]);
  });

  it('agrees where placeholders stand for what they may, and for the same each time', () => {
    const [one, other] = ['a'.repeat(32), 'b'.repeat(32)];
    const text = '{"id": "<web id>", "at": "<time>", "n": "<number>", "list": [1, "…"], "…": "…"}';
    const actual = JSON.stringify({ id: one, at: '2026-01-01T00:00:00.000Z', n: 7, list: [1, 2], more: null });
    const bindings = new Map<string, string>();
    expect(compareAnswer({ kind: 'json', text }, actual, bindings)).toEqual([]);
    const again = (id: string) =>
      compareAnswer({ kind: 'text', text: '…\nid: <web id>' }, `first\nid: ${id}\n`, bindings);
    expect(again(one)).toEqual([]);
    expect(again(other)).toHaveLength(1);
  });
});

/** The calls of a cell: `GET, POST …/services[/{path}]` is four. */
function callsOf(cell: string): string[] {
  return [...cell.matchAll(/`((?:[A-Z]+(?:, )?)+) ([^`]+)`/g)].flatMap(([, methods = '', address = '']) =>
    variantsOf(address).flatMap((path) => methods.split(', ').map((method) => `${method} ${path}`)),
  );
}

function variantsOf(address: string): string[] {
  const open = address.indexOf('[');
  if (open >= 0) {
    const [before, inside] = [address.slice(0, open), address.slice(open + 1, address.lastIndexOf(']'))];
    return [...variantsOf(before), ...variantsOf(before + inside)];
  }
  return [`/v1${address.replace(/^…/, '/environments/{id}')}`.replaceAll(/\{[^}]*\}/g, '{}')];
}

describe('the table of calls in docs/api.md', () => {
  const page = fs.readFileSync('docs/api.md', 'utf8');
  const table = page.slice(page.indexOf('| call | does |')).split('\n\n')[0] ?? '';
  const documented = table
    .split('\n')
    .slice(2)
    .flatMap((row) => callsOf(row.split('|')[1] ?? ''));
  const own = endpoints
    .filter(({ path, page: isPage }) => path.startsWith('/v1/') && !isPage && !/^\/v1\/(?:admin|agents)\//.test(path))
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`);

  it('has every call that there is', () => {
    expect(own.length).toBeGreaterThan(80);
    expect(own.filter((call) => !documented.includes(call)).sort()).toEqual([]);
  });

  it('has none that there is not, and none twice', () => {
    expect(documented.filter((call, index) => !own.includes(call) || documented.indexOf(call) !== index)).toEqual([]);
  });
});
