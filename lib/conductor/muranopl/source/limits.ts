/** How large a file of a package may be. Every number is a ceiling. */
export interface SourceLimits {
  /** characters of the file */
  readonly characters: number;
  /** values inside one another */
  readonly depth: number;
  /** values of all documents; one that an alias repeats counts again */
  readonly nodes: number;
}

/** Ten times what the largest known package needs. */
export const SOURCE_LIMITS: SourceLimits = { characters: 1_000_000, depth: 100, nodes: 100_000 };
