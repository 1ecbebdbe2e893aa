import { describe, expect, it } from 'vitest';
import { folderKnots } from './folder-knots.mjs';

describe('knots of folders', () => {
  it('is content with arrows that all point one way', () => {
    expect(
      folderKnots([
        ['lib/high/a.ts', 'lib/low/b.ts'],
        ['lib/high/a.ts', 'lib/lowest/c.ts'],
        ['lib/low/b.ts', 'lib/lowest/c.ts'],
      ]),
    ).toEqual([]);
  });

  it('names folders that import each other, though no two files do', () => {
    expect(
      folderKnots([
        ['lib/one/a.ts', 'lib/two/b.ts'],
        ['lib/one/a.ts', 'lib/two/c.ts'],
        ['lib/two/deep/d.ts', 'lib/one/e.ts'],
      ]),
    ).toEqual([
      {
        folders: ['lib/one', 'lib/two'],
        imports: ['lib/one/a.ts → lib/two/b.ts', 'lib/two/deep/d.ts → lib/one/e.ts'],
      },
    ]);
  });

  it('follows a way round through a third folder, and leaves out who only hangs on it', () => {
    const [knot, ...others] = folderKnots([
      ['lib/a/x.ts', 'lib/b/x.ts'],
      ['lib/b/x.ts', 'lib/c/x.ts'],
      ['lib/c/x.ts', 'lib/a/y.ts'],
      ['lib/c/x.ts', 'lib/errors/x.ts'],
      ['lib/shell/x.ts', 'lib/a/x.ts'],
    ]);
    expect(knot.folders).toEqual(['lib/a', 'lib/b', 'lib/c']);
    expect(others).toEqual([]);
  });

  it('lets a file beside folders put them together', () => {
    expect(
      folderKnots([
        ['lib/api/router.ts', 'lib/api/endpoints/all.ts'],
        ['lib/api/endpoints/all.ts', 'lib/api/endpoint.ts'],
      ]),
    ).toEqual([]);
  });
});
