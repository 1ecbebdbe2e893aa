import { z } from 'zod';

/** As long as OpenStack lets a region's name be. */
const MAX_CHARACTERS = 255;

/** Names of regions, the usual one first, with commas between them: as settings have them. */
export const RegionNames = z.string().transform((text, context) => {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const doubled = names.find((name, at) => names.indexOf(name) < at);
  const message =
    doubled !== undefined
      ? `must name each region once, and names ${doubled} twice`
      : `must be names of at most ${MAX_CHARACTERS} characters, like north,south`;
  if (doubled === undefined && names.every(({ length }) => length <= MAX_CHARACTERS)) return names;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
