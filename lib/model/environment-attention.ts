import type { EnvironmentGroup } from './environment-groups';
import type { ListedEnvironmentView } from './views';

type AttentionFacts = Pick<ListedEnvironmentView, 'deployed_status' | 'drafts' | 'service_count' | 'machines'>;

/** Whether what is deployed did not reach its end. */
export function isUnfinished({ deployed_status: deployed }: Pick<ListedEnvironmentView, 'deployed_status'>): boolean {
  return deployed === 'failed' || deployed === 'stopped';
}

/** Whether what is deployed did not reach its end, or a machine of it does not work. */
export function isBroken(environment: Pick<ListedEnvironmentView, 'deployed_status' | 'machines'>): boolean {
  return isUnfinished(environment) || environment.machines.failed > 0;
}

/**
 * What an environment wants of whoever looks, by the same rule as the summary that the server tells.
 *
 * @param edits whether they may change anything: who only looks waits for nothing but repairs
 */
export function groupOf(environment: AttentionFacts, edits: boolean): EnvironmentGroup {
  const { deployed_status: deployed, drafts, service_count: services } = environment;
  if (deployed === 'deploying' || deployed === 'deleting') return 'running';
  if (isBroken(environment)) return 'waiting';
  return edits && (drafts === null ? services === 0 : drafts.mine) ? 'waiting' : 'quiet';
}
