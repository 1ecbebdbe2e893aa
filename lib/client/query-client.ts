'use client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiProblem } from './api-problem';
import { leaveToSignIn } from './signed-out';

const RETRIES = 2;

/**
 * The cache of what the server said. Reads that failed for want of the server are tried again, refusals are not; a
 * sign-in that has ended leads to the sign-in page and back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      // A browser without the internet still reaches a server of its own network: what is asked for is sent at once,
      // and fails where it must, instead of waiting unsaid until the browser calls itself online.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 2_000,
        retry: (failures, error) =>
          failures < RETRIES && isApiProblem(error) && (error.status === 0 || error.status >= 500),
      },
    },
  });
}

function leaveWhenSignedOut(error: unknown): void {
  if (isApiProblem(error) && error.status === 401) leaveToSignIn();
}
