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
   * version without a sign means itself, and with parts left out everything that begins so: `1.2` is
   * `>=1.2.0, <1.3.0` without the previews of 1.3.0. `*` is any version; nothing at all is `0`. Undefined for
   * what is no range.
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

const COMPARISON = /^(>=|<=|!=|==|>|<|=|\^|~=|~)?(.+)$/;

function parseComparison(part: string): Test | undefined {
  if (part === '*') return () => true;
  const [, sign = '==', text = ''] = COMPARISON.exec(part) ?? [];
  const partial = parsePartial(text);
  if (!partial) return undefined;
  return partial.patch === undefined
    ? partialTest(sign, partial)
    : fullTest(sign, { ...partial, minor: partial.minor ?? 0, patch: partial.patch });
}

const from =
  (bound: Version): Test =>
  (version) =>
    compareVersions(version, bound) >= 0;
const below =
  (bound: Version): Test =>
  (version) =>
    compareVersions(version, bound) < 0;

/** All three parts are given: the comparison is meant as it stands. */
function fullTest(sign: string, bound: Version): Test | undefined {
  const order = (version: Version) => compareVersions(version, bound);
  switch (sign) {
    case '=':
    case '==':
      return (version) => order(version) === 0;
    case '!=':
      return (version) => order(version) !== 0;
    case '>':
      return (version) => order(version) > 0;
    case '>=':
      return from(bound);
    case '<':
      return below(bound);
    case '<=':
      return (version) => order(version) <= 0;
    case '^': {
      const next = bound.major > 0 ? major(bound) : bound.minor > 0 ? minor(bound) : patch(bound);
      return both(from(bound), below(next));
    }
    default:
      return both(from(bound), below(minor(bound)));
  }
}

/**
 * Parts are left out: the comparison is with all versions that begin so (murano.dsl.helpers,
 * normalize_version_spec; `!=1.2` means newer than 1.2 there as well).
 */
function partialTest(sign: string, partial: PartialVersion): Test | undefined {
  const start: Version = { major: partial.major, minor: partial.minor ?? 0, patch: 0, prerelease: [] };
  const next = partial.minor === undefined ? major(start) : minor(start);
  switch (sign) {
    case '=':
    case '==':
      return both(from(start), below(next));
    case '!=':
    case '>':
      return from(next);
    case '>=':
      return from(start);
    case '<':
      return below({ ...start, prerelease: FIRST });
    case '<=':
      return below(next);
    default:
      return undefined;
  }
}

/** older than every other preview */
const FIRST = ['0'];

function both(first: Test, second: Test): Test {
  return (version) => first(version) && second(version);
}

function major(version: Version): Version {
  return { major: version.major + 1, minor: 0, patch: 0, prerelease: FIRST };
}

function minor(version: Version): Version {
  return { ...version, minor: version.minor + 1, patch: 0, prerelease: FIRST };
}

function patch(version: Version): Version {
  return { ...version, patch: version.patch + 1, prerelease: FIRST };
}
