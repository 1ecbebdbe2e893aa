import type { UnitState } from '@/lib/model/unit-state';

/** The colours of a saved drawing: those of the light dashboard, told plainly, since files know no style sheet. */
export const CHART = {
  paper: '#ffffff',
  group: '#f5f7f9',
  box: '#ffffff',
  role: '#eef1f4',
  line: '#d8dee4',
  strongLine: '#7c8894',
  ink: '#19222c',
  muted: '#4c5863',
} as const;

export const STATE_COLOURS: Record<UnitState, string> = {
  draft: '#8a5bd0',
  waiting: '#7f8c9b',
  running: '#1f7fc1',
  ready: '#1f9a63',
  stopped: '#5f8792',
  suspended: '#7a78c2',
  attention: '#c0760f',
  failed: '#cf2f2f',
};

/** The areas of domains, in turn. */
export const BOUNDARY_COLOURS = [
  { fill: '#eef5fb', line: '#7fa8c9', ink: '#2f5f86' },
  { fill: '#ecf7f4', line: '#6fb3a3', ink: '#23695b' },
  { fill: '#f8f0f8', line: '#b78fb8', ink: '#7a457c' },
  { fill: '#f6f6e9', line: '#a9a968', ink: '#63631f' },
] as const;
