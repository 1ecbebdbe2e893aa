import { describe, expect, it } from 'vitest';
import { packageNames } from './package-names';

const PACKAGES = [
  { name: 'core', requires: [], scripts: ['Install', 'Base'] },
  { name: 'web', requires: ['core'], scripts: ['Install'] },
  { name: 'files', requires: ['core'], scripts: ['Share'] },
  { name: 'shop', requires: ['web', 'files'], scripts: ['Sell'] },
  { name: 'alien', requires: ['core'], scripts: ['Share', 'Sell'] },
  { name: 'both', requires: ['files', 'alien'], scripts: [] },
];
const names = packageNames(PACKAGES);
const owner = (title: string, from: string | null) =>
  names.ownerOf(`script "${title}"`, from, ({ scripts }) => scripts.includes(title))?.name ?? null;

describe('a name in a package', () => {
  it('is its own before that of what it requires, which is before that of what those require', () => {
    expect(owner('Install', 'web')).toBe('web');
    expect(owner('Install', 'shop')).toBe('web');
    expect(owner('Install', 'files')).toBe('core');
    expect(owner('Base', 'shop')).toBe('core');
  });

  it('is never that of a package which it does not require', () => {
    expect(owner('Share', 'shop')).toBe('files');
    expect(owner('Share', 'alien')).toBe('alien');
    expect(owner('Sell', 'web')).toBeNull();
    expect(owner('Sell', 'core')).toBeNull();
  });

  it('of two that it requires, neither of which requires the other, is of nobody', () => {
    expect(() => owner('Share', 'both')).toThrow(
      'The script "Share" is in files and in alien, and nothing tells which is meant.',
    );
    expect(owner('Sell', 'both')).toBe('alien');
  });

  it('of an unknown user is of the only one that has it', () => {
    expect(owner('Base', null)).toBe('core');
    expect(() => owner('Sell', null)).toThrow('in shop and in alien');
  });

  it('is found where packages require each other', () => {
    const circle = packageNames([
      { name: 'a', requires: ['b'] },
      { name: 'b', requires: ['a'] },
    ]);
    expect(circle.sees('a', 'b') && circle.sees('b', 'a')).toBe(true);
    expect(circle.ownerOf('script "x"', 'a', ({ name }) => name === 'b')?.name).toBe('b');
  });
});
