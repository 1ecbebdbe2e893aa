import { builtinSignatures, PARAMETER_TABLE, PARAMETER_TEXT_TABLE } from '@/lib/conductor/policy';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type {
  PolicyAnswer,
  PolicyChecker,
  PolicyExplanation,
  PolicyFileReading,
  PolicyTextProblem,
  PolicyVocabulary,
} from '@/lib/ports/policies';
import { createBoundedThreads, type createThreadPool } from '@/lib/threads/thread-pool';
import { SOURCE_TABLES } from './sources';

/** What `scripts/bundle-worker.mjs` makes of `worker.ts`. */
const BUNDLE = 'lib/conductor/policy-checks/generated/worker.mjs';
/** Questions answered at a time; further ones wait. */
const MOST_AT_A_TIME = 2;
const DEFAULT_LIMITS = { longestMs: 15_000, heapMb: 512 };

/** How much of the machine policies may take. */
export interface PolicyCheckLimits {
  /** for one question, in milliseconds: somebody waits to deploy meanwhile */
  longestMs?: number;
  /** memory of one thread, in MB */
  heapMb?: number;
  /** makes the pool of threads */
  createPool?: typeof createThreadPool;
}

/**
 * Asks policies in threads beside the server: whatever a text makes them do, nobody else waits. A thread that exceeds a
 * limit is ended, and every rule set of its question is asked again by itself, so that the one at fault is known.
 *
 * @param library the packages that MuranoPL brings along
 */
export function createPolicyChecker(library: readonly ObjectPackage[], limits: PolicyCheckLimits = {}): PolicyChecker {
  const { longestMs, heapMb, createPool } = { ...DEFAULT_LIMITS, ...limits };
  const threads = createBoundedThreads(
    { bundle: BUNDLE, maxThreads: MOST_AT_A_TIME, heapMb, workerData: { library } },
    createPool,
  );
  const exceeded = (): PolicyTextProblem => ({
    line: null,
    column: null,
    sentence: `The rules took more than ${longestMs / 1000} seconds or ${heapMb} MB of memory and were stopped. Make them join fewer tables at once.`,
  });

  const unread = (): PolicyFileReading['problems'][number] => ({
    path: '',
    code: 'checking_exceeded',
    sentence: `Reading this file took more than ${longestMs / 1000} seconds or ${heapMb} MB of memory and was stopped. A policy file is short: look for what repeats in it.`,
  });

  /** @returns null when a limit ended the thread */
  async function inThread<Answer>(name: string, input: unknown): Promise<Answer | null> {
    const answered = await threads.ask<Answer>(name, input, longestMs);
    return 'answer' in answered ? answered.answer : null;
  }

  return {
    vocabulary,
    problemsOf: async (text) => (await inThread<PolicyTextProblem[]>('problemsOf', text)) ?? [exceeded()],
    readFile: async (text) =>
      (await inThread<PolicyFileReading>('readFile', text)) ?? { file: null, problems: [unread()] },
    check: async (question) => {
      const { ruleSets } = question;
      if (ruleSets.length === 0) return { model: question.model, verdicts: [], failures: [] };
      const together = await inThread<PolicyAnswer>('check', question);
      if (together) return together;
      if (ruleSets.length === 1) return stopped(question.model, ruleSets, exceeded());
      const alone = await Promise.all(
        ruleSets.map(async (one) => ({
          one,
          answer: await inThread<PolicyAnswer>('check', { ...question, ruleSets: [one] }),
        })),
      );
      const good = alone.flatMap(({ one, answer }) => (answer ? [one] : []));
      const failures = alone.flatMap(({ one, answer }) => (answer ? [] : [{ ruleSet: one.id, ...exceeded() }]));
      if (good.length === ruleSets.length) return stopped(question.model, ruleSets, exceeded());
      const rest = good.length === 0 ? null : await inThread<PolicyAnswer>('check', { ...question, ruleSets: good });
      if (!rest) return stopped(question.model, ruleSets, exceeded());
      return { ...rest, failures: [...rest.failures, ...failures] };
    },
    explain: async (question, atom) =>
      (await inThread<PolicyExplanation>('explain', { question, atom })) ?? {
        ...{ holds: false, answers: [] },
        problems: [exceeded()],
      },
    close: threads.close,
  };
}

/** Every table that rules may ask for and those that they are asked for. */
function vocabulary(): PolicyVocabulary {
  const sources = Object.entries<Record<string, readonly string[]>>(SOURCE_TABLES);
  const tables = sources.flatMap(([source, own]) =>
    Object.entries(own).map(([table, columns]) => ({ name: `${source}:${table}`, columns: [...columns] })),
  );
  return {
    tables: [
      ...tables,
      { name: PARAMETER_TABLE, columns: ['name', 'value'] },
      { name: PARAMETER_TEXT_TABLE, columns: ['name', 'text'] },
    ],
    computed: builtinSignatures(),
    asked: [
      { name: 'predeploy_errors', columns: ['environment', 'object', 'message'] },
      { name: 'predeploy_warnings', columns: ['environment', 'object', 'message'] },
      { name: 'predeploy_modify', columns: ['environment', 'object', 'action'] },
    ],
  };
}

/** Nothing could be asked: each set of rules failed. */
function stopped(
  model: PolicyAnswer['model'],
  ruleSets: readonly { id: string }[],
  problem: PolicyTextProblem,
): PolicyAnswer {
  return { model, verdicts: [], failures: ruleSets.map(({ id }) => ({ ruleSet: id, ...problem })) };
}
