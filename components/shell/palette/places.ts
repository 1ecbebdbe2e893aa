/** The environment that a path is about; null elsewhere. */
export function environmentOf(path: string): string | null {
  return /^\/environments\/([0-9a-f]{32})(?:\/|$)/.exec(path)?.[1] ?? null;
}

/** Keys that lead to a place, pressed one after the other; those below an environment work inside one. */
export const PLACE_KEYS = {
  home: ['g', 'h'],
  environments: ['g', 'e'],
  templates: ['g', 'm'],
  catalog: ['g', 'c'],
  topology: ['g', 't'],
  services: ['g', 's'],
  history: ['g', 'd'],
  deploy: ['d'],
} as const;
export type PlaceKey = keyof typeof PLACE_KEYS;

/** Where a place is; null when it is below an environment and none is open. */
export function placeHref(place: PlaceKey, environmentId: string | null): string | null {
  switch (place) {
    case 'home':
      return '/';
    case 'environments':
      return '/environments';
    case 'templates':
      return '/templates';
    case 'catalog':
      return '/catalog';
    default:
      return environmentId && `/environments/${environmentId}${BELOW[place]}`;
  }
}

const BELOW = { topology: '', services: '/services', history: '/deployments', deploy: '/review' } as const;

/**
 * What a key means after the keys before it.
 *
 * @returns a place, `'more'` while the keys begin one, or null when they mean nothing
 */
export function placeOfKeys(pressed: string[]): PlaceKey | 'more' | null {
  const entries = Object.entries(PLACE_KEYS) as [PlaceKey, readonly string[]][];
  const begun = entries.filter(([, keys]) => pressed.every((key, at) => keys[at] === key));
  const done = begun.find(([, keys]) => keys.length === pressed.length);
  return done?.[0] ?? (begun.length > 0 ? 'more' : null);
}
