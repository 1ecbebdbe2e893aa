// What the cases came to: a table of plans by columns, and an outcome as the steps of `npm test` report it.

/** One thing that was tried with a case. */
export interface Tried {
  /** PACKAGE/PLAN, or what else was looked at */
  plan: string;
  case: string;
  column: string;
  what: string;
  /** empty where it holds */
  reason: string;
  ms: number;
  /** of the case, in the order of the cases */
  number: number;
}

export const COLUMNS = ['first', 'second', 'killed', 'failed', 'German'];

/** As `scripts/outcome.mjs` describes it. */
export interface Outcome {
  passed: number;
  failures: string[];
  skipped: string[];
  durations: { title: string; seconds: number }[];
}

export function outcomeOf(tried: readonly Tried[]): Outcome {
  const failed = tried.filter(({ reason }) => reason !== '');
  const plans = [...new Set(tried.map(({ plan }) => plan))];
  const secondsOf = (title: string) =>
    tried.filter(({ plan }) => plan === title).reduce((sum, { ms }) => sum + ms, 0) / 1000;
  return {
    passed: tried.length - failed.length,
    failures: failed.map((one) => `${one.plan}: ${one.case}, ${one.what}\n    ${one.reason}`),
    skipped: [],
    durations: plans.map((title) => ({ title, seconds: secondsOf(title) })),
  };
}

/** A row for each plan; in a column how many of its trials hold: `4`, or `3 of 4` where one does not. */
export function tableOf(tried: readonly Tried[]): string {
  const plans = [...new Set(tried.filter(({ column }) => COLUMNS.includes(column)).map(({ plan }) => plan))];
  const rows = plans.map((plan) => [plan, ...COLUMNS.map((column) => cellOf(tried, plan, column))]);
  const all = [['plan', ...COLUMNS], ...rows];
  const widths = all[0]!.map((_, at) => Math.max(...all.map((row) => row[at]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellOf(tried: readonly Tried[], plan: string, column: string): string {
  const own = tried.filter((one) => one.plan === plan && one.column === column);
  const held = own.filter(({ reason }) => reason === '').length;
  if (own.length === 0) return '-';
  return held === own.length ? String(held) : `${held} of ${own.length}`;
}
