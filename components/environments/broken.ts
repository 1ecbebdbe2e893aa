import type { ListedEnvironmentView } from '@/lib/model/views';

/** Whether what is deployed did not reach its end. */
export function isBroken({ deployed_status: deployed }: Pick<ListedEnvironmentView, 'deployed_status'>): boolean {
  return deployed === 'failed' || deployed === 'stopped';
}
