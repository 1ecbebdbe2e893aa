'use client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { type ApiProblem, isApiProblem } from './api-problem';
import { leaveToSignIn } from './signed-out';

const RETRIES = 2;
const LONGEST_WAIT_MS = 10_000;

/**
 * The cache of what the server said. Reads that failed for want of the server, or of its time, are tried
 * again when it says, refusals are not; a
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
        retry: (failures, error) => failures < RETRIES && isApiProblem(error) && isPassing(error),
        retryDelay: (failures, error) => waitMs(error) ?? 1_000 * 2 ** failures,
      },
    },
  });
}

/** Whether the same read may soon succeed: who is to wait for longer is told until when instead. */
function isPassing(problem: ApiProblem): boolean {
  if (problem.status !== 0 && problem.status !== 429 && problem.status < 500) return false;
  return (waitMs(problem) ?? 0) <= LONGEST_WAIT_MS;
}

/** How long the server wants us to wait; null when it does not say. */
function waitMs(error: unknown): number | null {
  const seconds = isApiProblem(error) ? error.retryAfterSeconds : null;
  return seconds === null ? null : seconds * 1_000;
}

function leaveWhenSignedOut(error: unknown): void {
  if (isApiProblem(error) && error.status === 401) leaveToSignIn();
}
