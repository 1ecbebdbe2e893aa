'use client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '@/lib/model/json';
import type { AlternativeEdit } from '@/lib/model/policies/alternatives';
import type { PolicyInput, PolicyMode } from '@/lib/model/policies/policy-view';
import type { PolicyCheck } from '@/lib/model/policies/verdicts';
import { api } from './api';
import { useDraftEdit } from './draft';
import { queryOf, usePages } from './pages';
import { queryKeys } from './query-keys';

/** So many versions and exceptions of a policy are shown before one asks for more. */
const PAGE = 20;

/** What policies say of a draft of mine as it is; with `sessionId` null nothing is asked. */
export function useSessionPolicies(environmentId: string, sessionId: string | null) {
  return useQuery({
    queryKey: queryKeys.sessionPolicies(environmentId, sessionId ?? 'none'),
    queryFn: ({ signal }) =>
      api.post(`/environments/${environmentId}/sessions/${sessionId}/policy-check`, undefined, { signal }),
    placeholderData: keepPreviousData,
    enabled: sessionId !== null,
    refetchInterval: ({ state }) => policyPollMs(state.data),
  });
}

/** How often a draft that policies stop is judged again, in milliseconds. */
const STOPPED_POLL_MS = 15_000;

/**
 * Somebody may change the policy while the draft lies open: no event of its environment tells.
 *
 * @returns false where nobody waits for that
 */
export function policyPollMs(check: Pick<PolicyCheck, 'outcome'> | undefined): number | false {
  return check?.outcome === 'stop' ? STOPPED_POLL_MS : false;
}

/** What policies would say with one more service, as it is filled in now. */
export function useAdditionPolicies(
  environmentId: string,
  service: JsonObject,
  { sessionId, version }: { sessionId: string | null; version: string | null },
) {
  const text = JSON.stringify([sessionId, version, service]);
  return useQuery({
    queryKey: queryKeys.additionPolicies(environmentId, text),
    queryFn: ({ signal }) =>
      version === null
        ? api.post(`/environments/${environmentId}/policy-check`, service, { sessionId, signal })
        : api.post(`/environments/${environmentId}/policy-check?package=${version}`, service, { sessionId, signal }),
    placeholderData: keepPreviousData,
    // what was answered for a form with passwords in it is not kept
    gcTime: 0,
  });
}

/** The policies that hold in my tenant, those of the installation first. */
export function usePolicies() {
  return useQuery({
    queryKey: queryKeys.policyList,
    queryFn: async ({ signal }) => (await api.get('/policies', { signal })).policies,
  });
}

/** One policy. */
export function usePolicy(policyId: string) {
  return useQuery({
    queryKey: queryKeys.policy(policyId),
    queryFn: ({ signal }) => api.get(`/policies/${policyId}`, { signal }),
  });
}

/** The texts that a policy had, the newest first, page by page. */
export function usePolicyVersions(policyId: string) {
  const query = queryOf({ limit: PAGE });
  return usePages(queryKeys.policyVersions(policyId), `/policies/${policyId}/versions`, query);
}

function usePolicyMutation<Input, Answer>(run: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    // also when it failed: somebody else may have changed it
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.policies }),
  });
}

/** Adds a policy. */
export function useCreatePolicy() {
  return usePolicyMutation((input: PolicyInput & { scope: 'installation' | 'tenant' }) => api.post('/policies', input));
}

/** What is changed of a policy, with the version that was read. */
export interface PolicyChange extends Partial<PolicyInput> {
  id: string;
  version?: number;
}

/** Changes a policy; what is left out stays. */
export function useChangePolicy() {
  return usePolicyMutation(({ id, ...change }: PolicyChange) => api.patch(`/policies/${id}`, change));
}

/** A policy as a file. */
export function useExportPolicy() {
  return useMutation({ mutationFn: (id: string) => api.get(`/policies/${id}/file`) });
}

/** Adds the policy of a file. */
export function useImportPolicy() {
  return usePolicyMutation((input: { file: string; scope: 'installation' | 'tenant'; language: 'en' | 'de' }) =>
    api.post('/policies/import', input),
  );
}

/** Deletes a policy with its versions. What is shown of it is not asked for again: it is gone. */
export function useDeletePolicy() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.del(`/policies/${id}`),
    onSuccess: (_answer, id) => {
      const gone = JSON.stringify(queryKeys.policy(id));
      return queries.invalidateQueries({
        queryKey: queryKeys.policies,
        predicate: ({ queryKey }) => JSON.stringify(queryKey.slice(0, 3)) !== gone,
      });
    },
  });
}

/** Rules that are tried, stored or not. */
export type TrialRules = Pick<PolicyInput, 'text' | 'parameters' | 'mode'>;

/** What rules are tried on. */
export interface TrialSubject {
  /** left out: every environment that is deployed, or runs */
  environment_id?: string;
  /** a draft of it instead */
  session_id?: string;
  /** of one: each verdict says why */
  explain?: boolean;
  /** of many: my tenant's, or everybody's */
  scope?: 'tenant' | 'installation';
  /** runs that began since then, instead of environments */
  from?: string;
  /** where the page before ended */
  after?: string;
}

export interface Trial {
  rules: TrialRules;
  subject: TrialSubject;
}

