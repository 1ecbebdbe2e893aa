import type { OpenStackProject } from './project';
import { textOf } from './service';

/** The parameter by which templates of packages ask for the network that public addresses are of. */
export const PUBLIC_NETWORK_PARAMETER = 'public_network';

/**
 * Finds the network that public addresses are of: the one of the settings, else the only one that leads outside, else of
 * several the one that whoever asks names.
 *
 * @param configured name or id by the settings; null: they name none
 * @param fallback name or id by whoever asks; null: none
 * @returns its id; or a sentence why there is none
 */
export async function publicNetworkOf(
  { network }: Pick<OpenStackProject, 'network'>,
  configured: string | null,
  fallback: string | null,
): Promise<{ id: string; name: string } | { refused: string }> {
  const external = (await network.list('/networks', 'networks'))
    .filter((one) => one['router:external'] === true)
    .map((one) => ({ id: textOf(one.id), name: textOf(one.name) || textOf(one.id) }));
  const find = (nameOrId: string | null) => external.find(({ id, name }) => id === nameOrId || name === nameOrId);
  const names = external.map(({ name }) => name).join(', ');
  const choice = 'Set VETRO_OPENSTACK_PUBLIC_NETWORK to the one that public addresses are of.';
  if (configured !== null) {
    const others = names === '' ? 'it has none' : `it has ${names}`;
    return (
      find(configured) ?? { refused: `This OpenStack has no external network ${configured}: ${others}. ${choice}` }
    );
  }
  const [only, ...further] = external;
  if (!only) {
    return { refused: 'This OpenStack has no external network, so there are no public addresses. Leave them off.' };
  }
  if (further.length === 0) return only;
  return find(fallback) ?? { refused: `This OpenStack has several external networks: ${names}. ${choice}` };
}
