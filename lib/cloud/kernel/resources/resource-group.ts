import { RESOURCE_GROUP, RESOURCE_GROUP_RULES } from '@/lib/formats/hot/resource-groups';
import type { ResourceType } from './resource-type';

/** What is kept of a group of equal resources: its members are resources of the stack (`formats/hot/resource-groups.ts`). */
export const resourceGroup: ResourceType = {
  type: RESOURCE_GROUP,
  properties: RESOURCE_GROUP_RULES,
  attributes: [],
  create: async () => ({ attributes: {}, seconds: 0 }),
};
