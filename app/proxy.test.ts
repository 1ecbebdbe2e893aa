import { NextRequest } from 'next/server';
import { describe, expect, it } from 'vitest';
import { config, proxy } from '@/proxy';

const page = (address: string, cookie = '') =>
  proxy(new NextRequest(`https://vetro.test${address}`, { headers: cookie ? { cookie } : {} }));
const runsFor = (address: string) => new RegExp(`^${config.matcher[0]}$`).test(address);

describe('before a page', () => {
  it('sends whoever is not signed in to sign in, and back where they wanted to go', () => {
    const answer = page('/environments/1?tab=log');
    expect(answer.status).toBe(307);
    expect(answer.headers.get('location')).toBe(
      'https://vetro.test/sign-in?callbackUrl=%2Fenvironments%2F1%3Ftab%3Dlog',
    );
    expect(page('/').headers.get('location')).toBe('https://vetro.test/sign-in');
  });

  it('lets the sign-in page and whoever has the cookie pass', () => {
    expect(page('/sign-in').status).toBe(200);
    expect(page('/sign-in/').status).toBe(200);
    expect(page('/environments', 'vetro.session=x').status).toBe(200);
    expect(page('/environments', '__Secure-vetro.session=x').status).toBe(200);
  });

  it('allows scripts by a nonce that is new each time, and no evaluation', () => {
    const policies = [page('/sign-in'), page('/sign-in')].map((answer) =>
      answer.headers.get('content-security-policy'),
    );
    const [first, second] = policies.map((policy) => /'nonce-([^']{24})'/.exec(policy ?? '')?.[1]);
    expect(first).toBeDefined();
    expect(first).not.toBe(second);
    expect(policies[0]).not.toContain('unsafe-eval');
    expect(policies[0]).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic';/);
    expect(policies[0]).toContain("frame-ancestors 'none'");
  });

  it('guards every answer, the way to sign-in too', () => {
    for (const answer of [page('/'), page('/sign-in')]) {
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    }
  });

  it('is not asked for the API, files, or the sites of simulated machines', () => {
    for (const address of ['/', '/sign-in', '/environments/1', '/catalog', '/v1x', '/identities'])
      expect(runsFor(address), address).toBe(true);
    for (const address of [
      '/v1',
      '/v1/environments',
      '/identity',
      '/identity/v3/auth/tokens',
      '/api/auth/session',
      '/openapi.json',
      '/machines/1/site',
      '/_next/static/a.js',
      '/favicon.ico',
    ])
      expect(runsFor(address), address).toBe(false);
  });
});
