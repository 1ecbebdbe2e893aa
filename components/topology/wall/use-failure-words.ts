'use client';
import { useBrokenWords } from '@/components/status/broken-words';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { useTopologyWords } from '../words';

/** Says of a machine that fails what is wrong with it. */
export function useFailureWords(): (host: TopologyNode) => string {
  const broken = useBrokenWords();
  const say = useTopologyWords();
  return (host) => broken(host) ?? say.situation(host);
}
