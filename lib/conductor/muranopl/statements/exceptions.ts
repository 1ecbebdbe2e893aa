import { toText } from '@vetro/yaql';
import { DslError, isFinal } from '../errors';
import { evaluationOf } from '../execution/compile-template';
import { exceptionObject, thrownBehind } from '../execution/exception-object';
import type { Frame } from '../execution/frame';
import { noteTrace } from '../execution/stack-trace';
import { failedEffectOf, isCatchable, MuranoPlException, namesOf } from '../execution/thrown';
import type { Template } from '../source/value';
import type { CatchClause } from '../syntax/declarations';
import type { MuranoType } from '../types/murano-type';
import { resolveName } from '../types/names';
import {
  type BlockStep,
  type CompileBlock,
  type Completion,
  type PlainStep,
  type Program,
  runBlock,
  type StatementOf,
  type Step,
} from './steps';

/** `Throw`: the names are evaluated, then resolved by the namespaces of the class; `Extra` stays as it is written. */
export function throwStep(statement: StatementOf<'throw'>): Step {
  const names = evaluationOf(statement.names);
  const message = statement.message && evaluationOf(statement.message);
  const cause = statement.cause && evaluationOf(statement.cause);
  const evaluation: PlainStep['evaluation'] = {
    calls: names.calls || message?.calls === true || cause?.calls === true,
    run: (context) => [names.run(context), message?.run(context) ?? null, cause?.run(context) ?? null],
  };
  const extra = statement.extra ? writtenValue(statement.extra) : {};
  return {
    statement,
    evaluation,
    finish(frame, value) {
      const [given, text, source] = value as [unknown, unknown, unknown];
      const full = (Array.isArray(given) ? given : [given]).map((name) => resolve(toText(name), frame.type));
      const thrown = new MuranoPlException(full, text, extra, thrownBehind(source));
      noteTrace(thrown, frame);
      throw thrown;
    },
  };
}

/** `Rethrow`, inside of a Catch only. */
export function rethrowStep(statement: StatementOf<'rethrow'>): Step {
  return {
    statement,
    evaluation: { run: () => null, calls: false },
    finish(frame) {
      if (frame.caught === undefined) throw new DslError('TypeError', 'Rethrow must be inside Catch');
      throw frame.caught;
    },
  };
}

interface Clause {
  readonly names: readonly string[];
  readonly as: string | undefined;
  readonly program: Program;
}

/** `Try … Catch … Else … Finally`. Break, Continue and Return pass through; a ceiling that was met does too. */
export function tryStep(statement: StatementOf<'try'>, compile: CompileBlock): BlockStep {
  const body = compile(statement.body);
  const clauses = statement.catches.map((clause: CatchClause) => ({
    names: clause.names,
    as: clause.as,
    program: compile(clause.body),
  }));
  const otherwise = statement.otherwise && compile(statement.otherwise);
  const last = statement.finally && compile(statement.finally);
  return {
    statement,
    drive: (frame) => runTry(frame, body, clauses, otherwise, last),
  };
}

function* runTry(
  frame: Frame,
  body: Program,
  clauses: readonly Clause[],
  otherwise: Program | undefined,
  last: Program | undefined,
): Generator<unknown, Completion | undefined, unknown> {
  let completion: Completion | undefined;
  let failure: { readonly error: unknown } | undefined;
  try {
    completion = yield* runCaught(frame, body, clauses, otherwise);
  } catch (error) {
    if (isFinal(error)) throw error;
    // What ran since then may have been caught: the trace of this error is the way it came.
    noteTrace(error, frame);
    failure = { error };
  }
  if (last) {
    const { result } = frame;
    const ended = yield* runBlock(last, frame);
    if (ended !== undefined) return ended;
    frame.result = result;
  }
  if (failure) throw failure.error;
  return completion;
}

function* runCaught(
  frame: Frame,
  body: Program,
  clauses: readonly Clause[],
  otherwise: Program | undefined,
): Generator<unknown, Completion | undefined, unknown> {
  let completion: Completion | undefined;
  try {
    completion = yield* runBlock(body, frame);
  } catch (error) {
    if (!isCatchable(error)) throw error;
    noteTrace(error, frame);
    const hit = findClause(clauses, namesOf(error), frame.type);
    if (!hit) throw error;
    return yield* runClause(frame, hit.clause, hit.name, error);
  }
  if (completion !== undefined || !otherwise) return completion;
  return yield* runBlock(otherwise, frame);
}

function* runClause(
  frame: Frame,
  clause: Clause,
  name: string,
  error: unknown,
): Generator<unknown, Completion | undefined, unknown> {
  const outer = frame.caught;
  frame.caught = error;
  try {
    if (clause.as !== undefined) frame.context.set(`$${clause.as}`, exceptionObject(frame.execution, error, name));
    const completion = yield* runBlock(clause.program, frame);
    const effectId = failedEffectOf(error);
    if (effectId !== undefined) frame.execution.handledEffects.add(effectId);
    return completion;
  } finally {
    frame.caught = outer;
  }
}

function findClause(
  clauses: readonly Clause[],
  names: readonly string[],
  type: MuranoType | undefined,
): { clause: Clause; name: string } | undefined {
  for (const clause of clauses) {
    if (clause.names.length === 0) return { clause, name: names[0] ?? '' };
    for (const wanted of clause.names) {
      const full = resolve(wanted, type);
      if (names.includes(full)) return { clause, name: full };
    }
  }
  return undefined;
}

function resolve(name: string, type: MuranoType | undefined): string {
  return type ? resolveName(name, type.declaration.namespaces) : name;
}

/** A template as it is written: expressions stay texts. */
function writtenValue(template: Template): unknown {
  switch (template.kind) {
    case 'constant':
      return template.value;
    case 'expression':
      return template.expression.text;
    case 'list':
      return template.items.map(writtenValue);
    case 'map':
      return Object.fromEntries(
        template.entries.map(({ key, value }) => [String(writtenValue(key)), writtenValue(value)]),
      );
  }
}
