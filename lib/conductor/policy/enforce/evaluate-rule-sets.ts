import type { Atom, BuiltinContext, Policies, Row, Rule, Term, Value } from '@vetro/datalog';
import {
  atomOf,
  Evaluation,
  type Explanation,
  type ExplanationStep,
  explain,
  explainWith,
  FactBase,
  firingProblems,
  isPolicyError,
  type Limits,
  type PolicyProblem,
  type Premise,
  parse,
  premisesOf,
  type SourceColumns,
  type SourceOptions,
} from '@vetro/datalog';
import { modificationFault } from './modifications';
import { RULES_POLICY } from './rules-policy';

/** The tables that hold what a policy is used with: values as they are, and all of them as texts, for sentences. */
export const PARAMETER_TABLE = 'parameter';
export const PARAMETER_TEXT_TABLE = 'parameter_text';

const GIVEN_TABLES = { [PARAMETER_TABLE]: ['name', 'value'], [PARAMETER_TEXT_TABLE]: ['name', 'text'] };

/** Rules that are asked by themselves: tables that one defines are unknown to another. */
export interface RuleSetInput {
  id: string;
  text: string;
  parameters: readonly (readonly [name: string, value: Value])[];
  /** whether the changes that they ask for are made; otherwise they are only told */
  modifies: boolean;
}

export interface RuleSetQuestion<Model> {
  rules: readonly RuleSetInput[];
  model: Model;
  /** id of the environment: answers about others are passed over */
  environment: string;
  /** what rules may ask for */
  facts: FactBase;
  /** puts the facts of a model in the place of those of the model before */
  load: (model: Model) => void;
  /** makes a change that rules ask for; throws, in a sentence, why it cannot */
  modify: (model: Model, text: string) => Promise<Model>;
  context: BuiltinContext;
  limits?: Limits;
  /** whether each verdict comes with the rules and facts behind it */
  explains?: boolean;
  /** what was derived when these facts were asked about before */
  derived?: DerivedRules;
}

/** What sets of rules derived of facts that are kept; it is brought up to date when it is asked for again. */
export class DerivedRules {
  private known = new Map<string, EvaluatedPolicies>();

  /** How many rows were derived. */
  get size(): number {
    let size = 0;
    for (const { evaluation } of this.known.values()) size += evaluation.size;
    return size;
  }

  /** Drops what other sets of rules derived, and brings the rest up to date. */
  follow(rules: readonly RuleSetInput[], facts: FactBase, context: BuiltinContext): void {
    const changes = facts.take();
    const kept = new Map<string, EvaluatedPolicies>();
    for (const key of new Set(rules.map(keyOf))) {
      const asked = this.known.get(key);
      if (asked && isFollowed(asked.evaluation)) kept.set(key, asked);
    }
    this.known = kept;

    function isFollowed(evaluation: Evaluation): boolean {
      try {
        return evaluation.follow(changes, context);
      } catch (error) {
        // much was done since the beginning: whether it is too much shows when it is done at once
        if (isPolicyError(error)) return false;
        throw error;
      }
    }
  }

  /** Rules beside the facts, with what they derived so far. @throws PolicyError where the text cannot be asked */
  asked(
    rules: RuleSetInput,
    { facts, context, limits }: Pick<RuleSetQuestion<unknown>, 'facts' | 'context' | 'limits'>,
  ): EvaluatedPolicies {
    const known = this.known.get(keyOf(rules));
    if (known) return known;
    const world = worldOf(facts, rules);
    const asked = { world, evaluation: new Evaluation(world, context, limits) };
    this.known.set(keyOf(rules), asked);
    return asked;
  }

  /** Drops what one set derived: it failed on the way. */
  drop(rules: RuleSetInput): void {
    this.known.delete(keyOf(rules));
  }
}

/** Equal for rules that derive the same. */
function keyOf({ text, parameters }: RuleSetInput): string {
  return JSON.stringify([text, parameters.map(([name, value]) => [name, typeof value, `${value}`])]);
}

export type RuleSetVerdictKind = 'modification' | 'error' | 'warning';

