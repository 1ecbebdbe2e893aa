import { describe, expect, it } from 'vitest';
import type { CallProof } from '@/lib/formats/agent-channel/proof';
import { type Admission, type AgentSession, admit, secondAgentOf } from './agent-session';

const REAL = 'a'.repeat(32);
const NEXT = 'b'.repeat(32);
const COPY = 'c'.repeat(32);
const HERE = '1'.repeat(16);
const AWAY = '2'.repeat(16);

/** Calls in a row, each some seconds after the one before. */
function calls(
  ...made: (Partial<CallProof> & { session: string; pauseMs?: number; open?: boolean; closed?: boolean })[]
) {
  let session: AgentSession = {};
  let now = Date.parse('2026-03-01T10:00:00Z');
  const admissions: Admission[] = [];
  for (const [index, { pauseMs = 1_000, open = false, closed = false, ...call }] of made.entries()) {
    now += pauseMs;
    const proof = {
      serverId: 'd'.repeat(32),
      after: null,
      host: HERE,
      number: index + 1,
      target: 'work' as const,
      ...call,
    };
    const result = admit(session, proof, new Date(now), open);
    admissions.push(result.admission);
    session = closed ? { ...result.session, isOpen: false } : result.session;
  }
  return { admissions, second: secondAgentOf(session) };
}

describe('the process of an agent that is answered', () => {
  it('is the first one, with numbers that grow', () => {
    expect(calls({ session: REAL }, { session: REAL }, { session: REAL, number: 2 }).admissions).toEqual([
      'answered',
      'answered',
      'late',
    ]);
  });

  it('is followed at once by the next one of the same folder on the same computer', () => {
    const { admissions, second } = calls(
      { session: REAL, open: true, closed: true },
      { session: NEXT, after: REAL },
      { session: NEXT },
    );
    expect(admissions).toEqual(['answered', 'answered', 'answered']);
    expect(second).toBeNull();
  });

  it('is followed after a call of it that was still on its way', () => {
    const { admissions, second } = calls(
      { session: REAL },
      { session: NEXT, after: REAL },
      { session: REAL },
      { session: NEXT },
    );
    expect(admissions).toEqual(['answered', 'answered', 'superseded', 'answered']);
    expect(second).toBeNull();
  });

  it('is followed by one on another computer once it is silent', () => {
    const moved = { session: NEXT, after: REAL, host: AWAY };
    expect(calls({ session: REAL }, moved).admissions[1]).toBe('elsewhere');
    expect(calls({ session: REAL }, { ...moved, pauseMs: 46_000 }).admissions[1]).toBe('answered');
  });
});

describe('a copy of an identity', () => {
  it('is refused while a call of the first one is open, and known once that calls again', () => {
    const { admissions, second } = calls(
      { session: REAL, open: true },
      { session: COPY, after: REAL },
      { session: REAL, open: true },
    );
    expect(admissions).toEqual(['answered', 'elsewhere', 'answered']);
    expect(second).toMatchObject({ isContested: false });
  });

  it('that took over while the first one was at work ends both when that goes on', () => {
    const { admissions, second } = calls(
      { session: REAL },
      { session: COPY, after: REAL },
      { session: REAL },
      { session: REAL },
      { session: COPY },
    );
    expect(admissions).toEqual(['answered', 'answered', 'superseded', 'contested', 'contested']);
    expect(second).toMatchObject({ isContested: true });
  });

  it('from which nobody called is not told of', () => {
    expect(calls({ session: REAL }, { session: REAL }).second).toBeNull();
  });
});
