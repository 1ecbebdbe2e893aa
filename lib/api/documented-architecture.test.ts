import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { effectKind } from '@/lib/model/progress/effect-kinds';
import { RUN_KINDS, runKind } from '@/lib/model/runs/kinds';
import { EnvironmentViewSchema } from '@/lib/model/views';
import { endpoint } from './endpoint';
import { endpoints } from './endpoints';
import { EnvironmentParams } from './endpoints/parameters';

/** The blocks of docs/architecture.md: what stands in the code stands there as it is written, and examples work. */
const PAGE = readFileSync('docs/architecture.md', 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({ kind, text }));
const ts = BLOCKS.filter(({ kind }) => kind === 'ts').map(({ text }) => text);

/** Runs the example of a block and gives what it exports under a name. */
async function evaluated(
  block: string,
  name: string,
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { code } = await transform(block, { loader: 'ts', format: 'cjs' });
  const module = { exports: {} as Record<string, Record<string, unknown>> };
  new Function('module', ...Object.keys(given), code)(module, ...Object.values(given));
  return module.exports[name] ?? {};
}

/** Whether a text is in a file as it stands, but for comments and the breaking of lines; … is anything. */
function standsIn(text: string, file: string): boolean {
  const plain = (code: string) =>
    code
      .replace(/\/\/.*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim();
  const code = plain(readFileSync(file, 'utf8'));
  const ends = plain(text)
    .split('…')
    .reduce((from, part) => {
      const at = from < 0 ? -1 : code.indexOf(part.replace(/^, |, $/g, '').trim(), from);
      return at < 0 ? -1 : at + part.length;
    }, 0);
  return ends >= 0;
}

describe('docs/architecture.md', () => {
  it('draws every folder of the code, and none that there is not', () => {
    const drawn = BLOCKS[0]?.text ?? '';
    const named = [...drawn.matchAll(/\b(?:app|components|lib)\/[\w-]+/g)].map(([folder]) => folder);
    expect(named.filter((folder) => !existsSync(folder))).toEqual([]);
    const there = readdirSync('lib').filter((folder) => folder !== 'testing');
    expect(there.filter((folder) => !named.includes(`lib/${folder}`))).toEqual([]);
    for (const layer of ['lib/conductor', 'lib/cloud']) {
      const folders = readdirSync(layer, { withFileTypes: true }).filter((one) => one.isDirectory());
      expect(folders.map(({ name }) => name).filter((name) => !drawn.includes(`${name}/`))).toEqual([]);
    }
    for (const folder of ['catalog', 'authoring', 'agent', 'server.mjs']) expect(existsSync(folder)).toBe(true);
  });

  it('shows an endpoint as the product has it', async () => {
    const given = { z, endpoint, EnvironmentParams, EnvironmentViewSchema };
    const shown = await evaluated(ts[0] ?? '', 'renameEnvironmentEndpoint', given);
    const own = endpoints.find(({ id }) => id === shown.id) as unknown as Record<string, unknown> | undefined;
    const stated = ['id', 'method', 'path', 'summary', 'tag', 'role', 'errors', 'params', 'response'];
    expect(stated.map((key) => shown[key])).toEqual(stated.map((key) => own?.[key]));
  });

  it('shows a kind of run that asks what those of the product ask', async () => {
    const block = (ts[1] ?? '').split('// lib/model/runs/kinds/index.ts')[0] ?? '';
    const ReloadInput = z.object({ objectId: z.string() });
    const reload = await evaluated(block, 'reload', { ReloadInput });
    const known = new Set(RUN_KINDS.flatMap((kind) => Object.keys(runKind(kind))));
    expect(Object.keys(reload).filter((key) => !known.has(key))).toEqual([]);
    const { operation } = reload as { operation: (run: object) => unknown };
    expect(operation({ input: { objectId: 'o' } })).toEqual({
      ...{ kind: 'action', objectId: 'o', method: 'reload', arguments: {} },
    });
    const registry = /const KINDS = \{ (.*), reload, …/.exec(ts[1] ?? '')?.[1] ?? '';
    expect(registry.replaceAll(': deletion', '').split(', ')).toEqual(RUN_KINDS.slice(0, 3));
  });

  it('shows a kind of effect that says what those of the product say', async () => {
    const shown = await evaluated(`export const kind = { ${ts[2] ?? ''} };`, 'kind', {});
    expect(Object.keys(shown['server.action'] as object)).toEqual(Object.keys(effectKind('plan')));
  });

  it('shows formats, languages and clouds as they stand in the code', () => {
    const [format = '', registry = ''] = (ts[3] ?? '').split('\n\n');
    expect(standsIn(format, 'lib/catalog/formats/hot/index.ts')).toBe(true);
    expect(standsIn(registry, 'lib/catalog/formats/index.ts')).toBe(true);
    expect(standsIn(ts[4] ?? '', 'lib/conductor/languages/index.ts')).toBe(true);
    expect(standsIn(ts[5] ?? '', 'lib/cloud/drivers.ts')).toBe(true);
    expect(ts).toHaveLength(6);
  });
});
