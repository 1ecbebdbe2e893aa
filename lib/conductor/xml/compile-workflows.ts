import { isVetroError } from '@/lib/errors';
import { type Diagnostic, languageError, throwDiagnostics } from '../language/diagnostics';
import { compileCall } from './compile';
import type { Call } from './interpreter';
import { parseXml } from './parse-xml';
import type { TemplateSource } from './templates';

/** Workflows ready to run, in the order they run. */
export interface CompiledWorkflows {
  files: readonly { file: string; root: Call }[];
  /** problems that were found; empty unless compiled with `problems: 'collect'` */
  problems: readonly Diagnostic[];
  /** templates that are named in plain sight */
  templates: readonly TemplateUse[];
}

export interface TemplateUse {
  kind: 'update-cf-stack' | 'send-command';
  name: string;
  span: Call['span'];
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
  files: readonly { file: string; xml: string }[],
  { problems: mode = 'throw' }: { problems?: 'throw' | 'collect' } = {},
): CompiledWorkflows {
  const problems: Diagnostic[] = [];
  const compiled: { file: string; root: Call }[] = [];
  for (const { file, xml } of files) {
    const root = compileFile(file, xml, problems, mode === 'collect');
    if (root) compiled.push({ file, root });
  }
  if (mode === 'throw') throwDiagnostics(problems);
  return { files: compiled, problems, templates: compiled.flatMap(({ root }) => templatesIn(root)) };
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

function templatesIn(call: Call): TemplateUse[] {
  const bodies = [call.body, ...call.blocks.values(), ...call.parameters.map(({ body }) => body)];
  const nested = [
    ...bodies.flatMap(({ parts }) => parts),
    ...call.items.flatMap(({ content }) => ('parts' in content ? content.parts : [content])),
  ].flatMap((part) => (typeof part === 'string' ? [] : templatesIn(part)));
  const use = templateUse(call);
  return use ? [use, ...nested] : nested;
}

function templateUse(call: Call): TemplateUse | null {
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
 * Looks for every template that workflows name.
 *
 * @throws `unknown_template` for a template that is named but in no package, before anything is deployed
 */
export function checkTemplates(workflows: CompiledWorkflows, templates: TemplateSource): void {
  for (const { kind, name, span } of workflows.templates) {
    const stack = kind === 'update-cf-stack';
    if (stack ? templates.stackTemplate(name) : templates.planTemplate(name)) continue;
    const what = stack ? 'stack template' : 'execution plan';
    throw languageError('unknown_template', `no package has a ${what} named "${name}".`, span, { template: name });
  }
}
