/** Writes a line for the author. */
export type Print = (line: string) => void;

export interface Command {
  /** how it is called, for people */
  readonly usage: string;
  /** what it does and what its options are for, in lines */
  readonly about: readonly string[];
  /** Answers the exit code; throws for what keeps it from working at all. */
  run(args: string[], say: Print): Promise<number>;
}
