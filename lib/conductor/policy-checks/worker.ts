import { randomUUID } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type { PolicyAnswer, PolicyExplanation, PolicyQuestion, PolicyTextProblem } from '@/lib/ports/policies';
import { createClasses } from './classes';
import { evaluate, explainAnswers, textProblems } from './evaluate';

/*
 * What runs in a thread that asks policies, bundled on its own by `scripts/bundle-worker.mjs`; the pool of
 * `policy-checker.ts` loads it.
 */

const classesOf = createClasses((workerData as { library: readonly ObjectPackage[] }).library);

/** Reads the text of a policy, and tells everything that is wrong with it. */
export function problemsOf(text: string): PolicyTextProblem[] {
  return textProblems(text);
}

/** Asks rules about a document. */
export function check(question: PolicyQuestion): Promise<PolicyAnswer> {
  return evaluate(question, classesOf(question.objects), () => randomUUID().replaceAll('-', ''));
}

/** Explains what rules answer about a document. */
export function explain({ question, atom }: { question: PolicyQuestion; atom: string }): PolicyExplanation {
  return explainAnswers(question, atom, classesOf(question.objects));
}