export interface RuleSetVerdict {
  rules: string;
  kind: RuleSetVerdictKind;
  objectId: string | null;
  message: string;
  /** what is given that it rests on, in the order of the rules; nothing where there are very many verdicts */
  premises: Premise[];
  /** the rules and facts behind it, when that was asked for */
  why?: ExplanationStep[];
}

/** Rules that could not be asked, or asked for what cannot be done. */
export interface RuleSetFailure {
  rules: string;
  error: unknown;
}

export interface RuleSetAnswer<Model> {
  model: Model;
  verdicts: RuleSetVerdict[];
  failures: RuleSetFailure[];
}

/** The tables that are asked for, and what an answer is. */
const ASKED: Record<RuleSetVerdictKind, string> = {
  modification: 'predeploy_modify',
  error: 'predeploy_errors',
  warning: 'predeploy_warnings',
};

/**
 * Asks several sets of rules about a model: first what each changes of it, in the order of the texts of the changes, then
 * what stops and what warns, about the changed model (Murano's policy enforcement: modify, then validate). A set that
 * fails is a failure, and says nothing else; the others are asked all the same.
 */
export async function evaluateRuleSets<Model>(asked: RuleSetQuestion<Model>): Promise<RuleSetAnswer<Model>> {
  const failures: RuleSetFailure[] = [];
  const verdicts: RuleSetVerdict[] = [];
  let { model } = asked;
  const derived = asked.derived ?? new DerivedRules();
  let loaded: { model: Model } | null = null;
  const answersOf = (kinds: readonly RuleSetVerdictKind[]) => {
    if (loaded?.model !== model) {
      asked.load(model);
      loaded = { model };
      derived.follow(asked.rules, asked.facts, asked.context);
    }
    for (const rules of asked.rules) {
      if (failures.some((failure) => failure.rules === rules.id)) continue;
      try {
        const known = derived.asked(rules, asked);
        verdicts.push(...kinds.flatMap((kind) => answers(known, rules.id, kind, asked)));
      } catch (error) {
        derived.drop(rules);
        failures.push({ rules: rules.id, error });
      }
    }
  };
  answersOf(['modification']);
  const wanted = verdicts.splice(0).sort((a, b) => (a.message < b.message ? -1 : 1));
  const made = new Set<string>();
  for (const modification of wanted) {
    try {
      const { rules, message } = modification;
      const isMade = asked.rules.find(({ id }) => id === rules)?.modifies;
      if (isMade && !made.has(message)) {
        model = await asked.modify(model, message);
        made.add(message);
      }
      verdicts.push(modification);
    } catch (error) {
      failures.push({ rules: modification.rules, error });
    }
  }
  answersOf(['error', 'warning']);
  return { model, verdicts, failures };
}

/**
 * Explains the answers of one set of rules about a model as it is: nothing is changed before.
 *
 * @param question an atom; the first column of a table that is asked for is the environment where it is left open
 * @throws PolicyError when the rules or the question cannot be read or asked
 */
export function explainRules<Model>(
  asked: Omit<RuleSetQuestion<Model>, 'rules' | 'modify' | 'derived'>,
  rules: RuleSetInput,
  question: string,
): Explanation {
  asked.load(asked.model);
  const world = worldOf(asked.facts, rules);
  const atom = atomOf(question, world, RULES_POLICY);
  const [first, ...others] = atom.args;
  const isAsked = Object.values(ASKED).includes(atom.table) && first?.kind === 'variable';
  const about = isAsked
    ? { ...atom, args: [{ kind: 'constant', value: asked.environment } as const, ...others] }
    : atom;
  return explain(world, RULES_POLICY, about, asked.context, asked.limits);
}

/** Columns of the tables that are asked for. */
export const ASKED_TABLES = {
  [ASKED.error]: ['environment', 'object', 'message'],
  [ASKED.warning]: ['environment', 'object', 'message'],
  [ASKED.modification]: ['environment', 'object', 'action'],
};

