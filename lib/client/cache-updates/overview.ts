import type { InfiniteData } from '@tanstack/react-query';
import type { Overview } from '@/lib/model/administration';
import { CHANGES_ENVIRONMENT } from '@/lib/model/environment-changes';
import type { VetroEvent } from '@/lib/model/event';

/** Whether an event may change which environments want an administrator, in what order and why: the server judges that. */
export function changesOverview({ kind }: Pick<VetroEvent, 'kind'>): boolean {
  return CHANGES_ENVIRONMENT.has(kind) || kind === 'run.started' || kind === 'machine.changed';
}

/** The overview after an event of a run: when the run was last heard of. The same when it shows no such run. */
export function withLastEvent(
  data: InfiniteData<Overview> | undefined,
  { environmentId, runId, at }: VetroEvent,
): InfiniteData<Overview> | undefined {
  let isShown = false;
  const pages = data?.pages.map((page) => {
    const environments = page.environments.map((row) => {
      const { deployment } = row;
      const isOurs = row.id === environmentId && deployment?.id === runId && deployment.finished === null;
      if (!isOurs || (deployment.last_event !== null && deployment.last_event >= at)) return row;
      isShown = true;
      return { ...row, deployment: { ...deployment, last_event: at } };
    });
    return { ...page, environments };
  });
  return data && pages && isShown ? { ...data, pages } : data;
}
