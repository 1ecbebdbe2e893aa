import type { ReactNode } from 'react';

/** One of the things that a select offers. */
export interface Option {
  value: string;
  label: string;
  /** a second line: "2 CPUs, 4 GB memory" */
  hint?: ReactNode;
}
