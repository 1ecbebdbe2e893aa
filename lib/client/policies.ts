'use client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '@/lib/model/json';
import type { PolicyInput, PolicyMode } from '@/lib/model/policies/policy-view';
import { api } from './api';
import { queryKeys } from './query-keys';

/** What policies say of a draft of mine as it is; with `sessionId` null nothing is asked. */
export function useSessionPolicies(environmentId: string, sessionId: string | null) {
  return useQuery({
    queryKey: queryKeys.sessionPolicies(environmentId, sessionId ?? 'none'),
    queryFn: ({ signal }) =>
      api.post(`/environments/${environmentId}/sessions/${sessionId}/policy-check`, undefined, { signal }),
    placeholderData: keepPreviousData,
    enabled: sessionId !== null,
  });
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

/** The texts that a policy had, the newest first. */
export function usePolicyVersions(policyId: string) {
  return useQuery({
    queryKey: queryKeys.policyVersions(policyId),
    queryFn: async ({ signal }) => (await api.get(`/policies/${policyId}/versions`, { signal })).versions,
  });
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

/** Deletes a policy with its versions. */
export function useDeletePolicy() {
  return usePolicyMutation((id: string) => api.del(`/policies/${id}`));
}

/** What rules would say about deploying environments again; nothing is stored. */
export function useTryPolicy() {
  return useMutation({
    mutationFn: (input: Pick<PolicyInput, 'text' | 'parameters' | 'mode'> & { environment_id?: string }) =>
      api.post('/policies/try', input),
  });
}

/** Everything that is wrong with a text of rules. */
export async function problemsOfRules(text: string, signal?: AbortSignal) {
  return (await api.post('/policies/check', { text }, signal ? { signal } : {})).problems;
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
