import type { RuleAnswers, TriedChanges } from '@/lib/conductor/policy';
import {
  fixtureId,
  fixtureModel,
  type PolicyFile,
  type PolicyFixture,
  rulesIn,
} from '@/lib/model/policies/policy-file';
import { conformParameters } from '@/lib/model/policies/policy-template';
import { RUN_KINDS, type RunKind } from '@/lib/model/runs/kinds';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import type { PolicyAnswer, PolicyContext, PolicyQuestion, PolicyTextProblem } from '@/lib/ports/policies';
import type { Classes } from './classes';
import { askQuestion, evaluate, textProblems } from './evaluate';

/** What became of one fixture: everything that differs from what it expects, in sentences. */
export interface FixtureResult {
  name: string;
  differences: string[];
}

/** A cloud for fixtures that say nothing of theirs. */
const USUAL_CLOUD: Pick<Offer, 'flavors' | 'images'> = {
  flavors: [
    { name: 'm1.small', vcpus: 1, memoryMb: 2048, diskGb: 40 },
    { name: 'm1.medium', vcpus: 2, memoryMb: 4096, diskGb: 60 },
    { name: 'm1.large', vcpus: 4, memoryMb: 8192, diskGb: 80 },
    { name: 'm1.xlarge', vcpus: 8, memoryMb: 16_384, diskGb: 160 },
  ],
  images: [
    { id: 'i1', name: 'ws-2012-std', title: 'Windows Server 2012 R2', type: 'windows.2012', marked: true },
    { id: 'i2', name: 'ws-2016-std', title: 'Windows Server 2016', type: 'windows.2016', marked: true },
  ],
};

/** Everything that is wrong with the rules of a file, in each of its languages; lines count in its rules. */
export function fileProblems(file: PolicyFile): PolicyTextProblem[] {
  return textProblems(rulesIn(file, 'en'));
}

/**
 * Asks the rules of a file about each of its fixtures.
 *
 * @param types the service types that fixtures may speak of
 * @param language in which sentences are expected
 */
export async function runFixtures(
  file: PolicyFile,
  types: readonly ServiceType[],
  language: 'en' | 'de' = 'en',
): Promise<FixtureResult[]> {
  const results: FixtureResult[] = [];
  for (const fixture of file.tests) {
    results.push({ name: fixture.name, differences: await differencesIn(file, fixture, types, language) });
  }
  return results;
}

async function differencesIn(
  file: PolicyFile,
  fixture: PolicyFixture,
  types: readonly ServiceType[],
  language: 'en' | 'de',
): Promise<string[]> {
  const { question, problems } = questionOf(file, fixture, types, language);
  if (!question) return problems;
  const answer = await evaluate(question, NO_CLASSES, () => 'new-object');
  return differencesOf(answer, fixture);
}

/**
 * Asks the rules of a file about one of its fixtures: which rows they derive, or how those differ after changes.
 *
 * @param asked an atom, or a rule
 * @returns `problems` with everything that is wrong with the fixture, or with what is asked
 */
export function askFixture(
  file: PolicyFile,
  fixture: PolicyFixture,
  types: readonly ServiceType[],
  asked: string,
  changes: TriedChanges | null,
): RuleAnswers | { problems: string[] } {
  const { question, problems } = questionOf(file, fixture, types, 'en');
  if (!question) return { problems };
  const answer = askQuestion(question, asked, changes, NO_CLASSES);
  return 'problems' in answer ? { problems: answer.problems.map(({ sentence }) => sentence) } : answer;
}

/** What a fixture asks the rules of its file; null with everything that is wrong with it. */
function questionOf(
  file: PolicyFile,
  fixture: PolicyFixture,
  types: readonly ServiceType[],
  language: 'en' | 'de',
): { question: PolicyQuestion | null; problems: string[] } {
  const refused = (problems: string[]) => ({ question: null, problems });
  const given = { ...file.values, ...fixture.values };
  const { parameters, problems } =
    file.parameters.length === 0 ? { parameters: given, problems: [] } : conformParameters(file.parameters, given);
  if (problems.length > 0) return refused(problems.map(({ sentence }) => sentence));
  const used = [...fixture.services, ...(fixture.deployed ?? [])].map(({ type }) => type);
  const unknown = used.find((name) => !types.some(({ type }) => type === name));
  if (unknown) {
    return refused([`There is no service type "${unknown}"; there are ${types.map(({ type }) => type).join(', ')}.`]);
  }
  if (!isRunKind(fixture.run)) {
    return refused([`There is no kind of run "${fixture.run}"; there are ${RUN_KINDS.join(', ')}.`]);
  }
  const question: PolicyQuestion = {
    ruleSets: [{ id: file.name, text: rulesIn(file, language), parameters, modifies: true }],
    model: fixtureModel(fixture.environment, fixture.services),
    deployed: fixture.deployed ? fixtureModel(fixture.environment, fixture.deployed) : null,
    types,
    objects: [],
    context: contextOf(fixture, fixture.run),
  };
  return { question, problems: [] };
}

function differencesOf({ verdicts, failures }: PolicyAnswer, { stops, warns, changes }: PolicyFixture): string[] {
  if (failures.length > 0) return failures.map(({ sentence }) => sentence);
  const expected = { error: stops, warning: warns, modification: changes };
  const word = { error: 'stops', warning: 'warns', modification: 'changes' };
  return (['error', 'warning', 'modification'] as const).flatMap((kind) => {
    const said = verdicts.filter((verdict) => verdict.kind === kind).map(({ message }) => message);
    const missing = expected[kind].filter((sentence) => !said.includes(sentence));
    const further = said.filter((sentence) => !expected[kind].includes(sentence));
    return [
      ...missing.map((sentence) => `${word[kind]}: expected "${sentence}", which it does not say`),
      ...further.map((sentence) => `${word[kind]}: it says "${sentence}", which is not expected`),
    ];
  });
}

const isRunKind = (name: string): name is RunKind => (RUN_KINDS as readonly string[]).includes(name);

function contextOf({ cloud, action, user, at }: PolicyFixture, kind: RunKind): PolicyContext {
  const [date, time] = at.split(' ') as [string, string];
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return {
    offer: { ...USUAL_CLOUD, ...cloud } as Offer,
    kind,
    action: action ? { objectId: fixtureId(action.object), method: action.method } : null,
    user,
    tenant: { id: 'tenant', name: 'tenant' },
    time: { date, weekday: weekday === 0 ? 7 : weekday, hour, minute, second: 0 },
  };
}

/** Fixtures are of services in Vetro's own format. */
const NO_CLASSES: Classes = {
  ancestorsOf: () => [],
  hasProperty: () => false,
  loaderFor: () => () => null,
};
