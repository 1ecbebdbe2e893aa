import { isObject, type Json } from '@/lib/model/json';
import { languageError } from '../language/diagnostics';
import { type Body, type Call, type Frame, isDeferred, type Value, type WorkflowExecution } from './interpreter';
import { toText } from './python-values';

/**
 * Calls the function of an element; its parameters are evaluated in its own context.
 *
 * @throws VetroError (language) `unknown_function`, `missing_argument`
 */
export function evaluateCall(call: Call, parent: Frame, run: WorkflowExecution): Value {
  run.budget.spend(1, call.span);
  if (!call.function) {
    throw languageError('unknown_function', `there is no function <${call.tag}>.`, call.span);
  }
  const frame = parent.child();
  const args = new Map<string, Value>(call.attributes);
  for (const { name, body } of call.parameters) args.set(name, evaluateBody(body, frame, run));
  for (const name of call.function.required) {
    if (!args.has(name) && !(name === call.function.query && call.query)) {
      throw languageError('missing_argument', `<${call.tag}> needs "${name}".`, call.span);
    }
  }
  return call.function.evaluate(call, args, frame, run);
}

/**
 * The value of a body: one value with nothing but whitespace around it keeps its type. Several are joined, as the guide
 * says: lists become one list, anything else one text, in which objects and lists beside words are written as JSON.
 */
export function evaluateBody(body: Body, frame: Frame, run: WorkflowExecution): Value {
  const pieces = body.parts.map((part) => (typeof part === 'string' ? part : evaluateCall(part, frame, run)));
  const values = pieces.filter((piece) => typeof piece !== 'string');
  const words = pieces.some((piece) => typeof piece === 'string' && piece.trim() !== '');
  const [first] = values;
  if (first !== undefined && !words && values.length === 1) return first;
  if (values.length > 0 && !words && values.every((value) => Array.isArray(value))) {
    const list = (values as Json[][]).flat();
    run.budget.document(list, body.span);
    return list;
  }
  const text = pieces.map((piece) => writtenOut(json(piece, body, 'a text'))).join('');
  run.budget.text(text.length, body.span);
  return body.strip ? text.trim() : text;
}

/** A value as a part of a text. */
function writtenOut(value: Json): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : toText(value);
}

/**
 * A value that may be stored in the model; a `<function>` may not.
 *
 * @throws VetroError (language) `function_as_value`
 */
export function json(value: Value, at: { span: Call['span'] }, where: string): Json {
  if (isDeferred(value)) {
    throw languageError('function_as_value', `a <function> cannot be stored in ${where}.`, at.span);
  }
  return value;
}

/**
 * An argument as text; throws for anything but text and scalars.
 *
 * @throws VetroError (language) `bad_argument`
 */
export function textArgument(call: Call, name: string, value: Value | undefined): string {
  if (value === undefined || value === null || isDeferred(value) || Array.isArray(value) || isObject(value)) {
    throw languageError('bad_argument', `"${name}" of <${call.tag}> must be a text.`, call.span);
  }
  return toText(value);
}
