'use client';
import { useQuery } from '@tanstack/react-query';
import type { WhatIf, WhatIfRequest } from '@/lib/model/what-if';
import { api } from './api';
import { isApiProblem } from './api-problem';
import { queryKeys } from './query-keys';

/** How often the run of a rehearsal is looked at, in milliseconds. */
const POLL_MS = 500;
/** How long a copy stays after it was asked last, in milliseconds: whoever compares machines asks again. */
const KEPT_MS = 60_000;

/** A draft: `updated` tells one edit of it from the next. */
interface Draft {
  id: string;
  updated: string;
}

/** The copy of an environment on which a draft was played. */
interface PlayedCopy {
  /** of which draft of which environment */
  key: string;
  /** null where the draft does not come up */
  environmentId: Promise<string | null>;
}

/** The last one of this page: whoever plays another draft ends it, here as on the server. */
let played: PlayedCopy | null = null;
let removal: ReturnType<typeof setTimeout> | undefined;

/**
 * What becomes of what a draft makes when machines fail: it is played on a copy of the environment, and they fail there. The
 * copy stays for further questions about the same edit of the draft, and goes a minute after the last.
 */
export function useDraftWhatIf(environmentId: string, draft: Draft | null, asked: WhatIfRequest) {
  return useQuery({
    queryKey: [...queryKeys.environment(environmentId), 'whatIf', draft, asked],
    queryFn: () => ask(environmentId, draft as Draft, asked),
    enabled: draft !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** @returns null where the draft does not come up */
async function ask(environmentId: string, draft: Draft, asked: WhatIfRequest): Promise<WhatIf | null> {
  const kept = played;
  const copy = await copyOf(environmentId, draft);
  if (copy === null) return null;
  try {
    return await api.post(`/environments/${copy}/what-if`, asked);
  } catch (error) {
    // a rehearsal that was begun elsewhere has ended the one that was kept here
    if (kept === null || kept !== played || !isApiProblem(error) || error.status !== 404) throw error;
    played = null;
    return ask(environmentId, draft, asked);
  }
}

/** The copy on which a draft was played, or is now. */
function copyOf(environmentId: string, draft: Draft): Promise<string | null> {
  const key = `${environmentId} ${draft.id} ${draft.updated}`;
  if (played?.key !== key) {
    if (played === null) window.addEventListener('pagehide', leave);
    const fresh = { key, environmentId: play(environmentId, draft.id) };
    fresh.environmentId.catch(() => {
      if (played === fresh) played = null;
    });
    played = fresh;
  }
  clearTimeout(removal);
  removal = setTimeout(remove, KEPT_MS);
  return played.environmentId;
}

async function play(environmentId: string, sessionId: string): Promise<string | null> {
  const { environment_id: copy, deployment_id: run } = await api.post(
    `/environments/${environmentId}/sessions/${sessionId}/rehearsal`,
    { fault: null },
  );
  for (;;) {
    const { outcome } = (await api.get(`/environments/${copy}/runs/${run}`)).run;
    if (outcome === 'success') return copy;
    if (outcome !== 'queued' && outcome !== 'running') {
      void api.del(`/environments/${copy}/rehearsal`).catch(() => undefined);
      return null;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function remove(): Promise<void> {
  const last = played;
  played = null;
  const copy = await last?.environmentId.catch(() => null);
  // an hour later it goes by itself
  if (copy) await api.del(`/environments/${copy}/rehearsal`).catch(() => undefined);
}

/** A page that goes can begin one more request, and not wait for it. */
function leave(): void {
  clearTimeout(removal);
  void played?.environmentId.then((copy) => {
    if (copy) void fetch(`/v1/environments/${copy}/rehearsal`, { method: 'DELETE', keepalive: true });
  });
  played = null;
}
