import { describe, expect, it } from 'vitest';
import { readPackage } from './formats';
import { inOrder, linkProblems, needs, requirementsOf } from './requirements';

function library(name: string, requires: string[], files: Record<string, string> = {}) {
  const require = requires.length === 0 ? '' : `Require: { ${requires.map((one) => `${one}: 1.0.0`).join(', ')} }\n`;
  const manifest = `Format: Vetro/1.0\nType: Library\nFullName: ${name}\nName: x\nVersion: 1.0.0\n${require}`;
  const texts = Object.entries({ 'manifest.yaml': manifest, ...files });
  const { package: pack, problems } = readPackage(
    new Map(texts.map(([path, text]) => [path, new TextEncoder().encode(text)])),
    name,
  );
  if (!pack) throw new Error(JSON.stringify(problems));
  return pack;
}

const namesOf = (packages: Iterable<{ name: string }>) => [...packages].map(({ name }) => name);
const codesOf = (packages: ReturnType<typeof library>[]) =>
  linkProblems(packages).map(({ file, path, code }) => `${file} ${path} ${code}`);

const PLAN = { 'Resources/plans/P.json': '{"Scripts": ["S.ps1"]}' };
const SCRIPT = { 'Resources/scripts/S.ps1': '' };

describe('packages that require each other', () => {
  const [a, b] = [library('com.acme.A', ['com.acme.B'], PLAN), library('com.acme.B', ['com.acme.A'], SCRIPT)];
  const c = library('com.acme.C', ['com.acme.A']);

  it('are fit together, each with what the other has', () => {
    expect(codesOf([a, b, c])).toEqual([]);
    expect(namesOf(inOrder([a, b, c]))).toEqual(['com.acme.B', 'com.acme.A', 'com.acme.C']);
    expect(namesOf(requirementsOf(a, [a, b, c]))).toEqual(['com.acme.B']);
    expect(namesOf(requirementsOf(c, [a, b, c]))).toEqual(['com.acme.A', 'com.acme.B']);
    expect([needs(a, b), needs(b, a), needs(b, c)]).toEqual([true, true, false]);
  });

  it('are unfit without one another, as others are', () => {
    expect(codesOf([a])).toEqual([
      'com.acme.A/manifest.yaml Require.com.acme.B not_found',
      'com.acme.A/Resources/plans/P.json Scripts.0 script_not_found',
    ]);
  });

  it('mean their own under a name that each has, and a third does not know which', () => {
    const both = { ...PLAN, ...SCRIPT };
    const [first, second] = [library('com.acme.A', ['com.acme.B'], both), library('com.acme.B', ['com.acme.A'], both)];
    expect(codesOf([first, second])).toEqual([]);
    const third = library('com.acme.C', ['com.acme.A'], { 'Resources/plans/Q.json': PLAN['Resources/plans/P.json'] });
    expect(codesOf([first, second, third])).toEqual(['com.acme.C/Resources/plans/Q.json Scripts.0 ambiguous_name']);
  });

  it('are no package that requires itself', () => {
    expect(codesOf([library('com.acme.A', ['com.acme.A'])])).toEqual([
      'com.acme.A/manifest.yaml Require.com.acme.A requires_itself',
    ]);
  });
});
