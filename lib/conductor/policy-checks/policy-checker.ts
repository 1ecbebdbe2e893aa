import { builtinSignatures } from '@vetro/datalog';
import { PARAMETER_TABLE, PARAMETER_TEXT_TABLE } from '@/lib/conductor/policy';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type {
  PolicyAnswer,
  PolicyChecker,
  PolicyExplanation,
  PolicyFileReading,
  PolicyTextProblem,
  PolicyVocabulary,
  RuleSet,
} from '@/lib/ports/policies';
import { type BoundedThreads, createBoundedThreads, type createThreadPool } from '@/lib/threads/thread-pool';
import { SOURCE_TABLES } from './sources';

/** What `scripts/bundle-worker.mjs` makes of `worker.ts`. */
const BUNDLE = 'lib/conductor/policy-checks/generated/worker.mjs';
/** Questions answered at a time before runs, and of those who try rules; further ones wait. */
const MAX_RUN_THREADS = 2;
const MAX_TRIAL_THREADS = 1;
/** What one tenant may try at a time, what waits for its turn included. */
const MAX_TRIALS_OF_TENANT = 8;
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
 * Asks policies in threads beside the server: whatever a text makes them do, nobody else waits. What is only tried has a
 * thread of its own, so that runs do not wait for it, and tenants take turns. A thread that exceeds a
 * limit is ended, and every rule set of its question is asked again by itself, so that the one at fault is known.
 *
 * @param library the packages that MuranoPL brings along
 */
export function createPolicyChecker(library: readonly ObjectPackage[], limits: PolicyCheckLimits = {}): PolicyChecker {
  const { longestMs, heapMb, createPool } = { ...DEFAULT_LIMITS, ...limits };
  const kind = { bundle: BUNDLE, heapMb, workerData: { library } };
  const runs = createBoundedThreads({ ...kind, maxThreads: MAX_RUN_THREADS }, createPool);
  const trials = createBoundedThreads({ ...kind, maxThreads: MAX_TRIAL_THREADS }, createPool, MAX_TRIALS_OF_TENANT);
  const exceeded = (): PolicyTextProblem => ({
    line: null,
    column: null,
    sentence: `The rules took more than ${longestMs / 1000} seconds or ${heapMb} MB of memory and were stopped. Make them join fewer tables at once.`,
  });

  const unreadRules = (): PolicyTextProblem => ({
    line: null,
    column: null,
    sentence: `Reading these rules took more than ${longestMs / 1000} seconds or ${heapMb} MB of memory and was stopped: they are too long, or the server is very busy. Try again, or shorten them.`,
  });
  const unread = (): PolicyFileReading['problems'][number] => ({
    path: '',
    code: 'checking_exceeded',
    sentence: `Reading this file took more than ${longestMs / 1000} seconds or ${heapMb} MB of memory and was stopped. A policy file is short: look for what repeats in it.`,
  });

  /** @returns null when a limit ended the thread */
  async function inThread<Answer>(
    threads: BoundedThreads,
    tenantId: string,
    name: string,
    input: unknown,
  ): Promise<Answer | null> {
    const answered = await threads.ask<Answer>(name, input, longestMs, tenantId);
    return 'answer' in answered ? answered.answer : null;
  }

  return {
    vocabulary,
    problemsOf: async (text, tenantId) =>
      (await inThread<PolicyTextProblem[]>(trials, tenantId, 'problemsOf', text)) ?? [unreadRules()],
    warningsOf: async (text, known, tenantId) =>
      (await inThread<PolicyTextProblem[]>(trials, tenantId, 'warningsOf', { text, known })) ?? [unreadRules()],
    readFile: async (text, tenantId) =>
      (await inThread<PolicyFileReading>(trials, tenantId, 'readFile', text)) ?? { file: null, problems: [unread()] },
    check: async (question) => {
      const { ruleSets } = question;
      if (ruleSets.length === 0) return { model: question.model, verdicts: [], failures: [] };
      const ask = (some: readonly RuleSet[]) =>
        inThread<PolicyAnswer>(question.isTrial ? trials : runs, question.context.tenant.id, 'check', {
          ...question,
          ruleSets: some,
        });
      const together = await ask(ruleSets);
      if (together) return together;
      if (ruleSets.length === 1) return stopped(question.model, ruleSets, exceeded());
      const alone = await Promise.all(ruleSets.map(async (one) => ({ one, answer: await ask([one]) })));
      const good = alone.flatMap(({ one, answer }) => (answer ? [one] : []));
      const failures = alone.flatMap(({ one, answer }) => (answer ? [] : [{ ruleSet: one.id, ...exceeded() }]));
      if (good.length === ruleSets.length) return stopped(question.model, ruleSets, exceeded());
      const rest = good.length === 0 ? null : await ask(good);
      if (!rest) return stopped(question.model, ruleSets, exceeded());
      return { ...rest, failures: [...rest.failures, ...failures] };
    },
    explain: async (question, atom) =>
      (await inThread<PolicyExplanation>(trials, question.context.tenant.id, 'explain', { question, atom })) ?? {
        ...{ holds: false, answers: [] },
        problems: [exceeded()],
      },
    close: async () => {
      await Promise.all([runs.close(), trials.close()]);
    },
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
