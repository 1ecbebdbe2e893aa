import type { Place, Template } from '../source/value';
import type { Block, CatchClause, MatchCase, Statement, SwitchCase } from './declarations';
import { Fields, isNothing, listed, nameOf } from './fields';
import { explainNoExpression, type Reader } from './reader';
import { nameOfKind, written } from './written';

type WithoutPosition<S> = S extends unknown ? Omit<S, 'place' | 'text'> : never;
/** A statement without place and text, which all constructs get alike. */
export type Instruction = WithoutPosition<Statement>;

/** The values of a construct by their keys. */
export type Parts = ReadonlyMap<string, Template>;

interface ConstructReader extends Reader {
  readonly place: Place;
  block(template: Template | undefined): Block;
}

/** A construct is known by its keys: all of the required ones and none but the optional ones beside them. */
export interface Construct {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  read(parts: Parts, reader: ConstructReader): Instruction | undefined;
}

function construct(required: string[], optional: string[], read: Construct['read']): [string, Construct] {
  return [required[0] as string, { required, optional, read }];
}

/** What is there under a required key. */
function part(parts: Parts, name: string): Template {
  return parts.get(name) as Template;
}

/** Every construct by its first key (MuranoPL reference, "Block constructs"). */
export const CONSTRUCTS: ReadonlyMap<string, Construct> = new Map([
  construct(['Return'], [], (parts) => ({ kind: 'return', value: part(parts, 'Return') })),
  construct(['If', 'Then'], ['Else'], (parts, reader) => ({
    kind: 'if',
    condition: part(parts, 'If'),
    // biome-ignore lint/suspicious/noThenProperty: the construct's own word; nobody awaits an instruction
    then: reader.block(parts.get('Then')),
    otherwise: optionalBlock(parts.get('Else'), reader),
  })),
  construct(['While', 'Do'], [], readWhile),
  construct(['For', 'In', 'Do'], [], readFor),
  construct(['Repeat', 'Do'], [], readRepeat),
  construct(['Break'], [], (parts, reader) => lone('break', part(parts, 'Break'), reader)),
  construct(['Continue'], [], (parts, reader) => lone('continue', part(parts, 'Continue'), reader)),
  construct(['Match', 'Value'], ['Default'], readMatch),
  construct(['Switch'], ['Default'], readSwitch),
  construct(['Parallel'], ['Limit'], (parts, reader) => {
    const limit = parts.get('Limit');
    return {
      kind: 'parallel',
      branches: reader.block(parts.get('Parallel')),
      limit: isNothing(limit) ? undefined : limit,
    };
  }),
  construct(['Try'], ['Catch', 'Else', 'Finally'], (parts, reader) => ({
    kind: 'try',
    body: reader.block(parts.get('Try')),
    catches: listed(parts.get('Catch')).flatMap((clause) => readCatch(clause, reader) ?? []),
    otherwise: optionalBlock(parts.get('Else'), reader),
    finally: optionalBlock(parts.get('Finally'), reader),
  })),
  construct(['Throw'], ['Message', 'Extra', 'Cause'], readThrow),
  construct(['Rethrow'], [], () => ({ kind: 'rethrow' })),
  construct(['Do'], [], (parts, reader) => ({ kind: 'do', body: reader.block(parts.get('Do')) })),
]);

function optionalBlock(template: Template | undefined, reader: ConstructReader): Block | undefined {
  return isNothing(template) ? undefined : reader.block(template);
}

/** `Break` and `Continue` stand without a value. */
function lone(kind: 'break' | 'continue', template: Template, { problems }: ConstructReader): Instruction {
  if (!isNothing(template)) {
    const name = kind === 'break' ? 'Break' : 'Continue';
    problems.error('no_value_here', `${name} has no value.`, template.place, {
      text: written(template),
      hint: `Write "${name}:" and nothing behind it.`,
    });
  }
  return { kind };
}

function readWhile(parts: Parts, reader: ConstructReader): Instruction | undefined {
  const condition = part(parts, 'While');
  const body = reader.block(parts.get('Do'));
  if (condition.kind === 'expression') return { kind: 'while', condition: condition.expression, body };
  needsExpression('While', condition, reader);
  return undefined;
}

