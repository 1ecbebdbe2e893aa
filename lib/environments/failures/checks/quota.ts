import type { Check } from './check';

/** Whether the tenant may have more machines. */
export const quota: Check = {
  id: 'quota',
  run: async ({ failure, offer }) => {
    if (failure.code !== 'stack_failed') return null;
    const { used, limit } = (await offer()).quota.machines;
    const facts = { machines: [], used, limit };
    if (limit < 0) return { state: 'fine', machines: [], sentence: 'There may be any number of machines.' };
    const sentence = `${used} of ${limit} machines are used.`;
    return { state: used >= limit ? 'wrong' : 'fine', ...facts, sentence };
  },
};
