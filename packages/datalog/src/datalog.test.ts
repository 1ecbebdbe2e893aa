import { describe, expect, it } from 'vitest';
import { isPolicyError, Policies, parse, print, printRule, select, simulate, simulateDelta } from '.';

const CONTEXT = { now: '2026-11-22 10:00:00' };

/** Policies of rules by their names; facts and rules as texts. */
function world(texts: Record<string, string>): Policies {
  const policies = new Policies();
  for (const name of Object.keys(texts)) policies.create(name, { kind: 'rules' });
  for (const [name, text] of Object.entries(texts)) policies.insert(name, text);
  return policies;
}

const answers = (text: string, question: string) =>
  select(world({ house: text }), 'house', question, CONTEXT).map(({ rule }) => printRule(rule));

/** What is wrong, as `line:column kind`. */
function problemsOf(act: () => unknown): string[] {
  try {
    act();
    return [];
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return error.problems.map(({ kind, place }) => `${place?.line}:${place?.column} ${kind}`);
  }
}
/** What is wrong, in words. */
function wordsOf(act: () => unknown): string {
  try {
    act();
    return '';
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return error.problems.map(({ message }) => message).join('\n');
  }
}
const refused = (text: string) => problemsOf(() => world({ house: text }));

describe('rules', () => {
  it('join tables by the names of variables', () => {
    expect(answers('runs("web", "vm1") small("vm1") bad(s) :- runs(s, m), small(m)', 'bad(x)')).toEqual(['bad("web")']);
  });

  it('ask for what is not there', () => {
    expect(answers('vm("a") vm("b") named("a") bad(m) :- not named(m), vm(m)', 'bad(x)')).toEqual(['bad("b")']);
  });

  it('never take one type for another: 1, 1.0 and "1" are three values', () => {
    expect(answers('a(1) a(1.0) a("1") b(1) both(x) :- a(x), b(x)', 'both(x)')).toEqual(['both(1)']);
  });

  it('compute: what cannot be computed does not hold', () => {
    expect(answers('cores("4") bad(n) :- cores(t), int(t, n), gt(n, 2)', 'bad(x)')).toEqual(['bad(4)']);
    expect(answers('cores("4") bad(t) :- cores(t), gt(t, 2)', 'bad(x)')).toEqual([]);
    expect(answers('n(0) q(x) :- n(y), div(1, y, x)', 'q(x)')).toEqual([]);
  });

  it('may be long chains', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => `t${at + 1}(x) :- t${at}(x)`).join('\n');
    expect(answers(`t0(1) ${chain}`, 't20000(x)')).toEqual(['t20000(1)']);
  });

  it('answer a question that is a rule with every way in which it holds', () => {
    expect(answers('q(1) q(2) r(2)', 'p(x) :- q(x), r(x)')).toEqual(['p(2) :- q(2), r(2)']);
  });
});

describe('what is wrong with a rule that leaves columns out', () => {
  it.each([
    [
      'bad(x) :- cloud:vms(x, y, z), not cloud:vms(id=x, name=n)',
      'Nothing gives “not cloud:vms(id=x, name=n)” its values',
    ],
    ['p(x) :- cloud:vms(x, y, z)', 'The head leaves out columns, so they have no value: p(x) :- cloud:vms(x, y, z)'],
    ['p(1)', 'A fact has a value for every column, some are left out: p(1)'],
    ['p(x)', 'A fact has values alone, “x” is a variable; texts stand in quotes: p(x)'],
  ])('is told in the words of its author: %s', (rule, words) => {
    const policies = new Policies();
    policies.create('cloud', { kind: 'source', tables: { vms: ['id', 'name', 'state'] } });
    policies.create('house', { kind: 'rules', tables: { p: ['one', 'two'] } });
    const problem = wordsOf(() => policies.insert('house', rule));
    expect(problem).toContain(words);
    expect(problem).not.toMatch(/_\d/);
  });
});

