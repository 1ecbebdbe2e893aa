import { describe, expect, it } from 'vitest';
import { type ExplanationBounds, explain, Policies } from '..';

const CONTEXT = { now: '2026-11-22 10:00:00' };

/** Lines of an explanation: indented, `✓` holds, `✗` does not, with the line of its rule. */
function linesOf(text: string, question: string, bounds?: ExplanationBounds): string[][] {
  const policies = new Policies();
  policies.create('cloud', { kind: 'source', tables: { flavor: ['name', 'cores'] } });
  policies.addRows('cloud', 'flavor', [
    ['small', 2n],
    ['large', 8n],
  ]);
  policies.create('house', { kind: 'rules' });
  policies.insert('house', text);
  return explain(policies, 'house', question, CONTEXT, undefined, bounds).answers.map((steps) =>
    steps.map(({ depth, kind, holds, atom, place, nearest }) => {
      const line = place ? ` (line ${place.line})` : '';
      return `${'  '.repeat(depth)}${holds ? '✓' : '✗'} ${kind} ${atom}${line}${nearest ? ` ~ ${nearest}` : ''}`;
    }),
  );
}

const RULES = `vm("a", "large") vm("b", "small") vm("c", "tiny") allowed("c")
cores(vm, n) :- vm(vm, f), cloud:flavor(f, n)
bad(vm, n) :- not allowed(vm), cores(vm, n), gt(n, 4)`;

describe('why a row is there', () => {
  it('is the chain of rules and facts behind it', () => {
    expect(linesOf(RULES, 'bad(x, n)')).toEqual([
      [
        '✓ rule bad("a", 8) (line 3)',
        '  ✓ absent not allowed("a")',
        '  ✓ rule cores("a", 8) (line 2)',
        '    ✓ fact vm("a", "large")',
        '    ✓ fact cloud:flavor("large", 8)',
        '  ✓ computed gt(8, 4)',
      ],
    ]);
  });

  it('is told for each answer', () => {
    expect(
      linesOf(RULES, 'cores(x, n)')
        .map(([first]) => first)
        .sort(),
    ).toEqual(['✓ rule cores("a", 8) (line 2)', '✓ rule cores("b", 2) (line 2)']);
  });

  it('ends where there is more than is shown', () => {
    const chain = Array.from({ length: 30 }, (_, at) => `t${at + 1}(x) :- t${at}(x)`).join('\n');
    const [lines] = linesOf(`t0(1) ${chain}`, 't30(1)', { depth: 3, steps: 100 });
    expect(lines?.map((line) => line.trim().split(' ')[1])).toEqual(['rule', 'rule', 'rule', 'rule', 'cut']);
    const tables = Array.from({ length: 30 }, (_, at) => `q${at}`);
    const given = tables.map((table) => `${table}(1)`).join(' ');
    const body = tables.map((table) => `${table}(x)`).join(', ');
    const many = linesOf(`${given} p(x) :- ${body}`, 'p(1)', { depth: 3, steps: 5 });
    expect(many[0]).toHaveLength(6);
  });
});

describe('why a row is missing', () => {
  it('is the part of the body at which the nearest binding ends', () => {
    expect(linesOf(RULES, 'bad("b", n)')).toEqual([
      ['✗ rule bad("b", n) (line 3)', '  ✓ absent not allowed("b")', '  ✓ rule cores("b", 2)', '  ✗ computed gt(2, 4)'],
    ]);
  });

  it('goes into the table that has no such row, and names the row that comes nearest', () => {
    expect(
      linesOf(
        'vm("c", "tiny") bad(n) :- vm("c", n), cores("c", n) cores(v, n) :- vm(v, f), cloud:flavor(f, n)',
        'bad(n)',
      ),
    ).toEqual([
      [
        '✗ rule bad(n) (line 1)',
        '  ✓ fact vm("c", "tiny")',
        '  ✗ rule cores("c", "tiny") (line 1)',
        '    ✓ fact vm("c", "tiny")',
        '    ✗ fact cloud:flavor("tiny", "tiny")',
      ],
    ]);
    expect(linesOf('bad(f) :- cloud:flavor(f, 8), equal(f, "x")', 'cloud:flavor("large", 9)')).toEqual([
      ['✗ fact cloud:flavor("large", 9) ~ cloud:flavor("large", 8)'],
    ]);
  });

  it('names no variable that nobody wrote: a column that was left out may have any value', () => {
    expect(linesOf('vm("c", "tiny") bad(v) :- vm(v, f), cloud:flavor(name=f)', 'bad(v)')).toEqual([
      ['✗ rule bad(v) (line 1)', '  ✓ fact vm("c", "tiny")', '  ✗ fact cloud:flavor("tiny", _)'],
    ]);
  });

  it('is what is there and should not be', () => {
    expect(linesOf(RULES, 'bad("c", 1)')).toEqual([
      ['✗ rule bad("c", 1) (line 3)', '  ✗ absent not allowed("c")', '    ✓ fact allowed("c")'],
    ]);
  });

  it('is a head that says another value, or a table that nobody defines', () => {
    expect(linesOf('p("x") :- cloud:flavor(f, n)', 'p("y")')).toEqual([['✗ rule p("y") (line 1)']]);
    expect(linesOf('p(x) :- q(x)', 'p(x)')).toEqual([['✗ rule p(x) (line 1)', '  ✗ undefined q(x)']]);
  });
});

describe('what is asked', () => {
  it('is one atom', () => {
    expect(() => linesOf(RULES, 'p(x) :- vm(x, y)')).toThrow('Ask for one atom');
    expect(() => linesOf(RULES, 'p(x')).toThrow();
  });
});
