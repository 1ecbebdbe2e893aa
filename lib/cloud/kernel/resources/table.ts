import { randomString } from './random-string';
import { SCALING_TYPES } from './refused-types';
import { resourceGroup } from './resource-group';
import type { ResourceType } from './resource-type';
import { securityGroup } from './security-group';
import { serverGroup } from './server-group';
import { cloudConfig, multipartMime, SOFTWARE_CONFIG_TYPES } from './software-config';
import { value } from './value';
import { waitCondition, waitConditionHandle } from './wait-condition';

/** What stacks keep by themselves, whatever their machines are. */
export const STORED_TYPES: readonly ResourceType[] = [
  serverGroup,
  securityGroup,
  randomString,
  value,
  resourceGroup,
  ...SCALING_TYPES,
  ...SOFTWARE_CONFIG_TYPES,
  cloudConfig,
  multipartMime,
  waitConditionHandle,
  waitCondition,
];
