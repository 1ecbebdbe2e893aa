'use client';
import { useRouter } from 'next/navigation';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { type StartExecutionInput, useExecutionPlan, useStartExecution } from '@/lib/client/executions';
import { onSuccess } from '@/lib/client/on-success';

/** Leads to the page of a run that has begun. */
export function useShowRun(environmentId: string) {
  const router = useRouter();
  return ({ execution_id: runId }: { execution_id: string }) =>
    router.push(`/environments/${environmentId}/deployments/${runId}`);
}

/**
 * A workflow as a dialog asks for it: its plan, anew whenever something else is asked, and its beginning.
 *
 * @param asked null while it is not complete
 * @param onStarted it has begun, and its page is on its way
 * @returns `plan`: null until it is known; `wouldFail`: sentences on why it would not come to its end; `problem`: why
 *   there is no plan, or why it did not begin; `fields`: what of that is wrong with what was asked
 */
export function useExecution(environmentId: string, asked: StartExecutionInput | null, onStarted: () => void) {
  const showRun = useShowRun(environmentId);
  const start = useStartExecution(environmentId);
  // once it has begun, the environment is held, and what was planned is what happens
  const hasBegun = start.isPending || start.isSuccess;
  const { data, error } = useExecutionPlan(environmentId, asked, !hasBegun);
  const plan = asked === null ? null : (data ?? null);
  const wrong = start.error ?? (asked === null ? null : error);
  return {
    plan,
    wouldFail: [...(plan?.preview?.problems ?? []), ...(plan?.verdicts ?? []).filter(({ stops }) => stops)].map(
      ({ sentence }) => sentence,
    ),
    problem: sentenceOf(wrong),
    fields: isApiProblem(wrong) ? wrong.fields : [],
    isStarting: start.isPending,
    /** @param more what the plan does not depend on */
    start: (more: Partial<StartExecutionInput> = {}) => {
      if (asked === null || plan === null) return;
      const version = plan.version === null ? {} : { version: plan.version };
      onSuccess(start.mutateAsync({ ...asked, ...version, ...more }), (begun) => {
        onStarted();
        showRun(begun);
      });
    },
  };
}
