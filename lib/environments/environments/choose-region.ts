import { errors } from '@/lib/errors';
import { listOf } from '@/lib/model/sentence';
import type { Context } from '../context';

/** So many regions stand in a sentence at most. */
const MAX_NAMED = 10;

/**
 * The region that an environment is to be in, as its document names it.
 *
 * @param choice none: the usual one
 * @returns undefined where the cloud has one region, which has no name; then any name means that
 * @throws invalid_input `region_unknown` with field `region`
 */
export function chooseRegion({ cloud }: Pick<Context, 'cloud'>, choice?: string | null): string | undefined {
  const regions = cloud.regions ?? [];
  if (regions.length === 0) return undefined;
  if (!choice) return regions[0];
  if (regions.includes(choice)) return choice;
  const names = listOf(regions.slice(0, MAX_NAMED).map((name) => `"${name}"`));
  const sentence = `There is no region "${choice}". Choose one of these: ${names}.`;
  throw errors.invalidInput(sentence, [{ path: 'region', code: 'region_unknown', sentence }]);
}
