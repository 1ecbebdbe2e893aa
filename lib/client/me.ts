'use client';
import { useQuery } from '@tanstack/react-query';
import { MeViewSchema } from '@/lib/model/me';
import { api } from './api';
import { queryKeys } from './query-keys';

/** Who is signed in, in which tenant and role. */
export function useMe() {
  return useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => api.get('/me', MeViewSchema, { signal }),
    staleTime: 60_000,
  });
}