/**
 * Everything that is wrong with a text, beside sources with these tables: what keeps it from being asked, and rules that can
 * never fire.
 */
export function rulesProblems(
  text: string,
  sources: Readonly<Record<string, SourceOptions & SourceColumns>>,
): readonly PolicyProblem[] {
  const unaskable = problemsOf(() => worldOf(new FactBase(sources), { id: '', text, parameters: [], modifies: false }));
  let rules: Rule[];
  try {
    rules = parse(text).filter((statement) => statement.kind === 'rule');
  } catch {
    return unaskable;
  }
  const context = {
    policy: RULES_POLICY,
    given: GIVEN_TABLES,
    asked: ASKED_TABLES,
    changes: ASKED.modification,
    faultOfChange: modificationFault,
    sources,
  };
  const silent = firingProblems(rules, context);
  const places = new Set(silent.map(({ place }) => `${place?.line}:${place?.column}`));
  const all = [...silent, ...unaskable.filter(({ place }) => !places.has(`${place?.line}:${place?.column}`))];
  return all.sort(
    (a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0),
  );
}

function problemsOf(work: () => unknown): readonly PolicyProblem[] {
  try {
    work();
    return [];
  } catch (error) {
    if (isPolicyError(error)) return error.problems;
    throw error;
  }
}

/**
 * The rules of a set beside the facts that they ask for; what is changed of it changes no facts.
 *
 * @throws PolicyError where the text cannot be asked
 */
export function worldOf(facts: FactBase, { text, parameters }: RuleSetInput): Policies {
  const world = facts.policies();
  world.create(RULES_POLICY, { kind: 'rules', tables: GIVEN_TABLES });
  world.addRows(RULES_POLICY, PARAMETER_TABLE, parameters);
  world.addRows(
    RULES_POLICY,
    PARAMETER_TEXT_TABLE,
    parameters.map(([name, value]): [string, Value] => [name, `${value}`]),
  );
  world.insert(RULES_POLICY, text);
  return world;
}

/** The column of an answer that is a sentence. */
const SENTENCE = 2;
/** Verdicts of one kind that are explained; a rule that says thousands of things is understood by the first ones. */
const MAX_EXPLAINED_VERDICTS = 50;

/** Rules beside facts, and what was computed of them so far: what is asked for next is computed from it. */
interface EvaluatedPolicies {
  world: Policies;
  evaluation: Evaluation;
}

function answers<Model>(
  { world, evaluation }: EvaluatedPolicies,
  rules: string,
  kind: RuleSetVerdictKind,
  { environment, explains }: RuleSetQuestion<Model>,
): RuleSetVerdict[] {
  const table = atomOf(`${ASKED[kind]}(environment, object, message)`, world, RULES_POLICY);
  const rows = evaluation
    .table({ policy: RULES_POLICY, of: null, table: table.table, modal: null })
    .matching([0], [environment]);
  const answerOf = (row: Row): Atom => ({ ...table, args: row.map(constant) });
  return [...rows]
    .filter(({ length }) => length === table.args.length)
    .map((row) => ({ row, objectId: typeof row[1] === 'string' ? row[1] : null, message: `${row[2]}` }))
    .sort((a, b) => compared(a.message, b.message) || compared(a.objectId ?? '', b.objectId ?? ''))
    .map(({ row, objectId, message }, at) => ({
      ...{ rules, kind, objectId, message },
      premises:
        at < MAX_EXPLAINED_VERDICTS
          ? premisesOf(world, RULES_POLICY, answerOf(row), [SENTENCE], evaluation.withFreshLimits())
          : [],
      ...(explains && at < MAX_EXPLAINED_VERDICTS ? { why: whyOf(world, answerOf(row), evaluation) } : {}),
    }));
}

// in which order rows are found depends on what was asked before
const compared = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const constant = (value: Value): Term => ({ kind: 'constant', value });

function whyOf(world: Policies, answer: Atom, evaluation: Evaluation): ExplanationStep[] {
  return explainWith(world, RULES_POLICY, answer, evaluation.withFreshLimits()).answers[0] ?? [];
}
