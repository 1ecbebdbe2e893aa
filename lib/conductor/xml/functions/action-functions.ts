import { isVetroError, type SourceSpan } from '@/lib/errors';
import { buildPlan } from '@/lib/formats/execution-plan/build';
import type { ExecutionPlan } from '@/lib/formats/execution-plan/plan';
import { ENTITIES, type Entity } from '@/lib/model/event';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { LEVELS, type Level } from '@/lib/model/levels';
import type { PlanTemplate } from '@/lib/model/package-resources';
import { maskSealed } from '@/lib/model/secret';
import { languageError } from '../../language/diagnostics';
import { json, textArgument } from '../evaluate';
import type { Arguments, Call, Frame, FunctionDefinition, WorkflowExecution } from '../interpreter';
import { meaningOf, originOf } from '../name-origin';
import { toInteger, toText } from '../python-values';
import { fillTemplate, MissingKey, missingKey, unknownTemplate as noTemplate } from '../templates';
import { define } from './define';

/** Actions (Murano v0.2 guide, chapter 5, "Workflow actions"): enqueued, except reports, which go out at once. */
export const ACTION_FUNCTIONS: readonly FunctionDefinition[] = [
  define('update-cf-stack', {
    attributes: ['template', 'mappings', 'arguments', 'result', 'error'],
    required: ['template'],
    content: 'blocks',
    blocks: ['success', 'failure'],
    evaluate: updateStack,
  }),
  define('delete-cf-stack', {
    content: 'blocks',
    blocks: ['success', 'failure'],
    evaluate: (call, _args, frame, run) => {
      run.pending.push({ kind: 'delete-cf-stack', call, frame: frame.capture() });
      return null;
    },
  }),
  define('send-command', {
    attributes: ['template', 'unit', 'service', 'mappings', 'result', 'error', 'timeout', 'osVersion'],
    required: ['template', 'unit', 'service'],
    content: 'blocks',
    blocks: ['success', 'failure'],
    evaluate: sendCommand,
  }),
  define('report', {
    attributes: ['entity', 'id', 'text', 'level', 'details'],
    required: ['entity', 'id', 'text'],
    evaluate: report,
  }),
];

function updateStack(call: Call, args: Arguments, frame: Frame, run: WorkflowExecution): null {
  const template = textArgument(call, 'template', args.get('template'));
  const source = meaningOf(call, () => run.templates.stackTemplate(template, originOf(call, frame, run)));
  if (!source) throw unknownTemplate('a stack template', template, call.span);
  const mappings = objectArgument(call, 'mappings', args);
  run.pending.push({
    kind: 'update-cf-stack',
    call,
    frame: frame.capture(),
    template,
    mappings,
    arguments: objectArgument(call, 'arguments', args),
    content: fill(source, mappings, template, call, run),
    result: variableName(call, 'result', args),
    error: variableName(call, 'error', args),
  });
  return null;
}

function sendCommand(call: Call, args: Arguments, frame: Frame, run: WorkflowExecution): null {
  const unit = textArgument(call, 'unit', args.get('unit'));
  if (isLeftOut(unit, run)) {
    run.leftOut = true;
    return null;
  }
  const name = textArgument(call, 'template', args.get('template'));
  const osVersion = args.get('osVersion');
  const template = osVersion ? `${textArgument(call, 'osVersion', osVersion)}/${name}` : name;
  const source = meaningOf(call, () => run.templates.planTemplate(template, originOf(call, frame, run)));
  if (!source) throw unknownTemplate('an execution plan', template, call.span);
  const mappings = objectArgument(call, 'mappings', args);
  run.pending.push({
    kind: 'send-command',
    call,
    frame: frame.capture(),
    template,
    mappings,
    unit,
    service: textArgument(call, 'service', args.get('service')),
    timeout: timeoutOf(call, args),
    ...planOf(fill(source.template, mappings, template, call, run), template, call, source),
    package: source.package,
    result: variableName(call, 'result', args),
    error: variableName(call, 'error', args),
  });
  return null;
}

function fill(
  source: JsonObject,
  mappings: JsonObject,
  template: string,
  call: Call,
  run: WorkflowExecution,
): JsonObject {
  try {
    return fillTemplate(source, mappings, run.dialect);
  } catch (error) {
    if (!(error instanceof MissingKey)) throw error;
    throw languageError('missing_template_key', missingKey(template, error.key), call.span, {
      template,
      key: error.key,
    });
  }
}

/** The plan that goes to the machine, and the filled template with nothing but its scripts exchanged. */
function planOf(
  filled: JsonObject,
  template: string,
  call: Call,
  { script }: PlanTemplate,
): { content: JsonObject; plan: ExecutionPlan } {
  try {
    const plan = meaningOf(call, () => buildPlan(filled, script));
    return { plan, content: { ...filled, Scripts: plan.Scripts } };
  } catch (error) {
    if (!isVetroError(error) || error.span) throw error;
    throw languageError(error.code, `the execution plan "${template}" is broken: ${error.sentence}`, call.span);
  }
}

function timeoutOf(call: Call, args: Arguments): number | null {
  const value = json(args.get('timeout') ?? null, call, 'a timeout');
  if (value === null || value === '') return null;
  const seconds = toInteger(value);
  if (seconds === null || seconds <= 0) {
    throw languageError('bad_argument', '"timeout" of <send-command> must be a number of seconds above 0.', call.span);
  }
  return seconds;
}

function report(call: Call, args: Arguments, _frame: Frame, run: WorkflowExecution): null {
  const [entity, id, text] = ['entity', 'id', 'text'].map((name) => json(args.get(name) ?? null, call, 'a report'));
  const level = json(args.get('level') ?? 'info', call, 'a report');
  const details = json(args.get('details') ?? null, call, 'a report');
  if (entity === 'unit' && isLeftOut(id ?? null, run)) {
    run.leftOut ||= level === 'error';
    return null;
  }
  run.observe({
    kind: 'report',
    round: run.round,
    entity: entity ?? null,
    id: id ?? null,
    level,
    text: text ?? null,
    ...(details === null ? {} : { details }),
  });
  run.outbox.push({
    entity: oneOf<Entity>(ENTITIES, entity) ?? 'environment',
    id: reportText(id),
    level: oneOf<Level>(LEVELS, level) ?? 'info',
    text: reportText(text),
    ...(details === null ? {} : { details: reportText(details) }),
  });
  return null;
}

/** Whether a unit is none of those that a run is for. */
function isLeftOut(unitId: Json, { only }: WorkflowExecution): boolean {
  return only !== null && (typeof unitId !== 'string' || !only.has(unitId));
}

function oneOf<T extends string>(known: readonly T[], value: Json | undefined): T | undefined {
  return known.find((candidate) => typeof value === 'string' && candidate === value.toLowerCase());
}

/** What people read: nothing for null, and never a sealed secret. */
function reportText(value: Json | undefined): string {
  return value === null || value === undefined ? '' : maskSealed(toText(value));
}

function objectArgument(call: Call, name: string, args: Arguments): JsonObject {
  const value = json(args.get(name) ?? null, call, `"${name}"`);
  if (value === null || value === '') return {};
  if (!isObject(value)) throw languageError('bad_argument', `"${name}" of <${call.tag}> must be a map.`, call.span);
  return structuredClone(value);
}

function variableName(call: Call, name: string, args: Arguments): string | null {
  const value = args.get(name);
  return value === undefined || value === null ? null : textArgument(call, name, value);
}

function unknownTemplate(kind: string, name: string, span: SourceSpan) {
  return languageError('unknown_template', noTemplate(kind, name), span, { template: name });
}
