import { describe, expect, it } from 'vitest';
import { Policies } from '..';
import { Evaluation } from './evaluate';
import { atomOf } from './explain';
import { premisesOf } from './premises';

const CONTEXT = { now: '2026-11-23 10:00:00' };

/** Properties that the only answer to `bad` rests on, as `object name`; missing values are `?`. */
function rested(rules: string): string[] {
  const policies = new Policies();
  policies.create('murano', {
    kind: 'source',
    tables: { properties: ['o', 'n', 'v'], objects: ['o', 'owner', 'type'] },
  });
  policies.addRows('murano', 'objects', [['m', 's', 'Machine']]);
  policies.addRows('murano', 'properties', [
    ['m', 'flavor', 'large'],
    ['m', 'name', 'web1'],
    ['m', 'zone', 'north'],
    ['s', 'name', 'shop'],
  ]);
  policies.create('cloud', { kind: 'source', tables: { cores: ['flavor', 'n'] } });
  policies.addRows('cloud', 'cores', [['large', 8n]]);
  policies.create('house', { kind: 'rules' });
  policies.insert('house', rules);
  const evaluation = new Evaluation(policies, CONTEXT);
  const asked = atomOf('bad(o, message)', policies, 'house');
  const [row] = evaluation.table({ policy: 'house', of: null, table: 'bad', modal: null }).rows();
  if (!row) throw new Error('There is no answer.');
  const answer = { ...asked, args: row.map((value) => ({ kind: 'constant' as const, value })) };
  return premisesOf(policies, 'house', answer, [1], evaluation)
    .filter(({ table }) => table === 'properties')
    .map(({ row: [object, name] }) => `${object ?? '?'} ${name ?? '?'}`);
}

const MACHINE = 'murano:objects(m, s, "Machine")';

describe('what an answer rests on', () => {
  it('is what is compared, not what its sentence is made of', () => {
    expect(
      rested(`bad(m, w) :- ${MACHINE}, murano:properties(m, "name", n), murano:properties(m, "flavor", f),
        cloud:cores(f, c), gt(c, 4), concat(n, " is too large: ", a), concat(a, f, w)`),
    ).toEqual(['m flavor']);
  });

  it('is found through tables of the rules, whatever they are called and in whatever form they ask', () => {
    expect(
      rested(`label(m, n) :- murano:properties(m, "name", n)
        size(m, c) :- murano:properties(o=m, n=key, v=f), equal(key, "flavor"), cloud:cores(f, c)
        bad(m, w) :- label(m, n), size(m, c), gt(c, 4), concat(n, " is too large", w)`),
    ).toEqual(['m flavor']);
  });

  it('is a name where the rule judges names', () => {
    expect(
      rested(`bad(m, w) :- ${MACHINE}, murano:properties(m, "name", n), lt(n, "x"), concat(n, " is no name", w)`),
    ).toEqual(['m name']);
  });

  it('is what has a certain value, or is there at all', () => {
    expect(rested(`bad(m, "north is full") :- murano:properties(m, "zone", "north")`)).toEqual(['m zone']);
    expect(rested(`bad(m, "no zones") :- murano:properties(m, "zone", z)`)).toEqual(['m zone']);
  });

  it('is what is missing', () => {
    expect(
      rested(`joined(m) :- murano:properties(m, "domain", d)
        bad(m, w) :- ${MACHINE}, not joined(m), murano:properties(m, "name", n), concat(n, " joins no domain", w)`),
    ).toEqual(['m domain']);
    expect(rested(`bad(m, "no backup") :- ${MACHINE}, not murano:properties(m, "backup", "True")`)).toEqual([
      'm backup',
    ]);
  });

  it('is what keeps a row away that should be there', () => {
    expect(
      rested(`small(m) :- murano:properties(m, "flavor", f), cloud:cores(f, c), lteq(c, 4)
        bad(m, "too large") :- ${MACHINE}, not small(m)`),
    ).toEqual(['m flavor']);
  });
});
