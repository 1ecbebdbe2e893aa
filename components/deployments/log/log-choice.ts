import type { Level } from '@/lib/model/levels';

/** What of the log is shown; lives in the page's address. */
export interface LogChoice {
  level: Level;
  unitId: string | null;
  typed: string;
  /** only lines that hold what is typed */
  only: boolean;
}

/** What to scroll to: an effect's first line, or a line by its number; `turn` tells one request from the next. */
export interface LogTarget {
  effectId: string | null;
  seq: number | null;
  turn: number;
}
