import type { JsonObject } from '@/lib/model/json';
import { maskSealed } from '@/lib/model/secret';
import { languageError } from '../../language/diagnostics';
import { evaluateBody, evaluateCall, json } from '../evaluate';
import type { Call, Frame, FunctionDefinition, Item, Value, WorkflowExecution } from '../interpreter';
import { putOwn } from '../own-keys';
import { toInteger, toText } from '../python-values';
import { define } from './define';

/** Values and structures (Murano v0.2 guide, chapter 5, "DSL functions"; `int` and `function` of the engine). */
export const VALUE_FUNCTIONS: readonly FunctionDefinition[] = [
  define('null', { evaluate: () => null }),
  define('true', { evaluate: () => true }),
  define('false', { evaluate: () => false }),
  define('text', {
    content: 'value',
    evaluate: (call, _args, frame, run) => toText(json(evaluateBody(call.body, frame, run), call, 'a text')),
  }),
  define('int', { content: 'value', evaluate: int }),
  define('function', {
    content: 'value',
    evaluate: (call, _args, frame) => ({ deferred: call.body, frame: frame.capture() }),
  }),
  define('list', {
    content: 'items',
    evaluate: (call, _args, frame, run) => {
      const list = call.items.map((item) => json(itemValue(item, frame, run), call, 'a list'));
      run.budget.document(list, call.span);
      return list;
    },
  }),
  define('map', {
    content: 'entries',
    evaluate: (call, _args, frame, run) => {
      const map: JsonObject = {};
      for (const item of call.items) putOwn(map, item.name, json(itemValue(item, frame, run), call, 'a map'));
      run.budget.document(map, call.span);
      return map;
    },
  }),
];

function itemValue({ content }: Item, frame: Frame, run: WorkflowExecution): Value {
  return 'parts' in content ? evaluateBody(content, frame, run) : evaluateCall(content, frame, run);
}

function int(call: Call, _args: unknown, frame: Frame, run: WorkflowExecution): Value {
  const value = json(evaluateBody(call.body, frame, run), call, 'a number');
  const whole = toInteger(value);
  if (whole === null) {
    const shown = maskSealed(toText(value)).slice(0, 60);
    throw languageError('not_a_number', `<int> cannot make a whole number of "${shown}".`, call.span);
  }
  return whole;
}
