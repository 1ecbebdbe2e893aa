import { describe, expect, it } from 'vitest';
import type { RunKind } from './kinds';
import { type Admission, admission } from './queue';

describe('what may run beside what in one environment', () => {
  const TABLE: [asked: RunKind, holding: RunKind[], Admission][] = [
    ['deploy', [], 'start'],
    ['deploy', ['deploy'], 'refuse'],
    ['deploy', ['delete'], 'refuse'],
    ['deploy', ['action'], 'refuse'],
    ['delete', [], 'start'],
    ['delete', ['deploy'], 'takeOver'],
    ['delete', ['action'], 'takeOver'],
    ['delete', ['delete'], 'join'],
    ['delete', ['deploy', 'delete'], 'join'],
    ['action', [], 'start'],
    ['action', ['deploy'], 'refuse'],
    ['action', ['delete'], 'refuse'],
    ['action', ['action'], 'refuse'],
  ];
  it.each(TABLE)('%s while [%s]: %s', (asked, holding, expected) => {
    expect(admission(asked, holding)).toBe(expected);
  });
});
