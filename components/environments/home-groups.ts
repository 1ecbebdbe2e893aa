import type { ListedEnvironmentView } from '@/lib/model/views';

/** Environments by what they want of a person. */
export interface HomeGroups {
  /** something happens in them now */
  running: ListedEnvironmentView[];
  /** failed, drafted or empty: somebody has to go on; failures first */
  waiting: ListedEnvironmentView[];
  quiet: ListedEnvironmentView[];
}

/** Sorts a tenant's environments for the home page, in each group the newest change first. */
export function sortForHome(environments: readonly ListedEnvironmentView[]): HomeGroups {
  const groups: HomeGroups = { running: [], waiting: [], quiet: [] };
  const newest = [...environments].sort((a, b) => b.updated.localeCompare(a.updated));
  for (const environment of newest) groups[groupOf(environment)].push(environment);
  groups.waiting.sort((a, b) => Number(b.status === 'failed') - Number(a.status === 'failed'));
  return groups;
}

function groupOf({ status, service_count }: ListedEnvironmentView): keyof HomeGroups {
  if (status === 'deploying' || status === 'deleting') return 'running';
  if (status === 'failed' || status === 'pending' || service_count === 0) return 'waiting';
  return 'quiet';
}
