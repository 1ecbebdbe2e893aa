import { randomInt } from 'node:crypto';
import { RANDOM_STRING_RULES, randomStringProblems, randomText } from '@/lib/stack-engine';
import type { ResourceType } from './resource-type';

/** A random text; it is often a password, so it is kept sealed. */
export const randomString: ResourceType = {
  type: 'OS::Heat::RandomString',
  properties: RANDOM_STRING_RULES,
  attributes: ['value'],
  problems: randomStringProblems,
  create: async ({ kernel, properties }) => ({
    attributes: { value: kernel.seal(randomText(properties, randomInt)) },
    seconds: 0,
  }),
};
