import { describe, expect, it } from 'vitest';
import { environmentOf, placeHref, placeOfKeys } from './places';

const ID = '0123456789abcdef0123456789abcdef';

describe('keys that lead to a place', () => {
  it('are pressed one after the other', () => {
    expect(placeOfKeys(['g'])).toBe('more');
    expect(placeOfKeys(['g', 'e'])).toBe('environments');
    expect(placeOfKeys(['d'])).toBe('deploy');
  });

  it('mean nothing when no place begins with them', () => {
    expect(placeOfKeys(['x'])).toBeNull();
    expect(placeOfKeys(['g', 'x'])).toBeNull();
  });
});

describe('a place', () => {
  it('below an environment needs one to be open', () => {
    expect(placeHref('services', null)).toBeNull();
    expect(placeHref('services', ID)).toBe(`/environments/${ID}/services`);
    expect(placeHref('catalog', null)).toBe('/catalog');
  });

  it('tells the environment that a page is about', () => {
    expect(environmentOf(`/environments/${ID}/deployments/x`)).toBe(ID);
    expect(environmentOf('/environments')).toBeNull();
  });
});