/** What rules would say; nothing is stored. */
export function useTryPolicy() {
  return useMutation({
    // A stored policy has more than its rules, which the address refuses.
    mutationFn: ({ rules: { text, parameters, mode }, subject }: Trial) =>
      api.post('/policies/try', { text, parameters, mode, ...subject }),
  });
}

/** Why rules answer as they do about an environment, or why they do not. */
export function useExplainPolicy() {
  return useMutation({
    mutationFn: (input: {
      text: string;
      parameters: PolicyInput['parameters'];
      environment_id: string;
      session_id?: string;
      atom: string;
    }) => api.post('/policies/explain', input),
  });
}

/** The ready policies, which are switched on with values. */
export function usePolicyTemplates() {
  return useQuery({
    queryKey: queryKeys.policyTemplates,
    queryFn: async ({ signal }) => (await api.get('/policy-templates', { signal })).templates,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Switches a ready policy on. */
export function useCreateFromTemplate() {
  return usePolicyMutation(
    ({
      template,
      ...input
    }: Pick<PolicyInput, 'name' | 'summary' | 'parameters' | 'mode'> & {
      template: string;
      scope: 'installation' | 'tenant';
      language: 'en' | 'de';
    }) => api.post(`/policy-templates/${template}/policies`, input),
  );
}

/** The exceptions that there were from a policy, those that last longest first, page by page. */
export function usePolicyExceptions(policyId: string) {
  const query = queryOf({ limit: PAGE });
  return usePages(queryKeys.policyExceptions(policyId), `/policies/${policyId}/exceptions`, query);
}

/** Makes an exception from a policy, until a day. */
export function useCreateException(policyId: string) {
  return usePolicyMutation((input: { environment_id?: string; reason: string; until: string }) =>
    api.post(`/policies/${policyId}/exceptions`, input),
  );
}

/** The requests for exceptions from a policy, the newest first, page by page. */
export function useExceptionRequests(policyId: string) {
  const query = queryOf({ policy_id: policyId, limit: PAGE });
  return usePages(queryKeys.exceptionRequestsOf(policyId), '/exception-requests', query, {
    refetchInterval: REQUESTS_POLL_MS,
  });
}

/** Requests of other tenants come without an event for whoever decides them. */
const REQUESTS_POLL_MS = 15_000;

/** Asks for an exception from a policy, for the environment of a draft that it stops. */
export function useRequestException(environmentId: string, sessionId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ policyId, reason }: { policyId: string; reason: string }) =>
      api.post(`/policies/${policyId}/exception-requests`, {
        ...{ environment_id: environmentId, session_id: sessionId, reason },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sessionPolicies(environmentId, sessionId) }),
  });
}

/** Grants a request until a day, or refuses it with a sentence. */
export function useDecideRequest(policyId: string) {
  return usePolicyMutation(({ id, ...decision }: { id: string } & ({ until: string } | { answer: string })) =>
    'until' in decision
      ? api.post(`/policies/${policyId}/exception-requests/${id}/grant`, decision)
      : api.post(`/policies/${policyId}/exception-requests/${id}/refuse`, decision),
  );
}

/** What policies would allow where they stop a draft of mine; with `sessionId` null nothing is asked. */
export function useSessionAlternatives(environmentId: string, sessionId: string | null) {
  return useQuery({
    queryKey: queryKeys.sessionAlternatives(environmentId, sessionId ?? 'none'),
    queryFn: async ({ signal }) =>
      (
        await api.post(`/environments/${environmentId}/sessions/${sessionId}/policy-alternatives`, undefined, {
          signal,
        })
      ).alternatives,
    enabled: sessionId !== null,
  });
}

/** Makes an alternative true in a draft, edit by edit. */
export function useTakeAlternative(environmentId: string) {
  return useDraftEdit(environmentId, async (sessionId, edits: readonly AlternativeEdit[]) => {
    for (const { method, path, value } of edits) {
      const address = `/environments/${environmentId}/services/${path}` as const;
      if (method === 'PUT') await api.put(address, value, { sessionId });
      else if (method === 'POST') await api.post(address, value, { sessionId });
      else await api.del(address, { sessionId });
    }
  });
}

/** Ends an exception before its day. */
export function useEndException(policyId: string) {
  return usePolicyMutation((id: string) => api.del(`/policies/${policyId}/exceptions/${id}`));
}

/** Everything that is wrong with a text of rules (`problems`), or probably not meant (`warnings`). */
export function checkRules(text: string, signal?: AbortSignal) {
  return api.post('/policies/check', { text }, signal ? { signal } : {});
}

/** What rules may speak of; it never changes while somebody looks. */
export function usePolicyVocabulary() {
  return useQuery({
    queryKey: queryKeys.policyVocabulary,
    queryFn: ({ signal }) => api.get('/policy-vocabulary', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What becomes of a run when rules cannot be asked. */
export function usePolicySettings() {
  return useQuery({
    queryKey: queryKeys.policySettings,
    queryFn: ({ signal }) => api.get('/policy-settings', { signal }),
  });
}

/** Says what becomes of a run when rules cannot be asked. */
export function useChangePolicySettings() {
  return usePolicyMutation((onFailure: PolicyMode) => api.put('/policy-settings', { on_failure: onFailure }));
}
