import {
  applyModification,
  checkRules,
  consult,
  decompose,
  type Fact,
  isPolicyError,
  type ModelTypes,
  type Value,
} from '@/lib/conductor/policy';
import { isVetroError } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json, JsonObject } from '@/lib/model/json';
import type { PolicyParameters } from '@/lib/model/policies/parameters';
import type {
  PolicyAnswer,
  PolicyQuestion,
  PolicySurroundings,
  PolicyTextProblem,
  RuleFailure,
} from '@/lib/ports/policies';
import type { Classes } from './classes';
import { describedTypes, environmentFacts, environmentObjects, fromObjects } from './environment-objects';
import { modelSource, SOURCE_TABLES, surroundingSources } from './sources';

/** What one set of rules may do: enough for thousands of machines, and over in seconds. */
const LIMITS = { steps: 3_000_000, rows: 500_000 };

/** Everything that keeps a text from being asked, with its places. */
export function textProblems(text: string): PolicyTextProblem[] {
  try {
    checkRules(text, SOURCE_TABLES);
    return [];
  } catch (error) {
    return problemsIn(error);
  }
}

/**
 * Asks rules about a document: decomposes it and what is deployed, asks, and makes the changes that rules ask for.
 *
 * @param classes what is known of classes in MuranoPL
 * @param newId an id that no object has
 */
export async function evaluate(question: PolicyQuestion, classes: Classes, newId: () => string): Promise<PolicyAnswer> {
  const { ruleSets, types, surroundings, deployed } = question;
  const described = describedTypes(types);
  const parentsOf = (type: string) => described.get(type)?.parents ?? classes.ancestorsOf(type);
  const factsOf = (model: EnvironmentModel): Fact[] =>
    decompose(environmentFacts(model, types, classes.objectOf), { tenant: surroundings.tenant.id, parentsOf });
  const modelTypes: ModelTypes = {
    hasProperty: (type, property) =>
      described.get(type)?.properties.has(property) ?? classes.hasProperty(type, property),
    conform: async (model) => model,
    newId,
  };
  const fixed = {
    ...surroundingSources(surroundings),
    deployed: modelSource(deployed === null ? [] : factsOf(deployed)),
  };
  const { model, verdicts, failures } = await consult<EnvironmentModel>({
    rules: ruleSets.map(({ parameters, ...rules }) => ({ ...rules, parameters: parameterRows(parameters) })),
    model: question.model,
    environment: question.model.id,
    sourcesOf: (current) => ({ ...fixed, murano: modelSource(factsOf(current)) }),
    modify: async (current, text) => {
      const changed = await applyModification(environmentObjects(current, types) as Json, text, modelTypes);
      return fromObjects(changed as JsonObject, current, types);
    },
    context: { now: nowOf(surroundings.time) },
    limits: LIMITS,
  });
  return {
    model,
    verdicts: verdicts.map(({ rules, ...verdict }) => ({ ruleSet: rules, ...verdict })),
    failures: failures.map(({ rules, error }): RuleFailure => {
      const [problem] = problemsIn(error);
      return { ruleSet: rules, ...(problem as PolicyTextProblem) };
    }),
  };
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

function nowOf({ date, hour, minute, second }: PolicySurroundings['time']): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date} ${two(hour)}:${two(minute)}:${two(second)}`;
}

/** What a person is told of an error; one that is none of the language's says no more than that there was one. */
function problemsIn(error: unknown): PolicyTextProblem[] {
  if (isPolicyError(error))
    return error.problems.map(({ message, place }) => ({
      line: place?.line ?? null,
      column: place?.column ?? null,
      sentence: message,
    }));
  const sentence = isVetroError(error) ? error.sentence : 'The rules could not be asked about this environment.';
  return [{ line: null, column: null, sentence }];
}
