import type { ListedEnvironmentView } from '@/lib/model/views';

/** Environments by what they want of the person who looks. */
export interface HomeGroups {
  /** something happens in them now */
  running: ListedEnvironmentView[];
  /** failed or stopped, drafted by this person, or empty: somebody has to go on; failures first */
  waiting: ListedEnvironmentView[];
  quiet: ListedEnvironmentView[];
}

/**
 * Sorts a tenant's environments for the home page, in each group the newest change first.
 *
 * @param edits whether the person may change anything: who only looks waits for nothing but repairs
 */
export function sortForHome(environments: readonly ListedEnvironmentView[], edits: boolean): HomeGroups {
  const groups: HomeGroups = { running: [], waiting: [], quiet: [] };
  const newest = [...environments].sort((a, b) => b.updated.localeCompare(a.updated));
  for (const environment of newest) groups[groupOf(environment, edits)].push(environment);
  groups.waiting.sort((a, b) => Number(isBroken(b)) - Number(isBroken(a)));
  return groups;
}

/** Whether what is deployed did not reach its end. */
export function isBroken({ deployed_status: deployed }: ListedEnvironmentView): boolean {
  return deployed === 'failed' || deployed === 'stopped';
}

function groupOf(environment: ListedEnvironmentView, edits: boolean): keyof HomeGroups {
  const { deployed_status: deployed, drafts, service_count: services } = environment;
  if (deployed === 'deploying' || deployed === 'deleting') return 'running';
  if (isBroken(environment)) return 'waiting';
  const mine = drafts?.mine === true || (drafts === null && services === 0);
  return edits && mine ? 'waiting' : 'quiet';
}
