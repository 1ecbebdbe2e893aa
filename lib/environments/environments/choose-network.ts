import { errors } from '@/lib/errors';
import type { EnvironmentNetwork } from '@/lib/model/environment-network';
import type { JsonObject } from '@/lib/model/json';
import { listOf } from '@/lib/model/sentence';
import type { NetworkView } from '@/lib/ports/cloud/cloud';
import { scopeOf } from '@/lib/ports/cloud/scope';
import type { Context } from '../context';

/** A network and a subnet of it, by their names or ids; no subnet: the network's first. */
export interface NetworkChoice {
  network: string;
  subnet?: string | null | undefined;
}

/** So many networks stand in a sentence at most. */
const MAX_NAMED = 10;

/**
 * Finds the network that an environment is to be on among those that its tenant sees. Networks that lead outside are for
 * public addresses, not for machines.
 *
 * @param region that the environment is in
 * @throws invalid_input with field `network` or `subnet` where there is no such, or several have the name; cloud errors
 */
export async function chooseNetwork(ctx: Context, choice: NetworkChoice, region?: string): Promise<EnvironmentNetwork> {
  const view = await ctx.cloud.networks(scopeOf(ctx.actor.tenantId, { region }));
  const inside = view.networks.filter((one) => one['router:external'] !== true);
  const network = oneOf('network', inside, choice.network);
  const subnets = subnetsOf(view, network);
  const subnet = choice.subnet ? oneOf('subnet', subnets, choice.subnet) : null;
  const cidr = (subnet ?? subnets[0])?.cidr;
  return {
    id: String(network.id),
    name: nameOf(network),
    cidr: typeof cidr === 'string' ? cidr : null,
    subnet: subnet && { id: String(subnet.id), name: nameOf(subnet) },
  };
}

function subnetsOf({ subnets }: NetworkView, network: JsonObject): JsonObject[] {
  return subnets.filter((one) => one.network_id === network.id);
}

const nameOf = ({ name, id }: JsonObject) => (typeof name === 'string' && name !== '' ? name : String(id));

function oneOf(field: keyof NetworkChoice, among: readonly JsonObject[], choice: string): JsonObject {
  const byId = among.find(({ id }) => id === choice);
  const [first, second] = byId ? [byId] : among.filter(({ name }) => name === choice);
  if (first && !second) return first;
  const names = listOf(among.slice(0, MAX_NAMED).map((one) => `"${nameOf(one)}"`));
  const [code, sentence] = second
    ? ['ambiguous', `Several networks or subnets are called "${choice}". Name one by its id.`]
    : [`${field}_unknown`, unknown(field, choice, names)];
  throw errors.invalidInput(sentence, [{ path: field, code, sentence }]);
}

function unknown(field: keyof NetworkChoice, choice: string, names: string): string {
  if (names === '') return 'The cloud has nothing here that could be chosen.';
  return field === 'network'
    ? `There is no network "${choice}" for machines. Choose one of these: ${names}.`
    : `The network has no subnet "${choice}". Choose one of these: ${names}.`;
}
