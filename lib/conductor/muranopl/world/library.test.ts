import { describe, expect, it } from 'vitest';
import { describeProblem } from '../diagnostics';
import { openPackages } from './open-packages';
import { shippedLibrary } from './testing/shipped-library';

describe('the library that ships with the language', () => {
  it.each(openPackages(shippedLibrary()))('$name has nothing wrong in any of its class files', (pack) => {
    expect(pack.classNames().length).toBeGreaterThan(10);
    expect(pack.problems().map(describeProblem)).toEqual([]);
    for (const name of pack.classNames()) expect(pack.classDeclaration(name)?.name).toBe(name);
  });
});
