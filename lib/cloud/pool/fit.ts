import type { ServerRow } from '@/lib/cloud/agents/servers';
import { FLAVORS } from '@/lib/cloud/kernel/flavors';
import type { AgentFacts } from '@/lib/formats/agent-channel/messages';
import type { Offer } from '@/lib/model/service-type';

/** The zone that every server is in; others are the tags of servers. */
export const EVERY_ZONE = 'nova';
/** Of what a machine has of memory, its firmware keeps some. */
const MEMORY_SHARE = 0.9;

type Flavor = Offer['flavors'][number];
type Image = Offer['images'][number];

/** What a machine needs of a server. */
export interface ServerRequirements {
  flavor: Flavor;
  /** name of an image, which is a system that servers have */
  image: string;
  /** a tag that the server must have; null: any server */
  zone: string | null;
}

/** Sizes are what a server must have at least. */
export { FLAVORS };

/** The system of a server as an image: what a service asks for by its kind and name. */
export function imageOf({ systemName, systemTitle, system }: AgentFacts): Image {
  const year = /\b(20\d\d)\b/.exec(systemTitle)?.[1];
  const type = system === 'windows' ? `windows.${year ?? 'unknown'}` : 'linux';
  return { id: systemName, name: systemName, title: systemTitle, type, marked: true };
}

/** The systems that servers have, each once. */
export function imagesOf(servers: readonly Pick<ServerRow, 'facts'>[]): Image[] {
  const images = new Map(servers.map(({ facts }) => [facts.systemName, imageOf(facts)]));
  return [...images.values()].sort((a, b) => a.title.localeCompare(b.title));
}

/** Why a server is not what a machine needs; null: it is. */
export function unfitness(
  { facts, tags }: Pick<ServerRow, 'facts' | 'tags'>,
  { flavor, image, zone }: ServerRequirements,
): string | null {
  if (facts.systemName !== image) return `it has ${facts.systemTitle}`;
  if (zone !== null && zone !== EVERY_ZONE && !tags.includes(zone)) return `it has no tag "${zone}"`;
  if (facts.cores < flavor.vcpus) return `it has ${facts.cores} of ${flavor.vcpus} cores`;
  if (facts.memoryMb < flavor.memoryMb * MEMORY_SHARE)
    return `it has ${facts.memoryMb} of ${flavor.memoryMb} MB memory`;
  return null;
}

/**
 * The free server that a machine is made on: of those that fit the smallest, so that larger ones stay for who needs them.
 *
 * @param free in the order in which they enrolled; of two that are equal the first is taken
 * @param noneFree the words for it when there are none
 * @returns or the words why there is none
 */
export function choose<Server extends Pick<ServerRow, 'name' | 'facts' | 'tags'>>(
  free: readonly Server[],
  needed: ServerRequirements,
  noneFree: string,
): Server | { none: string } {
  const size = ({ facts }: Server) => [facts.cores, facts.memoryMb] as const;
  const [best] = free
    .filter((server) => unfitness(server, needed) === null)
    .sort((a, b) => size(a)[0] - size(b)[0] || size(a)[1] - size(b)[1]);
  if (best) return best;
  const why = free.map((server) => `${server.name}: ${unfitness(server, needed)}`).join('; ');
  return { none: free.length === 0 ? noneFree : `no free server fits (${why})` };
}
