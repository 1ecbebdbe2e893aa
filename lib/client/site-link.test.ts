import { expect, test } from 'vitest';
import { siteHref } from './site-link';

test('a page of a machine is seen through the server, which reaches the network of machines', () => {
  expect(siteHref('http://10.0.0.5')).toBe('/machines/open?url=http%3A%2F%2F10.0.0.5');
  expect(siteHref('https://10.0.0.6:8443/')).toBe('/machines/open?url=https%3A%2F%2F10.0.0.6%3A8443%2F');
});

test.each(['mssql://10.0.0.9:1433', '', null, undefined])('%s is no page', (uri) => {
  expect(siteHref(uri)).toBeNull();
});
