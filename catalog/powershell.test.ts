import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { checkPlan } from '@/lib/formats/execution-plan/check';
import { isObject, type JsonObject } from '@/lib/model/json';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Where scripts for machines are kept. */
const FOLDERS = ['agent/install', 'catalog', 'examples', 'lib/conductor/muranopl/library'];

function filesOf(folders: readonly string[], ending: string): string[] {
  return folders.flatMap((folder) => {
    const all = fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    return all.filter((file) => file.endsWith(ending)).map((file) => path.join(folder, file));
  });
}
const files = filesOf(FOLDERS, '.ps1');
/** Plans of the packages that ship; what else is JSON there is none. */
const plans = filesOf(['catalog'], '.json').filter((file) => file.includes('/Resources/plans/'));

let parser: Parser;
beforeAll(async () => {
  await Parser.init();
  parser = new Parser();
  const grammar = createRequire(import.meta.url).resolve('tree-sitter-powershell/tree-sitter-powershell.wasm');
  parser.setLanguage(await Language.load(grammar));
});

/** Where a text is no PowerShell: lines with what stands there. */
function faultsIn(text: string): string[] {
  const tree = parser.parse(text);
  if (!tree) throw new Error('nothing was parsed');
  const visit = (node: Node): string[] => {
    if (node.isError || node.isMissing) return [`line ${node.startPosition.row + 1}: ${node.text.slice(0, 60)}`];
    return node.hasError ? node.children.flatMap((child) => (child ? visit(child) : [])) : [];
  };
  return visit(tree.rootNode);
}

describe('every PowerShell script that goes to a machine parses', () => {
  it.each(files)('%s', (file) => {
    expect(faultsIn(fs.readFileSync(path.join(ROOT, file), 'utf8'))).toEqual([]);
  });

  it('and a script with a brace too few does not', () => {
    expect(faultsIn('function Set-Thing { if ($true) { 1 }')).not.toEqual([]);
  });
});

describe('every plan of the catalogue', () => {
  const scripts = new Map(files.map((file) => [path.basename(file), fs.readFileSync(path.join(ROOT, file), 'utf8')]));

  it.each(plans)('%s calls functions that its scripts have, and is accepted by the agent', (file) => {
    const template = JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')) as JsonObject;
    const { Scripts: names = [], Commands: commands = [], RebootOnCompletion: reboot = 0 } = template;
    const texts = (names as string[]).map((name) => scripts.get(name) ?? '');
    expect(texts).not.toContain('');
    const plan = { Scripts: texts.map((text) => Buffer.from(text).toString('base64')), Commands: commands };
    expect(checkPlan({ ...plan, RebootOnCompletion: reboot })).toEqual([]);
    const defined = new Set(
      texts.flatMap((text) => [...text.matchAll(/^function\s+([\w-]+)/gim)].map(([, name]) => name)),
    );
    for (const command of commands as JsonObject[]) expect([...defined]).toContain(isObject(command) && command.Name);
  });
});
