import type { Topology, TopologyNode } from '@/lib/model/topology/graph';
import { UNIT_STATE_WORDS, UNIT_STATES } from '@/lib/model/unit-state';
import { shownRelations } from './to-flow';

/** The word for how a part differs from what is deployed. */
export const CHANGE_WORDS = { added: 'New', removed: 'Will be removed', changed: 'Changed' } as const;

/** The line under a host: what was last said of it, or what will happen to it. */
export function hostLine(node: TopologyNode): string {
  const { host } = node;
  if (node.change === 'removed') return 'Will be removed';
  if (node.state === 'draft') return 'Planned';
  if (host?.phase === 'rebooting') return 'Restarting';
  if (host?.phase === 'booting') return 'Starting';
  if (node.state === 'ready') return host?.domain ? `In ${host.domain}` : 'Up';
  if (node.state === 'waiting') return 'Waits for its turn';
  return (node.state === 'running' && host?.doing) || (host?.sentence?.text ?? UNIT_STATE_WORDS[node.state]);
}

/** All that the box of a host shows, in one sentence for screen readers. */
export function hostSentence(node: TopologyNode, parts: readonly TopologyNode[]): string {
  const own = [node.title, node.subtitle, UNIT_STATE_WORDS[node.state]];
  if (node.change) own.push(CHANGE_WORDS[node.change].toLowerCase());
  const roles = parts.map((part) => `${part.title}: ${UNIT_STATE_WORDS[part.state].toLowerCase()}`);
  return [own.join(', '), ...roles, hostLine(node)].map((part) => part.replace(/\.?$/, '.')).join(' ');
}

/** How a host relates to others, in words: "joins acme.local, provided by dc1". */
export function relationsOf(topology: Topology, hostId: string): string[] {
  const title = (id: string) => topology.nodes.find((node) => node.id === id)?.title ?? '';
  return shownRelations(topology).flatMap((edge) => {
    const connects = edge.kind === 'connected_to';
    if (edge.source === hostId) {
      if (!connects) return [`comes after ${title(edge.target)}`];
      return [
        edge.state === 'established'
          ? `its domain is provided by ${title(edge.target)}`
          : `${edge.label}, provided by ${title(edge.target)}`,
      ];
    }
    if (edge.target !== hostId) return [];
    return [connects ? `provides the domain of ${title(edge.source)}` : `comes before ${title(edge.source)}`];
  });
}

/** How all machines are doing, in one line: "3 machines: 2 ready, 1 working". */
export function machinesSentence(topology: Topology): string {
  const hosts = topology.nodes.filter((node) => node.kind === 'host');
  const counts = UNIT_STATES.flatMap((state) => {
    const count = hosts.filter((host) => host.state === state).length;
    return count === 0 ? [] : [{ count, word: UNIT_STATE_WORDS[state].toLowerCase() }];
  });
  const total = hosts.length === 1 ? '1 machine' : `${hosts.length} machines`;
  return counts.length === 1 && counts[0]
    ? `${total}, ${hosts.length === 1 ? '' : 'all '}${counts[0].word}`
    : `${total}: ${counts.map(({ count, word }) => `${count} ${word}`).join(', ')}`;
}
