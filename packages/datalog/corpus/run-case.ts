import {
  type Answer,
  expandColumns,
  findRecursion,
  isPolicyError,
  isStratified,
  type Literal,
  Policies,
  type PolicyOptions,
  parse,
  parseRule,
  print,
  printLiteral,
  printRule,
  type Rule,
  reorder,
  ruleProblems,
  select,
  simulate,
  simulateDelta,
  type Value,
} from '../src';
import type { DatalogAnswer, DatalogCase, PolicySpec } from './datalog-case';

type Answered = Omit<DatalogAnswer, 'id'>;

const CONTEXT = { now: '2026-11-22 10:00:00' };

/** Runs one case of the suite; what an operation answers is in the suite's protocol. */
export async function runDatalogCase(asked: DatalogCase): Promise<DatalogAnswer> {
  const run = OPERATIONS[asked.op];
  if (run === undefined) return { id: asked.id, failure: `No operation ${asked.op}` };
  try {
    return { id: asked.id, ...run(asked) };
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return { id: asked.id, ok: false, error: error.kind, message: error.message };
  }
}

const OPERATIONS: Record<string, (asked: DatalogCase) => Answered> = {
  select: (asked) => answersOf(select(worldOf(asked), asked.target ?? '', asked.query ?? '', CONTEXT)),
  simulate: simulated,
  insert: (asked) => {
    worldOf(asked).insert(asked.target ?? '', asked.text ?? '');
    return { ok: true };
  },
  delete: (asked) => {
    worldOf(asked).delete(asked.target ?? '', asked.text ?? '');
    return { ok: true };
  },
  parse: ({ text = '' }) => ({ statements: parse(text).map(print) }),
  order: ordered,
  expand_columns: ({ text = '', schemas = {} }) => ({
    rule: printRule(expandColumns(parseRule(text), policiesOf(schemas).schemas(), null)),
  }),
  rule_errors: ruleErrors,
  recursive: ({ rules = [] }) => ({ value: findRecursion(placed(rules)) !== null }),
  stratified: ({ rules = [] }) => ({ value: isStratified(placed(rules)) }),
};

function simulated(asked: DatalogCase): Answered {
  const { target = '', query = '', sequence = '', action = '', delta } = asked;
  const simulation = { policy: target, actions: action, sequence, question: query };
  const world = worldOf(asked);
  if (!delta) return answersOf(simulate(world, simulation, CONTEXT));
  const { added, removed } = simulateDelta(world, simulation, CONTEXT);
  return { answers: [...added.map(signed('+')), ...removed.map(signed('-'))] };
}

function signed(sign: '+' | '-') {
  return ({ rule }: Answer) =>
    printRule({ ...rule, heads: rule.heads.map((head) => ({ ...head, table: `${head.table}${sign}` })) });
}

function ordered({ text = '' }: DatalogCase): Answered {
  const rule = parseRule(text);
  const { body, unsafe } = reorder(rule.body);
  if (body) return { rule: printRule({ ...rule, body }) };
  return { error: 'body_safety', unsafe: (unsafe as Literal[]).map(printLiteral) };
}

function ruleErrors({ text = '', schemas = {} }: DatalogCase): Answered {
  try {
    const rule = expandColumns(parseRule(text), policiesOf(schemas).schemas(), null);
    const problems = ruleProblems(rule, 'rules');
    return { error: [...new Set(problems.map(({ kind }) => kind))], messages: problems.map(({ message }) => message) };
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return { error: [...new Set(error.problems.map(({ kind }) => kind))] };
  }
}

function placed(rules: readonly string[]): { policy: string | null; rule: Rule }[] {
  return rules.map((text) => ({ policy: null, rule: parseRule(text) }));
}

function worldOf({ policies = {}, program = [] }: DatalogCase): Policies {
  const world = policiesOf(policies);
  for (const [policy, text] of program) world.insert(policy, text);
  return world;
}

const KINDS = { nonrecursive: 'rules', materialized: 'rules', action: 'action', datasource: 'source' } as const;

function policiesOf(given: Record<string, PolicySpec>): Policies {
  const world = new Policies();
  for (const [name, { kind, schema, complete }] of Object.entries(given)) {
    const options: PolicyOptions = { kind: KINDS[kind], ...(schema ? { tables: schema } : {}) };
    world.create(name, { ...options, complete: complete ?? false });
  }
  return world;
}

function answersOf(answers: readonly Answer[]): Answered {
  return { answers: answers.map(({ rule }) => printRule(rule)), tuples: answers.map(({ row }) => row.map(plain)) };
}

/** Whole numbers go out as numbers, with all their digits where a number has not enough. */
function plain(value: Value): Value | number {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
