import { describe, expect, test } from 'vitest';
import { addressHref, siteHref } from './site-link';

const SIMULATED = true;
const REAL = false;

describe('the page of a machine', () => {
  test('of a simulated one is seen through the server, which reaches their network', () => {
    expect(siteHref('http://10.0.0.5', SIMULATED)).toBe('/machines/open?url=http%3A%2F%2F10.0.0.5');
    expect(siteHref('https://10.0.0.6:8443/', SIMULATED)).toBe('/machines/open?url=https%3A%2F%2F10.0.0.6%3A8443%2F');
  });

  test.each(['http://10.0.0.5', 'https://10.0.0.6:8443/'])('of a real one is where it says: %s', (uri) => {
    expect(siteHref(uri, REAL)).toBe(uri);
  });

  test.each(['mssql://10.0.0.9:1433', '', null, undefined])('%s is no page', (uri) => {
    expect(siteHref(uri, SIMULATED)).toBeNull();
    expect(siteHref(uri, REAL)).toBeNull();
  });
});

describe('what answers at an address', () => {
  test('of a simulated database is shown by the server', () => {
    expect(addressHref('mssql://10.0.0.9:1433', SIMULATED)).toBe('/machines/open?url=mssql%3A%2F%2F10.0.0.9%3A1433');
  });

  test('of a real database is nothing that a browser opens', () => {
    expect(addressHref('mssql://10.0.0.9:1433', REAL)).toBeNull();
    expect(addressHref('javascript:alert(1)', REAL)).toBeNull();
  });

  test('of a web site is its page', () => {
    expect(addressHref('http://10.0.0.5', SIMULATED)).toBe(siteHref('http://10.0.0.5', SIMULATED));
    expect(addressHref('http://10.0.0.5', REAL)).toBe('http://10.0.0.5');
  });

  test('that is none is nothing', () => {
    expect(addressHref('not yet', SIMULATED)).toBeNull();
  });
});
