import { describe, expect, it } from 'vitest';
import { isVetroError } from '@/lib/errors';
import { checkSignInRequest } from './sign-in-request';

const FORM = 'application/x-www-form-urlencoded';

interface SignInAttempt {
  method?: string;
  type?: string;
  body?: string;
  cookies?: Record<string, string>;
}

/** What is passed on to next-auth, or the code and the bad fields of the refusal. */
async function passed(
  to: string,
  { method = 'GET', type = 'application/json', body, cookies = {} }: SignInAttempt = {},
) {
  const request = new Request(`http://vetro.test/api/auth/${to}`, { method, headers: { 'content-type': type }, body });
  const segments = new URL(request.url).pathname.split('/').slice(3).map(decodeURIComponent);
  try {
    return await checkSignInRequest(request, segments, (name) => cookies[name]);
  } catch (error) {
    if (!isVetroError(error)) throw error;
    return [error.code, ...error.fields.map(({ path }) => path)];
  }
}

describe('a request to sign in or out', () => {
  it('is passed on as it is when there is nothing wrong with it', async () => {
    expect(await passed('session')).toBeNull();
    expect(await passed('session', { method: 'POST', body: '' })).toBeNull();
    const form = 'name=max&password=%C3%BC&csrfToken=x&callbackUrl=http%3A%2F%2Fvetro.test%2F&json=true';
    expect(await passed('callback/credentials', { method: 'POST', type: FORM, body: form })).toBe(form);
    const json = '{"csrfToken":"x","data":{"tenantId":"y"}}';
    expect(await passed('session', { method: 'POST', body: json })).toBe(json);
    expect(await passed('signin?callbackUrl=/environments')).toBeNull();
  });

  it.each(['{', '{"a":', 'nul', '[1,'])('with the body %s is refused as no JSON', async (body) => {
    expect(await passed('session', { method: 'POST', body })).toEqual(['malformed_body']);
  });

  it('is refused where its text is no UTF-8: a password would be another one', async () => {
    const post = (body: string, type = FORM) => passed('callback/credentials', { method: 'POST', type, body });
    expect(await post('name=max&password=%FC')).toEqual(['malformed_body']);
    expect(await post('name=max&password=100%25%C3%BC%')).toBe('name=max&password=100%25%C3%BC%');
    expect(await post('{"name":"max"}', 'application/json; charset=iso-8859-1')).toEqual(['unsupported_media_type']);
    expect(await post('{"large":9007199254740993}', 'application/json')).toEqual(['inexact_number']);
  });

  it.each(['null', '[]', '1', '"x"'])('with the body %s is refused: it has no fields', async (body) => {
    expect(await passed('session', { method: 'POST', body })).toEqual(['invalid_input', '']);
  });

  it('names no way back that is none, wherever it stands', async () => {
    for (const bad of [
      'http://localhost:3200.evil.example/',
      'http://[',
      'javascript:alert(1)',
      'x',
      'http://a:99999/',
    ]) {
      const encoded = encodeURIComponent(bad);
      expect(await passed(`session?callbackUrl=${encoded}`), bad).toEqual(['invalid_input', 'query.callbackUrl']);
      const form = { method: 'POST', type: FORM, body: `callbackUrl=${encoded}` };
      expect(await passed('signout', form), bad).toEqual(['invalid_input', 'callbackUrl']);
      const name = 'next-auth.callback-url';
      expect(await passed('session', { cookies: { [name]: bad } }), bad).toEqual(['invalid_input', `cookies.${name}`]);
    }
  });

  it('has texts where texts belong, and none that cannot be stored', async () => {
    const post = (body: string) => passed('callback/credentials', { method: 'POST', body });
    expect(await post('{"callbackUrl":{}}')).toEqual(['invalid_input', 'callbackUrl']);
    expect(await post('{"name":1,"csrfToken":[]}')).toEqual(['invalid_input', 'csrfToken', 'name']);
    expect(await post('{"name":"\\u0000"}')).toEqual(['invalid_input', 'name']);
    expect(await post(`{"data":${'['.repeat(3_000)}${']'.repeat(3_000)}}`)).toEqual(['malformed_body']);
    expect(await passed('callback/credentials', { method: 'POST', type: FORM, body: 'name=%00' })).toEqual([
      'invalid_input',
      'name',
    ]);
    expect(await passed('error?error=%0d%0aX')).toEqual(['invalid_input', 'query.error']);
  });

  it('is for an address that there is, by a method it takes', async () => {
    for (const to of ['', '_log', 'nothing', 'signin/a/b', 'callback/%E2%82%AC'])
      expect(await passed(to), to).toEqual(['address_unknown']);
    expect(await passed('callback/credentials')).toEqual(['method_not_allowed']);
  });
});
