import type { Check } from './check';

/** Neutron's words for public addresses, in types of resources and in refusals. */
const FLOATING_ADDRESS = /floating_?ip/i;

/** Whether the tenant may have more machines; more public addresses where the cloud refused one. */
export const quota: Check = {
  id: 'quota',
  run: async ({ failure, offer }) => {
    if (failure.code !== 'stack_failed') return null;
    const { machines, publicAddresses } = (await offer()).quota;
    if (publicAddresses && FLOATING_ADDRESS.test(`${failure.where} ${failure.ownWords}`)) {
      const { used, limit } = publicAddresses;
      if (limit < 0) return { state: 'fine', machines: [], sentence: 'There may be any number of public addresses.' };
      const sentence = `${used} of ${limit} public addresses are used.`;
      return { state: used >= limit ? 'wrong' : 'fine', machines: [], used, limit, sentence };
    }
    const { used, limit } = machines;
    if (limit < 0) return { state: 'fine', machines: [], sentence: 'There may be any number of machines.' };
    const sentence = `${used} of ${limit} machines are used.`;
    return { state: used >= limit ? 'wrong' : 'fine', machines: [], used, limit, sentence };
  },
};
