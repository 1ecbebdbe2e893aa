import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/model/json';
import { resolveReferences, withReferences } from './references';

const GRANT = 'a'.repeat(32);

describe('references in an order', () => {
  it('stand where two readings differ, whatever a secret was joined with, and are put back as it was', () => {
    const kept = { plan: { Scripts: ['sealed'], 'a/b~c': [{ x: 'set sealed' }, 'plain'], None: null, Reboot: 2 } };
    const opened = { plan: { Scripts: ['b3BlbmVk'], 'a/b~c': [{ x: 'set opened' }, 'plain'], None: null, Reboot: 2 } };
    const { order, values } = withReferences(kept, opened, GRANT);
    expect(order).toEqual({
      plan: {
        Scripts: [{ $secretReference: `${GRANT}/plan/Scripts/0` }],
        'a/b~c': [{ x: { $secretReference: `${GRANT}/plan/a~1b~0c/0/x` } }, 'plain'],
        None: null,
        Reboot: 2,
      },
    });
    expect(Object.values(values)).toEqual(['b3BlbmVk', 'set opened']);
    expect(resolveReferences(order, GRANT, values)).toEqual(opened);
  });

  it('stand for all of a value that a secret gives another shape', () => {
    const { order, values } = withReferences(
      { a: 'sealed', b: ['one'] },
      { a: { opened: true }, b: ['one', 2] },
      GRANT,
    );
    expect(order).toEqual({
      a: { $secretReference: `${GRANT}/a` },
      b: ['one', { $secretReference: `${GRANT}/b/1` }],
    });
    expect(resolveReferences(order, GRANT, values)).toEqual({ a: { opened: true }, b: ['one', 2] });
  });

  it('are those of the order alone: what a package has written like one stays, and one without its value is named', () => {
    const written: Json = { a: { $secretReference: 'made up' }, b: { $secretReference: `${GRANT}/b`, more: 1 } };
    expect(resolveReferences(written, GRANT, {})).toEqual(written);
    expect(() => resolveReferences({ a: { $secretReference: `${GRANT}/a` } }, GRANT, {})).toThrow('not sent all');
  });
});
