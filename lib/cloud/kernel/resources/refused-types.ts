import type { ResourceType } from './resource-type';

/**
 * Types that are known, so that one is told why there is none of them here and not that they are unknown.
 *
 * @param reasons by type, each a sentence
 */
export function refusedTypes(reasons: Readonly<Record<string, string>>): ResourceType[] {
  return Object.entries(reasons).map(([type, refused]) => ({
    type,
    refused,
    properties: {},
    attributes: null,
    create: () => Promise.reject(new Error(refused)),
  }));
}

const SCALING =
  'Nothing here measures machines and changes their number by itself. Use OS::Heat::ResourceGroup and change its count, or a schedule of the workflow "scale".';

/** What would scale by itself: no cloud on the kernel has alarms, metrics or hooks that would tell it to. */
export const SCALING_TYPES: readonly ResourceType[] = refusedTypes({
  'OS::Heat::AutoScalingGroup': SCALING,
  'OS::Heat::InstanceGroup': SCALING,
  'OS::Heat::ScalingPolicy': SCALING,
});
