import { describe, expect, it } from 'vitest';
import { localPath } from './local-path';

const SITE = 'https://vetro.test';

describe('the way back after signing in', () => {
  it.each([
    ['/', '/'],
    ['/environments/1?tab=log', '/environments/1?tab=log'],
    ['/environments/../catalog', '/catalog'],
    ['/environments?next=//evil.example', '/environments?next=//evil.example'],
    ['/a//b', '/a//b'],
    ['/@evil.example', '/@evil.example'],
    ['/:80', '/:80'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/%5cevil.example', '/%5cevil.example'],
    ['/name with spaces', '/name%20with%20spaces'],
  ])('is taken to %j', (given, path) => {
    expect(localPath(given)).toBe(path);
    expect(new URL(localPath(given), SITE).origin).toBe(SITE);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/..\\\\evil.example',
    '/.\\/evil.example',
    '/a/..//evil.example',
    '/a/../..//evil.example',
    '/a/b/../..//evil.example/c',
    '/%2e%2e//evil.example',
    '/%2E%2e//evil.example',
    '/.%2e//evil.example',
    '/%2e//evil.example',
    '/%2e/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/\t..\t/\t/evil.example',
    '/.\t.//evil.example',
    '\t//evil.example',
    ' //evil.example',
    'http://evil.example',
    'https:evil.example',
    'https:/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    'https://vetro.test@evil.example/',
    'https://user:secret@vetro.test//evil.example',
    'https://vetro.test.evil.example/',
    'https://vetro.test:444/',
    'http://vetro.test/',
    'https://vetro.test//evil.example',
    'https://vetro.test/..//evil.example',
    'https://vetro.test/%2e%2e//evil.example',
    'https://[',
    '//user@evil.example/',
    '//[',
    '',
    undefined,
    null,
    ['/a', '/b'],
    7,
  ])('does not lead away by %j', (given) => {
    expect(localPath(given)).toBe('/');
    const path = localPath(given, SITE);
    expect(new URL(path, SITE).origin).toBe(SITE);
    expect(path).toBe('/');
  });

  it('takes whole addresses of this site where they are expected', () => {
    expect(localPath(`${SITE}/environments?a=1#part`, SITE)).toBe('/environments?a=1');
    expect(localPath('https://VETRO.test:443/catalog', SITE)).toBe('/catalog');
    expect(localPath('/catalog', SITE)).toBe('/catalog');
    expect(localPath(SITE, SITE)).toBe('/');
    expect(localPath(`${SITE}/catalog`)).toBe('/');
  });
});
