import { isVetroError } from '@/lib/errors';
import { keysOf } from '@/lib/formats/template-keys';
import type { JsonObject } from '@/lib/model/json';
import { AmbiguousName } from '@/lib/model/package-names';
import { type Diagnostic, throwDiagnostics } from '../language/diagnostics';
import { compileCall } from './compile';
import type { Call } from './interpreter';
import { parseXml } from './parse-xml';
import { missingKey, type TemplateSource, unknownTemplate } from './templates';

/** Workflows ready to run, in the order they run. */
export interface CompiledWorkflows {
  files: readonly { file: string; root: Call /** full name of the package that it is of */; package: string }[];
  /** problems that were found; empty unless compiled with `problems: 'collect'` */
  problems: readonly Diagnostic[];
  /** templates that are named in plain sight */
  templates: readonly TemplateUse[];
  /** paths that `<set>` writes to, as written; null for one that is computed */
  written: readonly (string | null)[];
}

export interface TemplateUse {
  kind: 'update-cf-stack' | 'send-command';
  name: string;
  span: Call['span'];
  /** names that its mappings have; null where they are computed */
  keys: ReadonlySet<string> | null;
  /** full name of the package of the workflow */
  package: string;
}

/**
 * Compiles workflow files (Murano v0.2 guide, chapter 5). Throws one `package_invalid` language error
 * that lists every problem of every file with file, line and column: malformed or forbidden XML, unknown
 * tags and arguments, missing arguments, queries and filters that cannot be parsed.
 *
 * With `problems: 'collect'` it throws for malformed XML only; the broken parts fail when they are
 * reached, as they did in the original engine.
 */
export function compileWorkflows(
  files: readonly { file: string; xml: string; package?: string }[],
  { problems: mode = 'throw' }: { problems?: 'throw' | 'collect' } = {},
): CompiledWorkflows {
  const problems: Diagnostic[] = [];
  const compiled: { file: string; root: Call; package: string }[] = [];
  for (const { file, xml, package: own = '' } of files) {
    const root = compileFile(file, xml, problems, mode === 'collect');
    if (root) compiled.push({ file, root, package: own });
  }
  if (mode === 'throw') throwDiagnostics(problems);
  const calls = compiled.flatMap(({ root, package: own }) => callsIn(root).map((call) => ({ call, package: own })));
  return {
    files: compiled,
    problems,
    templates: calls.flatMap(({ call, package: own }) => {
      const use = templateUse(call);
      return use ? [{ ...use, package: own }] : [];
    }),
    written: calls.flatMap(({ call }) => (call.tag === 'set' ? [pathOf(call)] : [])),
  };
}

function compileFile(file: string, xml: string, problems: Diagnostic[], collect: boolean): Call | null {
  try {
    const element = parseXml(file, xml);
    if (element.tag !== 'workflow') {
      problems.push({ code: 'not_a_workflow', message: 'the root element must be <workflow>.', span: element.span });
    }
    return compileCall(element, problems);
  } catch (error) {
    if (!isVetroError(error) || !error.span || collect) throw error;
    const message = error.sentence.replace(/^[^:]*: /, '');
    problems.push({ code: error.code, message, span: error.span });
    return null;
  }
}

/** A call and every one inside it, in the order in which they stand. */
function callsIn(call: Call): Call[] {
  const bodies = [call.body, ...call.blocks.values(), ...call.parameters.map(({ body }) => body)];
  const nested = [
    ...bodies.flatMap(({ parts }) => parts),
    ...call.items.flatMap(({ content }) => ('parts' in content ? content.parts : [content])),
  ].flatMap((part) => (typeof part === 'string' ? [] : callsIn(part)));
  return [call, ...nested];
}

function pathOf(call: Call): string | null {
  const isComputed = call.parameters.some(({ name }) => name === 'path');
  return isComputed ? null : (call.attributes.get('path') ?? null);
}

function templateUse(call: Call): Omit<TemplateUse, 'package'> | null {
  const name = call.attributes.get('template');
  const computed = call.parameters.some((parameter) => parameter.name === 'template' || parameter.name === 'osVersion');
  if (name === undefined || computed) return null;
  const { span } = call;
  const keys = mappingKeys(call);
  if (call.tag === 'update-cf-stack') return { kind: call.tag, name, span, keys };
  const osVersion = call.attributes.get('osVersion');
  return call.tag === 'send-command'
    ? { kind: call.tag, name: osVersion ? `${osVersion}/${name}` : name, span, keys }
    : null;
}

/** The names of a `<map>` that stands alone as the mappings of an action. */
function mappingKeys(call: Call): ReadonlySet<string> | null {
  const mappings = call.parameters.find(({ name }) => name === 'mappings');
  if (!mappings) return new Set();
  const parts = mappings.body.parts.filter((part) => typeof part !== 'string' || part.trim() !== '');
  const [map] = parts;
  if (parts.length !== 1 || map === undefined || typeof map === 'string' || map.tag !== 'map') return null;
  return new Set(map.items.map(({ name }) => name));
}

/**
 * Looks for every template that workflows name, before anything is deployed.
 *
 * @returns `unknown_template` for one that means nothing in the package of the workflow, `ambiguous_name` for one that is
 *   of several packages
 */
export function templateProblems(
  { templates: uses }: CompiledWorkflows,
  templates: TemplateSource,
): (Diagnostic & { template: string })[] {
  return uses.flatMap((use) => {
    const found = lookUp(use, templates);
    return 'problem' in found ? [{ ...found.problem, span: use.span, template: use.name }] : [];
  });
}

/**
 * Looks whether mappings that are written out give every `$key` of their template; templates that cannot be had are
 * left out.
 *
 * @returns `missing_template_key` for each that is not given
 */
export function mappingProblems({ templates: uses }: CompiledWorkflows, templates: TemplateSource): Diagnostic[] {
  return uses.flatMap((use) => {
    const { name, span, keys } = use;
    const found = lookUp(use, templates);
    if (keys === null || 'problem' in found) return [];
    const missing = [...keysOf(found.template)].filter((key) => !keys.has(key));
    return missing.map((key) => ({ code: 'missing_template_key', message: missingKey(name, key), span }));
  });
}

/** A template by its name, as the package of the workflow sees it; or why it cannot be had. */
function lookUp(
  { kind, name, package: own }: TemplateUse,
  templates: TemplateSource,
): { template: JsonObject } | { problem: Pick<Diagnostic, 'code' | 'message'> } {
  const isStack = kind === 'update-cf-stack';
  const origin = { package: own, serviceType: null };
  try {
    const template = isStack ? templates.stackTemplate(name, origin) : templates.planTemplate(name, origin)?.template;
    if (template) return { template };
  } catch (error) {
    if (!(error instanceof AmbiguousName)) throw error;
    return { problem: { code: 'ambiguous_name', message: error.message } };
  }
  const message = unknownTemplate(isStack ? 'a stack template' : 'an execution plan', name);
  return { problem: { code: 'unknown_template', message } };
}
