/** A version of a package, as semantic versioning 2.0 has them. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** the words after the dash; a version with some is older than the one without */
  readonly prerelease: readonly string[];
}

const VERSION = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/** Reads `1`, `1.2` or `1.2.3-rc.1`; parts left out are 0, nothing at all is 0.0.0. Undefined for anything else. */
export function parseVersion(text: string): Version | undefined {
  const partial = parsePartial(text.trim() === '' ? '0' : text.trim());
  return partial && { ...partial, minor: partial.minor ?? 0, patch: partial.patch ?? 0 };
}

/** `1.2.3-rc.1` */
export function formatVersion({ major, minor, patch, prerelease }: Version): string {
  return `${major}.${minor}.${patch}${prerelease.length > 0 ? `-${prerelease.join('.')}` : ''}`;
}

interface PartialVersion extends Pick<Version, 'major' | 'prerelease'> {
  readonly minor: number | undefined;
  readonly patch: number | undefined;
}

function parsePartial(text: string): PartialVersion | undefined {
  const parts = VERSION.exec(text);
  if (!parts) return undefined;
  const number = (part: string | undefined) => (part === undefined ? undefined : Number(part));
  return {
    major: Number(parts[1]),
    minor: number(parts[2]),
    patch: number(parts[3]),
    prerelease: parts[4]?.split('.') ?? [],
  };
}

/** Orders versions: negative when `a` is older. */
export function compareVersions(a: Version, b: Version): number {
  const order = a.major - b.major || a.minor - b.minor || a.patch - b.patch;
  if (order !== 0) return order;
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length;
  for (const [index, word] of a.prerelease.entries()) {
    const other = b.prerelease[index];
    if (other === undefined) return 1;
    const difference = compareWords(word, other);
    if (difference !== 0) return difference;
  }
  return a.prerelease.length - b.prerelease.length;
}

/** Numbers by size and before words, words by their letters. */
function compareWords(a: string, b: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return Number(a) - Number(b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}

type Test = (version: Version) => boolean;

/** Which versions of a package will do. */
export class VersionSpec {
  private constructor(
    /** as it was written */
    readonly text: string,
    private readonly tests: readonly Test[],
  ) {}

  /**
   * Reads a range as Murano loosens it: comparisons with commas between them, all of which must hold. A
   * version without a sign means itself, and with parts left out everything that begins so: `1.2` (also written
   * `1.2.*`) is `>=1.2.0, <1.3.0`. What is below a version is below its previews too, unless a preview is named.
   * `*` is any version; nothing at all is `0`. Undefined for what is no range.
   */
  static parse(text: string): VersionSpec | undefined {
    const tests: Test[] = [];
    const bare = text.replaceAll(/\s+/g, '');
    for (const part of (bare === '' ? '0' : bare).split(',')) {
      const test = parseComparison(part);
      if (!test) return undefined;
      tests.push(test);
    }
    return new VersionSpec(text, tests);
  }

  accepts(version: Version): boolean {
    return this.tests.every((test) => test(version));
  }
}

const COMPARISON = /^(>=|<=|!=|==|>|<|=|\^|~=|~)?(\*|.+)$/;
/** A part of a number with a zero before it is no part. */
const LEADING_ZERO = /(?:^|\.)0\d/;

function parseComparison(part: string): Test | undefined {
  const [, sign = '==', written = ''] = COMPARISON.exec(part) ?? [];
  if (written === '*') return sign === '==' || sign === '>=' ? () => true : undefined;
  const text = written.replace(/(?:\.\*)+$/, '');
  const partial = parsePartial(text);
  if (!partial || LEADING_ZERO.test(text.replace(/[-+].*/, ''))) return undefined;
  const bound = { ...partial, minor: partial.minor ?? 0, patch: partial.patch ?? 0 };
  if (partial.patch !== undefined) return fullTest(sign, bound);
  if (partial.prerelease.length > 0) return undefined;
  return partialTest(sign, bound, partial.minor === undefined);
}

const from =
  (bound: Version): Test =>
  (version) =>
    compareVersions(version, bound) >= 0;
/** Older than a version and than its previews. */
const below =
  (bound: Version): Test =>
  (version) =>
    compareVersions(version, bound.prerelease.length > 0 ? bound : { ...bound, prerelease: FIRST }) < 0;

/** All three parts are given: the comparison is meant as it stands. */
function fullTest(sign: string, bound: Version): Test {
  const order = (version: Version) => compareVersions(version, bound);
  switch (sign) {
    case '=':
    case '==':
      return (version) => order(version) === 0;
    case '!=':
      return bound.prerelease.length > 0
        ? (version) => order(version) !== 0
        : (version) => compareVersions({ ...version, prerelease: [] }, bound) !== 0;
    case '>':
      return (version) => order(version) > 0;
    case '>=':
      return from(bound);
    case '<':
      return below(bound);
    case '<=':
      return (version) => order(version) <= 0;
    case '^':
      return caret(bound);
    default:
      return both(from(bound), below(minor(bound)));
  }
}

/** Parts are left out: the comparison is with all versions that begin so. */
function partialTest(sign: string, start: Version, isMajor: boolean): Test {
  const next = isMajor ? major(start) : minor(start);
  switch (sign) {
    case '=':
    case '==':
    case '~':
      return both(from(start), below(next));
    // Newer and older at once: no version is, and packages that say so find none.
    case '!=':
      return () => false;
    case '>':
      return from(next);
    case '>=':
      return from(start);
    case '<':
      return below(start);
    case '<=':
      return below(next);
    case '^':
      return caret(start);
    default:
      return both(from(start), below(major(start)));
  }
}

/** The first part that is not 0 stays. */
function caret(bound: Version): Test {
  const next = bound.major > 0 ? major(bound) : bound.minor > 0 ? minor(bound) : patch(bound);
  return both(from(bound), below(next));
}

/** older than every other preview */
const FIRST = ['0'];

function both(first: Test, second: Test): Test {
  return (version) => first(version) && second(version);
}

function major(version: Version): Version {
  return { major: version.major + 1, minor: 0, patch: 0, prerelease: [] };
}

function minor(version: Version): Version {
  return { ...version, minor: version.minor + 1, patch: 0, prerelease: [] };
}

function patch(version: Version): Version {
  return { ...version, patch: version.patch + 1, prerelease: [] };
}