function readRepeat(parts: Parts, reader: ConstructReader): Instruction | undefined {
  const times = part(parts, 'Repeat');
  const body = reader.block(parts.get('Do'));
  const isCount =
    times.kind === 'constant' && (Number.isInteger(times.value) || ['bigint', 'boolean'].includes(typeof times.value));
  if (isCount || times.kind === 'expression') return { kind: 'repeat', times, body };
  needsExpression('Repeat', times, reader, 'a whole number or ');
  return undefined;
}

function needsExpression(head: string, template: Template, reader: ConstructReader, more = ''): void {
  const why = explainNoExpression(template, reader);
  reader.problems.error(
    why === undefined ? 'no_expression' : 'bad_expression',
    `${head} needs ${more}an expression, and this is ${nameOfKind(template)}.${why === undefined ? '' : ` ${why}`}`,
    template.place,
    { text: written(template) },
  );
}

function readFor(parts: Parts, reader: ConstructReader): Instruction | undefined {
  const variable = part(parts, 'For');
  const body = reader.block(parts.get('Do'));
  if (variable.kind === 'constant' && typeof variable.value === 'string') {
    return { kind: 'for', variable: variable.value, collection: part(parts, 'In'), body };
  }
  reader.problems.error('bad_name', 'For needs the name of a variable.', variable.place, {
    text: written(variable),
    hint: 'The name stands without its dollar: For: item.',
  });
  return undefined;
}

function readMatch(parts: Parts, reader: ConstructReader): Instruction | undefined {
  const match = part(parts, 'Match');
  const otherwise = optionalBlock(parts.get('Default'), reader);
  if (match.kind !== 'map') return notCases('Match', match, reader);
  const cases = match.entries.flatMap(({ key, value }): MatchCase[] => {
    const body = reader.block(value);
    if (key.kind === 'constant') return [{ constant: key.value, body }];
    reader.problems.warn(
      'case_never',
      'This case never matches: it is an expression, and cases are constants.',
      key.place,
      {
        text: written(key),
        hint: 'Put a text into quotation marks; conditions belong into Switch.',
      },
    );
    return [];
  });
  return { kind: 'match', value: part(parts, 'Value'), cases, otherwise };
}

function readSwitch(parts: Parts, reader: ConstructReader): Instruction | undefined {
  const template = part(parts, 'Switch');
  const otherwise = optionalBlock(parts.get('Default'), reader);
  if (template.kind !== 'map') return notCases('Switch', template, reader);
  const cases = template.entries.map(({ key, value }): SwitchCase => ({ condition: key, body: reader.block(value) }));
  return { kind: 'switch', cases, otherwise };
}

function notCases(head: string, template: Template, { problems }: ConstructReader): undefined {
  problems.error(
    'not_mapping',
    `${head} needs a mapping of cases, and this is ${nameOfKind(template)}.`,
    template.place,
    {
      text: written(template),
    },
  );
}

function readThrow(parts: Parts, reader: ConstructReader): Instruction | undefined {
  const names = part(parts, 'Throw');
  if (isNothing(names) || (names.kind === 'list' && names.items.length === 0)) {
    reader.problems.error('missing_name', 'Throw needs the name of an exception.', names.place);
    return undefined;
  }
  return {
    kind: 'throw',
    names,
    message: parts.get('Message'),
    cause: parts.get('Cause'),
    extra: parts.get('Extra'),
  };
}

function readCatch(template: Template, reader: ConstructReader): CatchClause | undefined {
  const { problems } = reader;
  const fields = Fields.of(template, 'Catch', problems);
  if (!fields) return undefined;
  for (const { name, place } of fields) {
    if (CATCH_KEYS.includes(name)) continue;
    problems.error('unknown_key', `Catch has no "${name}".`, place, {
      text: name,
      hint: `Catch has ${CATCH_KEYS.join(', ')}.`,
    });
  }
  const as = fields.get('As');
  return {
    names: listed(fields.get('With')).flatMap((name) => nameOf(name, 'An exception', problems) ?? []),
    as: as === undefined || isNothing(as) ? undefined : nameOf(as, 'The variable of the exception', problems),
    body: reader.block(fields.get('Do')),
  };
}

const CATCH_KEYS = ['With', 'As', 'Do'];
