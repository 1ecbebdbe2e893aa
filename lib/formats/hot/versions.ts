/**
 * Versions of HOT, oldest first, each with the words for it: the day, and since Newton the name of the release too
 * (Heat, `engine/hot/template.py`).
 */
const VERSIONS = [
  ['2013-05-23'],
  ['2014-10-16'],
  ['2015-04-30'],
  ['2015-10-15'],
  ['2016-04-08'],
  ['2016-10-14', 'newton'],
  ['2017-02-24', 'ocata'],
  ['2017-09-01', 'pike'],
  ['2018-03-02', 'queens'],
  ['2018-08-31', 'rocky'],
  ['2021-04-16', 'wallaby'],
] as const;

/** A version by its day. */
export type VersionDay = (typeof VERSIONS)[number][0];

/** Every word that a template may give as its version, for messages. */
export const VERSION_WORDS: readonly string[] = [
  ...VERSIONS.map(([day]) => day),
  ...VERSIONS.flatMap(([, ...names]) => names),
];

/**
 * Whether a template of a version has what came with another.
 *
 * @param version as the template gives it; absent, the newest is meant
 */
export function hasSince(version: string | undefined, since: VersionDay): boolean {
  if (version === undefined) return true;
  const at = (word: string) => VERSIONS.findIndex((words) => (words as readonly string[]).includes(word));
  return at(version) >= at(since);
}
