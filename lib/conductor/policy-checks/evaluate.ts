import {
  type ExplanationStep,
  isPolicyError,
  type KnownNames,
  type PolicyProblem,
  type Premise,
  type Value,
} from '@vetro/datalog';
import {
  applyModification,
  askRules,
  evaluateRuleSets,
  explainRules,
  type ModelTypes,
  type RuleAnswers,
  type RuleSetInput,
  type RuleSetVerdict,
  rulesProblems,
  rulesWarnings,
  type TriedChanges,
} from '@/lib/conductor/policy';
import { isVetroError } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json, JsonObject } from '@/lib/model/json';
import type { ExplanationStep as ExplanationStepView } from '@/lib/model/policies/explanation';
import type { PolicyParameters } from '@/lib/model/policies/parameters';
import { furtherVerdicts } from '@/lib/model/policies/verdicts';
import { firstProblems, furtherProblems } from '@/lib/model/problem-limit';
import type {
  PolicyAnswer,
  PolicyContext,
  PolicyExplanation,
  PolicyQuestion,
  PolicyTextProblem,
  RuleFailure,
  RuleSet,
  RuleVerdict,
} from '@/lib/ports/policies';
import type { Classes } from './classes';
import { describedTypes, environmentObjects, fromObjects } from './environment-objects';
import { QuestionFacts, SOURCES } from './question-facts';

/** What one set of rules may do: enough for thousands of machines, and over in seconds. */
const LIMITS = { steps: 3_000_000, rows: 500_000 };

/** Verdicts of one kind that one set of rules answers; a last one counts the others. */
const MAX_VERDICTS = 500;

/** Everything that keeps a text from being asked, with its places. */
export function textProblems(text: string): PolicyTextProblem[] {
  return listed(rulesProblems(text, SOURCES));
}

/** What is probably not meant in a text, with its places. */
export function textWarnings(text: string, known: KnownNames): PolicyTextProblem[] {
  return listed(rulesWarnings(text, known));
}

/**
 * Asks rules about a document: decomposes it and what is deployed, asks, and makes the changes that rules ask for.
 *
 * @param classes what is known of classes in MuranoPL
 * @param newId an id that no object has
 * @param facts those of an earlier question about the environment; of no use any more when a set of rules fails
 * @returns a failure of every set of rules where the document itself cannot be asked about
 */
export async function evaluate(
  question: PolicyQuestion,
  classes: Classes,
  newId: () => string,
  facts = new QuestionFacts(),
): Promise<PolicyAnswer> {
  const { ruleSets, types } = question;
  const asked = ruleSetQuestion(question, classes, facts);
  const modelTypes: ModelTypes = {
    hasProperty: (type, property) =>
      asked.described.get(type)?.properties.has(property) ?? classes.hasProperty(type, property),
    conform: async (model) => model,
    newId,
  };
  const evaluating = evaluateRuleSets<EnvironmentModel>({
    ...asked,
    rules: ruleSets.map(ruleSetInput),
    modify: async (current, text) => {
      const changed = await applyModification(environmentObjects(current, types) as Json, text, modelTypes);
      return fromObjects(changed as JsonObject, current, types);
    },
    explains: question.explains === true,
    derived: facts.derived,
  });
  const { model, verdicts, failures } = await evaluating.catch((error: unknown) => ({
    model: question.model,
    verdicts: [],
    failures: ruleSets.map(({ id }) => ({ rules: id, error })),
  }));
  return {
    model,
    verdicts: firstVerdicts(verdicts).map(({ rules, why, premises, ...verdict }) => ({
      ...{ ruleSet: rules, ...verdict, properties: propertiesIn(premises) },
      ...(why ? { why: why.map(stepView) } : {}),
    })),
    failures: failures.map(({ rules, error }): RuleFailure => {
      const [problem] = problemsIn(error);
      return { ruleSet: rules, ...(problem as PolicyTextProblem) };
    }),
  };
}

/** As many verdicts of each kind and set of rules as anybody reads: rules can say half a million things. */
function firstVerdicts(verdicts: readonly RuleSetVerdict[]): RuleSetVerdict[] {
  const counts = new Map<string, { rules: string; kind: RuleSetVerdict['kind']; count: number }>();
  const first = verdicts.filter(({ rules, kind }) => {
    const key = JSON.stringify([rules, kind]);
    const { count } = counts.get(key) ?? { count: 0 };
    counts.set(key, { rules, kind, count: count + 1 });
    return count < MAX_VERDICTS;
  });
  const rest = [...counts.values()].flatMap(({ rules, kind, count }): RuleSetVerdict[] => {
    if (count <= MAX_VERDICTS) return [];
    return [{ rules, kind, objectId: null, message: furtherVerdicts(count - MAX_VERDICTS), premises: [] }];
  });
  return [...first, ...rest];
}

