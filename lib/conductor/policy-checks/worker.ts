import { randomUUID } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { readPolicyFile } from '@/lib/formats/policy/policy-file';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type {
  KnownTypes,
  PolicyAnswer,
  PolicyExplanation,
  PolicyFileReading,
  PolicyQuestion,
  PolicyTextProblem,
} from '@/lib/ports/policies';
import { createClasses } from './classes';
import { evaluate, explainAnswers, textProblems, textWarnings } from './evaluate';
import { createKnownNames } from './known-names';
import { QuestionFacts } from './question-facts';

/*
 * What runs in a thread that asks policies, bundled on its own by `scripts/bundle-worker.mjs`; the pool of
 * `policy-checker.ts` loads it.
 */

const { library } = workerData as { library: readonly ObjectPackage[] };
const classesOf = createClasses(library);
const knownNames = createKnownNames(library);

/** Rows that are kept between questions: well below what the memory of a thread holds, which new questions need. */
const MAX_ROWS = 300_000;
/** What is known of environments that were asked about, by their ids. */
const kept = new LRUCache<string, QuestionFacts>({
  maxSize: MAX_ROWS,
  sizeCalculation: ({ size }) => Math.max(size, 1),
});

/** Reads the text of a policy, and tells everything that is wrong with it. */
export function problemsOf(text: string): PolicyTextProblem[] {
  return textProblems(text);
}

/** Reads the text of a policy, and tells what is probably not meant in it. */
export function warningsOf({ text, known }: { text: string; known: KnownTypes }): PolicyTextProblem[] {
  return textWarnings(text, knownNames(known));
}

/** Reads a policy file, without its rules. */
export function readFile(text: string): PolicyFileReading {
  return readPolicyFile('file', text);
}

/**
 * Asks rules about a document. What is known of its environment is kept for the next question where there will be one; a
 * question in which something fails takes it along.
 */
export async function check(question: PolicyQuestion): Promise<PolicyAnswer> {
  const { id } = question.model;
  const facts = kept.get(id) ?? new QuestionFacts();
  kept.delete(id);
  const newId = () => randomUUID().replaceAll('-', '');
  const answer = await evaluate(question, classesOf(question.objects), newId, facts);
  if (question.isRepeated && answer.failures.length === 0) kept.set(id, facts);
  return answer;
}

/** Explains what rules answer about a document. */
export function explain({ question, atom }: { question: PolicyQuestion; atom: string }): PolicyExplanation {
  return explainAnswers(question, atom, classesOf(question.objects));
}