describe('tables of other policies', () => {
  it('are named with their policy, and one that is not there is empty', () => {
    const policies = world({
      cloud: 'flavor("small", 2)',
      house: 'big(f) :- cloud:flavor(f, n), gt(n, 1), not sky:ok(f)',
    });
    expect(select(policies, 'house', 'big(x)', CONTEXT).map(({ row }) => row)).toEqual([['small']]);
  });

  it('of a source are asked for by the names of their columns', () => {
    const policies = new Policies();
    policies.create('nova', { kind: 'source', tables: { flavors: ['id', 'name', 'vcpus', 'ram'] } });
    policies.addRows('nova', 'flavors', [['1', 'm1.small', 1n, 2048n]]);
    policies.create('house', { kind: 'rules' });
    policies.insert('house', 'ram(n, r) :- nova:flavors(name=n, ram=r)');
    expect(select(policies, 'house', 'ram(n, r)', CONTEXT).map(({ row }) => row)).toEqual([['m1.small', 2048n]]);
    expect(problemsOf(() => policies.insert('house', 'x(n) :- nova:flavors(cores=n)'))).toEqual([
      '1:9 column_reference',
    ]);
    expect(problemsOf(() => policies.insert('house', 'x(a) :- nova:flavors(a, b, c, d, e)'))).toEqual(['1:9 arity']);
  });

  it('hold data that no text was made of', () => {
    const policies = world({ house: 'said(x) :- facts:value(x)' });
    policies.create('facts', { kind: 'source' });
    policies.addRows('facts', 'value', [['say "hi") evil(']]);
    expect(select(policies, 'house', 'said(x)', CONTEXT).map(({ row }) => row)).toEqual([['say "hi") evil(']]);
  });
});

describe('what is refused', () => {
  it.each([
    ['p(x', '1:4 syntax'],
    ['p("x', '1:3 syntax'],
    ['p(-1)', '1:3 syntax'],
    ['p(0x1f)', '1:3 bad_number'],
    ['p(1)\n  q(x) :- r(y)', '2:3 head_safety'],
    ['p(x) :- q(x), not r(x, y)', '1:15 body_safety'],
    ['p(x)', '1:1 fact_not_ground'],
    ['gt(x, y) :- q(x, y)', '1:1 builtin_conflict'],
    ['other:p(x) :- q(x)', '1:1 policy_in_head'],
    ['p(x) :- execute[q(x)]', '1:9 modal_in_body'],
    ['insert[p(x)] :- q(x)', '1:1 modal_not_permitted'],
    ['p(x), q(x) :- r(x)', '1:1 non_formula'],
    ['p(1, 2) :- true\np(x) :- q(x), p(y, z, u)', undefined],
    ['p(x) :- q(x)  q(x) :- not p(x), r(x)', '1:1 recursion'],
  ])('%s: %s', (text, problem) => {
    if (problem !== undefined) expect(refused(text)).toEqual([problem]);
    else expect(refused(text)).not.toEqual([]);
  });

  it('leaves nothing of what was inserted with it', () => {
    const policies = world({ house: 'q(1)' });
    expect(problemsOf(() => policies.insert('house', 'q(2) p(x) :- q(y)'))).toEqual(['1:6 head_safety']);
    expect(select(policies, 'house', 'q(x)', CONTEXT).map(({ row }) => row)).toEqual([[1n]]);
  });

  it('says the way round of a recursion', () => {
    expect(() => world({ house: 'a(x) :- b(x)  b(x) :- c(x)  c(x) :- a(x)' })).toThrow(
      'A table cannot be defined by itself: house:a → house:b → house:c → house:a',
    );
  });
});

describe('a simulation', () => {
  const policies = world({ house: 'bad(x) :- cloud:vm(x), not cloud:ok(x)', cloud: 'vm(1) ok(1)' });
  policies.create('actions', { kind: 'action' });
  policies.insert('actions', 'action("make") cloud:vm+(id) :- make(n)  cloud:ok-(x) :- make(x)');
  const asked = { policy: 'house', actions: 'actions', question: 'bad(x)' };

  it('says what would be answered, and changes nothing', () => {
    const after = simulate(policies, { ...asked, sequence: 'cloud:vm+(2) cloud:vm+(3) cloud:ok+(3)' }, CONTEXT);
    expect(after.map(({ row }) => row)).toEqual([[2n]]);
    expect(select(policies, 'house', 'bad(x)', CONTEXT)).toEqual([]);
  });

  it('makes a value for what an action creates', () => {
    const { added, removed } = simulateDelta(policies, { ...asked, sequence: 'make(1)' }, CONTEXT);
    expect(added.map(({ row }) => row)).toEqual([[1n], ['made-0']]);
    expect(removed).toEqual([]);
  });

  it('takes updates and declared actions alone', () => {
    expect(problemsOf(() => simulate(policies, { ...asked, sequence: 'cloud:vm(2)' }, CONTEXT))).toEqual([
      '1:1 sequence_non_action',
    ]);
  });
});

describe('a printed statement', () => {
  it.each([
    'p(x, "a b", 1, 2.5) :- nova:q(x, column=y), not r(x), gt(x, 1)',
    'execute[nova:stop(x)] :- q(x)',
    `p('say "hi"')`,
    'p() :- q+(1)',
  ])('is read as the same: %s', (text) => {
    const [statement] = parse(text);
    expect(print(statement as never)).toBe(text);
  });
});