/** Properties and references of the model that an answer rests on, each once. */
function propertiesIn(premises: readonly Premise[]): RuleVerdict['properties'] {
  const found = premises.flatMap(({ policy, table, row }) => {
    if (policy !== 'murano') return [];
    const name = { properties: row[1], relationships: row[2] }[table];
    const [objectId] = row;
    return typeof objectId === 'string' && typeof name === 'string' ? [{ objectId, name }] : [];
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * Explains the answers of the first set of rules of a question about its document as it is.
 *
 * @param atom what is asked for; variables may stand for anything
 * @returns `problems` when the rules or the atom cannot be read or asked
 */
export function explainAnswers(question: PolicyQuestion, atom: string, classes: Classes): PolicyExplanation {
  try {
    const rules = ruleSetInput(question.ruleSets[0] as RuleSet);
    const { holds, answers } = explainRules(ruleSetQuestion(question, classes, new QuestionFacts()), rules, atom);
    return { holds, answers: answers.map((steps) => steps.map(stepView)), problems: [] };
  } catch (error) {
    return { holds: false, answers: [], problems: problemsIn(error) };
  }
}

/**
 * Asks the first set of rules of a question for what they derive of its document, or for how that differs after changes.
 *
 * @param asked an atom, or a rule
 * @param changes what is tried before; null: nothing
 * @returns `problems` when the rules, what is asked or the changes cannot be read or asked
 */
export function askQuestion(
  question: PolicyQuestion,
  asked: string,
  changes: TriedChanges | null,
  classes: Classes,
): RuleAnswers | { problems: PolicyTextProblem[] } {
  try {
    const rules = ruleSetInput(question.ruleSets[0] as RuleSet);
    return askRules(ruleSetQuestion(question, classes, new QuestionFacts()), rules, asked, changes);
  } catch (error) {
    return { problems: problemsIn(error) };
  }
}

/** A question as the language takes it, without the rules: what they may ask for. */
function ruleSetQuestion(question: PolicyQuestion, classes: Classes, facts: QuestionFacts) {
  const described = describedTypes(question.types);
  return {
    described,
    model: question.model,
    environment: question.model.id,
    facts: facts.facts,
    load: (current: EnvironmentModel) => facts.load(current, question, described, classes),
    context: { now: nowOf(question.context.time) },
    limits: LIMITS,
  };
}

function ruleSetInput({ parameters, ...rules }: RuleSet): RuleSetInput {
  return { ...rules, parameters: parameterRows(parameters) };
}

function stepView({ place, ...step }: ExplanationStep): ExplanationStepView {
  return { ...step, line: place?.line ?? null, column: place?.column ?? null };
}

function parameterRows(parameters: PolicyParameters): [string, Value][] {
  const asValue = (value: string | number | boolean): Value => {
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return typeof value === 'number' ? BigInt(value) : value;
  };
  return Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().map((one): [string, Value] => [name, asValue(one)]),
  );
}

function nowOf({ date, hour, minute, second }: PolicyContext['time']): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date} ${two(hour)}:${two(minute)}:${two(second)}`;
}

/** The longest message about rules, in characters: it names what stands in them, which may be most of their text. */
const MAX_MESSAGE_CHARACTERS = 1_000;

/** What a person is told of an error; one that is none of the language's says no more than that there was one. */
function problemsIn(error: unknown): PolicyTextProblem[] {
  if (isPolicyError(error)) return listed(error.problems);
  const sentence = isVetroError(error) ? error.sentence : 'The rules could not be asked about this environment.';
  return [{ line: null, column: null, sentence }];
}

/** Problems with their places, the first of them and how many there are beyond. */
function listed(problems: readonly PolicyProblem[]): PolicyTextProblem[] {
  const placed = problems.map(({ message, place }) => ({
    line: place?.line ?? null,
    column: place?.column ?? null,
    sentence: message.slice(0, MAX_MESSAGE_CHARACTERS),
  }));
  return firstProblems(placed, (count) => ({ line: null, column: null, sentence: furtherProblems(count) }));
}
