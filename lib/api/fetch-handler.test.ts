import { describe, expect, it } from 'vitest';
import { GET } from './next-route';
import { demoPeople } from './testing/demo-people';

demoPeople();
const ask = (method: 'GET' | 'DELETE' | 'PATCH', path: string) =>
  GET(new Request(`https://vetro.test${path}`, { method }));

describe('what comes by Next', () => {
  it.each([
    ['GET', '/v1/nothing'],
    ['PATCH', '/v2/environments'],
    ['DELETE', '/v2'],
  ] as const)('to an address that nobody knows is answered with a problem document: %s %s', async (method, path) => {
    const response = await ask(method, path);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect(await response.json()).toMatchObject({ code: 'address_unknown' });
  });

  it('below the identity API is told as Keystone does', async () => {
    const response = await ask('GET', '/identity/v3/users');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: { code: 404, title: 'Not Found', message: expect.any(String) } });
  });

  it('is answered by the same endpoints, and refused with what they allow', async () => {
    expect((await ask('GET', '/v1')).status).toBe(200);
    const refused = await ask('DELETE', '/v1/me');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('are pages of machines, too', async () => {
    expect((await ask('GET', `/machines/${'0'.repeat(31)}g/`)).status).toBe(404);
    expect((await ask('GET', '/machines/open?url=http://10.0.0.5')).status).toBe(401);
  });
});
