import { describe, expect, it } from 'vitest';
import { compareVersions, formatVersion, parseVersion, type Version, VersionSpec } from './versions';

const version = (text: string) => parseVersion(text) as Version;

describe('versions', () => {
  it('have three parts, of which the last two may be left out', () => {
    expect(['', '1', '1.2', ' 1.2.3 ', '1.2.3-rc.1+x'].map((text) => formatVersion(version(text)))).toEqual([
      '0.0.0',
      '1.0.0',
      '1.2.0',
      '1.2.3',
      '1.2.3-rc.1',
    ]);
    expect(['x', '1.', '1.2.3.4', 'v1', '-1'].map(parseVersion)).toEqual(Array(5).fill(undefined));
  });

  it('are ordered by their parts, previews before what they preview', () => {
    const ordered = ['0.9.9', '1.0.0-0', '1.0.0-1', '1.0.0-a', '1.0.0-a.1', '1.0.0-b', '1.0.0', '1.2.0', '1.10.0'];
    const sorted = ordered.toReversed().sort((a, b) => compareVersions(version(a), version(b)));
    expect(sorted).toEqual(ordered);
  });
});

describe('a range of versions', () => {
  it.each([
    ['1', '1.0.0 1.2.0 1.9.9', '0.9.0 2.0.0 2.0.0-rc'],
    ['1.2', '1.2.0 1.2.9', '1.1.9 1.3.0 1.3.0-rc'],
    ['1.2.3', '1.2.3', '1.2.4 1.2.2'],
    ['=1.2.0', '1.2.0', '1.2.1'],
    ['', '0.0.0 0.9.0', '1.0.0'],
    ['*', '0.0.0 7.1.0', ''],
    ['>=1', '1.0.0 2.0.0', '0.9.9 1.0.0-rc'],
    ['>1', '2.0.0 3.1.0', '1.0.0 1.9.9 2.0.0-rc'],
    ['>1.0, <3', '1.1.0 2.9.9', '1.0.5 3.0.0 3.0.0-rc'],
    ['<= 1.2', '1.2.9 0.1.0', '1.3.0'],
    ['<1.2.0', '1.1.9', '1.2.0'],
    ['>1.2.0,<=1.4.0', '1.2.1 1.4.0', '1.2.0 1.4.1'],
    ['!=1.0.0', '1.0.1 0.9.0', '1.0.0'],
    ['!=1.0.0', '1.0.1-rc 1.0.1', '1.0.0 1.0.0-rc'],
    ['!=1.0', '', '1.1.0 1.0.0 1.0.7 0.9.0'],
    ['<1.2.0', '1.1.9', '1.2.0-rc'],
    ['<1.2.0-b', '1.2.0-a', '1.2.0-b'],
    ['1.2.*', '1.2.0 1.2.9', '1.3.0'],
    ['==*', '0.0.0 7.1.0', ''],
    ['^1', '1.0.0 1.9.9', '0.9.0 2.0.0'],
    ['^0.2', '0.2.0 0.2.9', '0.3.0'],
    ['^0', '0.0.0', '0.0.1'],
    ['~1.2', '1.2.9', '1.3.0'],
    ['~=1.2', '1.2.0 1.9.0', '2.0.0'],
    ['~=1.2.3', '1.2.9', '1.3.0'],
    ['^1.2.3', '1.2.3 1.9.0', '1.2.2 2.0.0'],
    ['^0.2.3', '0.2.9', '0.3.0'],
    ['~1.2.3', '1.2.9', '1.3.0'],
  ])('%j accepts %s, and not %s', (text, accepted, refused) => {
    const spec = VersionSpec.parse(text);
    const judged = [...accepted.split(' '), ...refused.split(' ')].filter(Boolean);
    expect(judged.filter((one) => spec?.accepts(version(one))).join(' ')).toBe(accepted);
  });

  it.each(['latest', '1.x', '>=', '>*', '01', '1.02', '1.2-rc', 'v1', '1,,2'])('%j is none', (text) => {
    expect(VersionSpec.parse(text)).toBeUndefined();
  });
});
