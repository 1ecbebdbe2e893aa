'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FaultKind } from '@/lib/model/faults';
import { adminKeys } from './admin-keys';
import { api } from './api';

const FAULTS = [...adminKeys.all, 'faults'];

/** What will go wrong on the simulated machines of my tenant; what has struck for the last time goes by itself. */
export function useFaults() {
  return useQuery({
    queryKey: FAULTS,
    queryFn: async ({ signal }) => (await api.get('/simulation/faults', { signal })).faults,
    refetchInterval: 5_000,
  });
}

/** What a form says of a fault. */
export interface FaultForm {
  kind: FaultKind;
  environment_id?: string;
  target: string;
  message: string;
  amount?: number;
  times?: number;
}

function useFaultMutation<Input, Output>(run: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: run, onSuccess: () => queries.invalidateQueries({ queryKey: FAULTS }) });
}

/** Makes something go wrong. */
export function useAddFault() {
  return useFaultMutation((fault: FaultForm) => api.post('/simulation/faults', fault));
}

/** Ends a fault. */
export function useEndFault() {
  return useFaultMutation((faultId: string) => api.del(`/simulation/faults/${faultId}`));
}
