import type { TopologyNode } from '@/lib/model/topology/graph';

/** How far a part has faded that is on its way out: what a run has removed is nearly gone, and still stands there. */
export function fading({ removal }: Pick<TopologyNode, 'removal'>): string {
  if (removal === 'removed') return 'opacity-30 grayscale duration-1000';
  return removal === 'removing' ? 'opacity-70 duration-1000' : 'opacity-45';
}
