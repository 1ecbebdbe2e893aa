import 'server-only';
import type { AnyEndpoint } from '../endpoint';
import { descriptionsOf } from './descriptions';
import * as resources from './resources';

/** Every endpoint of the HTTP API, in the order of their paths. */
export const endpoints: readonly AnyEndpoint[] = [
  ...descriptionsOf(() => endpoints),
  ...Object.values<AnyEndpoint>(resources),
].sort((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1));
