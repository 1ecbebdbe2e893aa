import { describe, expect, it } from 'vitest';
import type { Failure } from './failure';
import { failuresByMachine } from './failures-by-machine';

const failure = (id: string, unitId: string | null, kind: 'step' | 'machines' = 'step'): Failure => ({
  id,
  unitId,
  what: { kind, step: { kind: 'plan', title: id, stackChange: null } },
  host: unitId,
  sentence: null,
  serviceId: null,
  where: null,
  ownWords: null,
  code: 'plan_failed',
  details: {},
  at: null,
});

const idsOf = (failures: Failure[]) => failuresByMachine(failures).map((one) => one.failures.map(({ id }) => id));

describe('failures by machine', () => {
  it('are gathered where the first of the machine stands, in the order they happened', () => {
    expect(idsOf([failure('a', 'web1'), failure('b', 'web2'), failure('c', 'web1')])).toEqual([['a', 'c'], ['b']]);
  });

  it('stay apart when they belong to no machine', () => {
    expect(idsOf([failure('a', null), failure('b', null)])).toEqual([['a'], ['b']]);
  });

  it('are led by a step on the machine: what failed before it was there says nothing of it', () => {
    const [web] = failuresByMachine([failure('made', 'web1', 'machines'), failure('step', 'web1')]);
    expect(web?.lead.id).toBe('step');
    expect(failuresByMachine([failure('made', 'web1', 'machines')])[0]?.lead.id).toBe('made');
  });
});
