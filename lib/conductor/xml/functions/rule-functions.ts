import { isObject, type Json } from '@/lib/model/json';
import { languageError } from '../../language/diagnostics';
import { evaluateBody, evaluateCall, json, textArgument } from '../evaluate';
import type { EvaluationPosition } from '../evaluation-position';
import type { Arguments, Call, Frame, FunctionDefinition, Value, WorkflowExecution } from '../interpreter';
import { evaluateMatch } from '../jsonpath/evaluate-query';
import { moveCursor, type Position, read } from '../paths';
import { toInteger, toText } from '../python-values';
import { readyQuery } from '../queries';
import { define } from './define';

/** Rules and what controls them (Murano v0.2 guide, chapter 5, "Workflow rules" and "Workflow control"). */
export const RULE_FUNCTIONS: readonly FunctionDefinition[] = [
  define('workflow', { content: 'rules', evaluate: workflow }),
  define('rule', {
    attributes: ['match', 'id', 'desc', 'limit'],
    required: ['match'],
    content: 'rules',
    blocks: ['empty'],
    query: 'match',
    evaluate: rule,
  }),
  define('mute', {
    attributes: ['rule', 'id'],
    evaluate: (_call, args, frame) => {
      frame.pass.muteTable.mute(frame.position, name(args, 'rule'), name(args, 'id'));
      return null;
    },
  }),
  define('unmute', {
    attributes: ['rule', 'id'],
    evaluate: (_call, args, frame) => {
      frame.pass.muteTable.unmute(frame.position, name(args, 'rule'), name(args, 'id'));
      return null;
    },
  }),
  define('stop', {
    evaluate: (_call, _args, _frame, run) => {
      run.stopRequested = true;
      return null;
    },
  }),
];

function name(args: Arguments, argument: string): string | null {
  const value = args.get(argument);
  return value === undefined || value === null ? null : toText(value as Json);
}

function workflow(call: Call, _args: Arguments, frame: Frame, run: WorkflowExecution): Value {
  const rules = rulesInTurn(call, frame, run);
  for (;;) {
    const turn = rules.next();
    if (turn.done) return turn.value;
  }
}

/**
 * Evaluates what a workflow holds, one after the other: each is a piece for the budget.
 *
 * @returns whether a rule left the model changed: the rest then waits for the next pass
 */
export function* rulesInTurn(call: Call, frame: Frame, run: WorkflowExecution): Generator<undefined, boolean> {
  frame.pass.changed = false;
  for (const part of call.body.parts) {
    if (typeof part === 'string') continue;
    evaluateCall(part, frame, run);
    if (part.tag === 'rule' && frame.pass.changed) return true;
    yield;
  }
  return false;
}

function rule(call: Call, args: Arguments, frame: Frame, run: WorkflowExecution): Value {
  const outer = frame.position;
  const rules = [...outer.rules, ruleId(call, args)];
  frame.position = { ...outer, rules };
  const ready = readyQuery(call, frame, run);
  const limit = toInteger(json(args.get('limit') ?? 0, call, 'a limit'));
  if (limit === null) throw languageError('bad_argument', '"limit" of <rule> must be a number.', call.span);
  const { position } = moveCursor(ready?.prefix ?? '', outer.cursor);
  const matches = ready
    ? evaluateMatch(ready.query, read(run.model, position), ready.bindings, (values) =>
        run.budget.spend(values, call.span),
      )
    : [];

  const outerRule = run.rule;
  run.rule = call;
  for (const [index, match] of matches.entries()) {
    // muted matches count: a limit of one only ever looks at the first match
    if (limit > 0 && index >= limit) break;
    const evaluated = evaluationPosition([...position, ...match.path], { ...outer, rules }, run);
    if (frame.pass.muteTable.isMuted(evaluated)) continue;
    frame.pass.muteTable.muteForRound(evaluated);
    frame.position = evaluated;
    runBody(call, frame, run);
  }
  const empty = call.blocks.get('empty');
  if (matches.length === 0 && empty) evaluateBody(empty, frame, run);
  run.rule = outerRule;
  return null;
}

/** The rule's id; one without is known by its place. */
function ruleId(call: Call, args: Arguments): string {
  const id = args.get('id');
  return id === undefined || id === null || id === ''
    ? `${call.span.line}:${call.span.column}`
    : textArgument(call, 'id', id);
}

function evaluationPosition(cursor: Position, outer: EvaluationPosition, run: WorkflowExecution): EvaluationPosition {
  const object = read(run.model, cursor);
  const id = isObject(object) && Object.hasOwn(object, 'id') ? toText(object.id ?? null) : null;
  const objects = id === null || outer.objects === null ? null : [...outer.objects, id];
  return { ...outer, cursor, objects };
}

function runBody(call: Call, frame: Frame, run: WorkflowExecution): void {
  for (const part of call.body.parts) {
    if (typeof part === 'string') continue;
    evaluateCall(part, frame, run);
    if (part.tag === 'rule' && frame.pass.changed) return;
  }
}
