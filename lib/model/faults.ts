/** What a kind of fault hits, how long it goes on and what its amount counts. */
interface FaultRules {
  hits: 'machine' | 'command' | 'resource' | 'tenant';
  /** goes on until it is ended; else it strikes so often as was asked for */
  lasts: boolean;
  /** null: it has no amount */
  amount: { counts: 'minutes' | 'times' | 'port' | 'status'; usual: number; min: number; max: number } | null;
}

const STRIKES = { lasts: false, amount: null } as const;
const LASTS = { lasts: true, amount: null } as const;

/** The registry of what can be made to go wrong on simulated machines: one line each. */
const FAULTS = {
  command: { hits: 'command', ...STRIKES },
  silence: { hits: 'machine', ...STRIKES },
  boot: { hits: 'machine', ...STRIKES },
  crash: { hits: 'machine', ...STRIKES },
  off: { hits: 'machine', ...LASTS },
  disk: { hits: 'machine', ...LASTS },
  clock: { hits: 'machine', lasts: true, amount: { counts: 'minutes', usual: 90, min: -10_000, max: 10_000 } },
  port: { hits: 'machine', lasts: true, amount: { counts: 'port', usual: 53, min: 1, max: 65_535 } },
  slow: { hits: 'machine', lasts: true, amount: { counts: 'times', usual: 5, min: 1, max: 100 } },
  edition: { hits: 'machine', ...LASTS },
  desktop: { hits: 'machine', ...LASTS },
  page: { hits: 'machine', lasts: true, amount: { counts: 'status', usual: 500, min: 200, max: 599 } },
  source: { hits: 'machine', ...LASTS },
  settings: { hits: 'machine', ...STRIKES },
  stack: { hits: 'resource', ...STRIKES },
  quota: { hits: 'tenant', ...LASTS },
} as const satisfies Record<string, FaultRules>;

export type FaultKind = keyof typeof FAULTS;
export const FAULT_KINDS = Object.keys(FAULTS) as [FaultKind, ...FaultKind[]];

/** What is known of a kind of fault. */
export function faultKind(kind: FaultKind): FaultRules {
  return FAULTS[kind];
}
