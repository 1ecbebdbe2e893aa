import { isVetroError } from '@/lib/errors';
import { AmbiguousName } from '@/lib/model/package-names';
import { type Diagnostic, throwDiagnostics } from '../language/diagnostics';
import { compileCall } from './compile';
import type { Call } from './interpreter';
import { parseXml } from './parse-xml';
import { type TemplateSource, unknownTemplate } from './templates';

/** Workflows ready to run, in the order they run. */
export interface CompiledWorkflows {
  files: readonly { file: string; root: Call /** full name of the package that it is of */; package: string }[];
  /** problems that were found; empty unless compiled with `problems: 'collect'` */
  problems: readonly Diagnostic[];
  /** templates that are named in plain sight */
  templates: readonly TemplateUse[];
}

export interface TemplateUse {
  kind: 'update-cf-stack' | 'send-command';
  name: string;
  span: Call['span'];
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
  return {
    files: compiled,
    problems,
    templates: compiled.flatMap((one) => templatesIn(one.root).map((use) => ({ ...use, package: one.package }))),
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

function templatesIn(call: Call): Omit<TemplateUse, 'package'>[] {
  const bodies = [call.body, ...call.blocks.values(), ...call.parameters.map(({ body }) => body)];
  const nested = [
    ...bodies.flatMap(({ parts }) => parts),
    ...call.items.flatMap(({ content }) => ('parts' in content ? content.parts : [content])),
  ].flatMap((part) => (typeof part === 'string' ? [] : templatesIn(part)));
  const use = templateUse(call);
  return use ? [use, ...nested] : nested;
}

function templateUse(call: Call): Omit<TemplateUse, 'package'> | null {
  const name = call.attributes.get('template');
  const computed = call.parameters.some((parameter) => parameter.name === 'template' || parameter.name === 'osVersion');
  if (name === undefined || computed) return null;
  if (call.tag === 'update-cf-stack') return { kind: call.tag, name, span: call.span };
  const osVersion = call.attributes.get('osVersion');
  return call.tag === 'send-command'
    ? { kind: call.tag, name: osVersion ? `${osVersion}/${name}` : name, span: call.span }
    : null;
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
  return uses.flatMap(({ kind, name, span, package: own }) => {
    const stack = kind === 'update-cf-stack';
    const origin = { package: own, serviceType: null };
    try {
      if (stack ? templates.stackTemplate(name, origin) : templates.planTemplate(name, origin)) return [];
    } catch (error) {
      if (!(error instanceof AmbiguousName)) throw error;
      return [{ code: 'ambiguous_name', message: error.message, span, template: name }];
    }
    const message = unknownTemplate(stack ? 'stack template' : 'execution plan', name);
    return [{ code: 'unknown_template', message, span, template: name }];
  });
}
