import { createLibrary, isYaqlError, MURANOPL_OPERATORS, YaqlEngine } from '../src';
import { asSuiteCase, type OwnYaqlCase } from './cases';
import { treeOf } from './tree';

/** What the libraries register, by name: `.name` for a method, `#operator_+` for an operator, `name` for the others. */
export function functionsOfLibraries(): readonly string[] {
  const names = new Set<string>();
  for (const legacy of [false, true]) {
    const { layer } = createLibrary({ delegates: true, legacy });
    for (const name of layer.names()) {
      if (layer.find(name, false).levels.length > 0) names.add(name);
      if (layer.find(name, true).levels.length > 0) names.add(`.${name}`);
    }
  }
  return [...names].sort();
}

/** What an expression asks for, in the same words; nothing of one that cannot be read. */
export function askedOf(one: OwnYaqlCase): ReadonlySet<string> {
  const { options } = asSuiteCase(one);
  const engine = new YaqlEngine({
    ...(options.dialect === 'muranopl' ? { operators: MURANOPL_OPERATORS } : {}),
    legacyParser: options.legacyParser === true,
    delegates: options.delegates === true,
  });
  const names = new Set<string>();
  try {
    collect(treeOf(engine.parse(one.expression).tree), names);
  } catch (error) {
    if (!isYaqlError(error)) throw error;
  }
  return names;
}

const COMPARED: Readonly<Record<string, string>> = { '=': '*equal', '!=': '*not_equal' };
const LITERALS: Readonly<Record<string, string>> = { list: '#list', map: '#map', index: '#indexer' };

/** Collects from a tree as `treeOf` writes it. */
function collect(tree: unknown, names: Set<string>): void {
  if (!Array.isArray(tree)) return;
  const [kind, name, ...parts] = tree as [string, string, ...unknown[]];
  if (kind === 'const' || kind === 'kw' || kind === 'var') return;
  if (kind === 'call') names.add(name);
  if (kind === 'un') names.add(`#unary_operator_${name}`);
  if (kind === 'bin') names.add(COMPARED[name] ?? `#operator_${name}`);
  if (LITERALS[kind]) names.add(LITERALS[kind]);
  if (kind === 'bin' && (name === '.' || name === '?.')) collectMember(parts, names);
  else for (const part of tree) collect(part, names);
}

/** The right side of a dot: a method, or the property of a value. */
function collectMember([target, member]: readonly unknown[], names: Set<string>): void {
  collect(target, names);
  const [kind, name, ...args] = member as [string, string, ...unknown[]];
  if (kind === 'kw') names.add(`#property#${name}`);
  if (kind === 'call') {
    names.add(`.${name}`);
    for (const arg of args) collect(arg, names);
  } else collect(member, names);
}
