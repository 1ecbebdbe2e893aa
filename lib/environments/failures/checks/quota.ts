import type { Offer } from '@/lib/model/service-type';
import type { Check } from './check';

type Share = Offer['quota']['machines'];

/** Neutron's words for what it counts, in types of resources and in refusals. */
const FLOATING_ADDRESS = /floating_?ip/i;
const NETWORK = /OS::Neutron::Net\b|'network'/;

/** Whether the tenant may have more of what the cloud refused: public addresses, networks, or machines. */
export const quota: Check = {
  id: 'quota',
  run: async ({ failure, offer }) => {
    if (failure.code !== 'stack_failed') return null;
    const { machines, publicAddresses, networks } = (await offer()).quota;
    const refused = `${failure.where} ${failure.ownWords}`;
    if (publicAddresses && FLOATING_ADDRESS.test(refused)) return addressesFound(publicAddresses);
    if (networks && NETWORK.test(refused)) return networksFound(networks);
    const { used, limit } = machines;
    if (limit < 0) return unlimited('There may be any number of machines.');
    return found(machines, `${used} of ${limit} machines are used.`);
  },
};

function addressesFound(share: Share) {
  const { used, limit } = share;
  if (limit < 0) return unlimited('There may be any number of public addresses.');
  return found(share, `${used} of ${limit} public addresses are used.`);
}

function networksFound(share: Share) {
  const { used, limit } = share;
  if (limit < 0) return unlimited('There may be any number of networks.');
  return found(share, `${used} of ${limit} networks are used.`);
}

function unlimited(sentence: string) {
  return { state: 'fine' as const, machines: [], sentence };
}

function found({ used, limit }: Share, sentence: string) {
  return { state: used >= limit ? ('wrong' as const) : ('fine' as const), machines: [], used, limit, sentence };
}
