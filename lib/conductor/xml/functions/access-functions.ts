import type { Json } from '@/lib/model/json';
import { languageError } from '../../language/diagnostics';
import { evaluateBody, json, textArgument } from '../evaluate';
import {
  type Arguments,
  type Call,
  type Frame,
  type FunctionDefinition,
  isDeferred,
  type Value,
  type WorkflowExecution,
} from '../interpreter';
import { evaluateQuery } from '../jsonpath/evaluate-query';
import { holds } from '../model';
import { exists, moveCursor, type Position, read, resolvePath, UnwritablePath, write } from '../paths';
import { equals, isTruthy, toInteger } from '../python-values';
import { readyQuery } from '../queries';
import { define } from './define';

/** Reading and writing the object model and variables (Murano v0.2 guide, chapter 5, "Accessing Object Model"). */
export const ACCESS_FUNCTIONS: readonly FunctionDefinition[] = [
  define('select', { attributes: ['path', 'source', 'default'], evaluate: select }),
  define('select-all', {
    attributes: ['path', 'source', 'limit'],
    query: 'path',
    evaluate: (call, args, frame, run) => selectAll(call, args, frame, run),
  }),
  define('select-single', {
    attributes: ['path', 'source', 'limit', 'default'],
    query: 'path',
    evaluate: (call, args, frame, run) => selectAll(call, args, frame, run)[0] ?? null,
  }),
  define('set', { attributes: ['path', 'target'], required: ['path'], content: 'value', evaluate: set }),
];

function select(call: Call, args: Arguments, frame: Frame, run: WorkflowExecution): Value {
  const value = selected(call, args, frame, run);
  const fallback = args.get('default');
  if (fallback === undefined || fallback === null || isDeferred(value)) return value;
  const absent = run.dialect.defaultFor === 'null' ? value === null : !isTruthy(value);
  return absent ? fallback : value;
}

function selected(call: Call, args: Arguments, frame: Frame, run: WorkflowExecution): Value {
  const path = textArgument(call, 'path', args.get('path') ?? '');
  if (path.startsWith('##')) return read(run.settings, path.slice(2).split('.'));
  if (path.startsWith('#')) return variable(path.slice(1), frame, run);
  const source = args.get('source');
  if (source === undefined || source === null) return read(run.model, resolvePath(path, frame.position.cursor));
  const value = json(variable(textArgument(call, 'source', source), frame, run), call, 'a source');
  return path === '' ? value : read(value, path.split('.'));
}

/** A variable's value; a `<function>` is evaluated each time it is read. */
function variable(name: string, frame: Frame, run: WorkflowExecution): Value {
  const value = frame.get(name);
  return isDeferred(value) ? evaluateBody(value.deferred, value.frame, run) : value;
}

function selectAll(call: Call, args: Arguments, frame: Frame, run: WorkflowExecution): Json[] {
  const ready = readyQuery(call, frame, run);
  const limit = toInteger(json(args.get('limit') ?? 0, call, 'a limit'));
  if (limit === null) throw languageError('bad_argument', `"limit" of <${call.tag}> must be a number.`, call.span);
  if (!ready) return [];
  const start = moveCursor(ready.prefix, frame.position.cursor).position;
  const source = sourceOf(call, args, frame, run) ?? read(run.model, start);
  const found = evaluateQuery(ready.query, source, ready.bindings, (values) => run.budget.spend(values, call.span));
  const values = found.map(({ value }) => value);
  return limit === 0 ? values : values.slice(0, limit);
}

/**
 * The value to look in: a variable's by its name, or the given object or list itself. Null, for the
 * model, when none is given or it is empty, as in the original.
 */
function sourceOf(call: Call, args: Arguments, frame: Frame, run: WorkflowExecution): Json {
  const source = json(args.get('source') ?? null, call, 'a source');
  if (typeof source !== 'string' || source === '') return isTruthy(source) ? source : null;
  // a name that is not set has nothing to select from
  return json(variable(source, frame, run), call, 'a source') ?? [];
}

function set(call: Call, args: Arguments, frame: Frame, run: WorkflowExecution): Value {
  const value = evaluateBody(call.body, frame, run);
  const path = textArgument(call, 'path', args.get('path'));
  if (path.startsWith('##')) {
    throw languageError('settings_are_read_only', '<set> cannot change configuration ("##…").', call.span);
  }
  if (path.startsWith('#')) {
    (frame.parent ?? frame).set(path.slice(1), value);
    return null;
  }
  const target = args.get('target');
  if (target === undefined || target === null || target === '') {
    return store(call, run, run.model, resolvePath(path, frame.position.cursor), json(value, call, 'the model'), frame);
  }
  const holder = json(frame.get(textArgument(call, 'target', target)), call, 'a target');
  if (typeof holder !== 'object' || holder === null) {
    throw languageError('bad_target', `<set> has no object to write to: "${String(target)}" is not set.`, call.span);
  }
  return store(call, run, holder, path.split('.'), json(value, call, 'the model'), frame);
}

function store(call: Call, run: WorkflowExecution, root: Json, position: Position, value: Json, frame: Frame): null {
  if (position.length > 0 && exists(root, position) && equals(read(root, position), value)) return null;
  if (typeof value === 'object' && value !== null && holds(value, lastHolder(root, position))) {
    throw languageError('circular_value', '<set> would put an object inside itself.', call.span);
  }
  run.budget.document(value, call.span);
  try {
    write(root, position, value, run.dialect.throughNull === 'create');
  } catch (error) {
    if (!(error instanceof UnwritablePath)) throw error;
    throw languageError('unwritable_path', `<set> cannot write "${position.join('.')}": ${error.message}.`, call.span);
  }
  frame.pass.changed = true;
  run.lastChange = run.rule ?? call;
  return null;
}

/** The innermost object or list that exists on the way to a position. */
function lastHolder(root: Json, position: Position): Json {
  for (let depth = position.length - 1; depth > 0; depth--) {
    const holder = read(root, position.slice(0, depth));
    if (typeof holder === 'object' && holder !== null) return holder;
  }
  return root;
}
