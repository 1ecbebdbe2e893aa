import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import NextAuth from 'next-auth';
import { newVisit, nextAuthOptions, type SignInParts, type Visit } from '@/lib/auth/next-auth';
import { checkSignInRequest } from '../sign-in-request';

/**
 * Signing in as Next serves it, which is not there in tests: next-auth with our settings, and every other page as one line.
 *
 * @param parts of the process, with the address that the server got
 * @param onVisit learns what an answer has besides
 */
export function signInPages(parts: () => SignInParts, onVisit: (visit: Visit) => void = () => undefined) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '/', parts().config.baseUrl);
    const segments = url.pathname.split('/').slice(3);
    if (!url.pathname.startsWith('/api/auth/')) return void outgoing.end('a page');
    const { headers, method = 'GET' } = incoming;
    const sent = method === 'POST' ? await textOf(incoming) : undefined;
    const given = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const jar = Object.fromEntries(
      (headers.cookie ?? '').split('; ').map((one) => {
        const [name = '', value = ''] = one.split(/=(.*)/s);
        return [name, decodeURIComponent(value)];
      }),
    );
    const body = await checkSignInRequest(
      new Request(url, { method, headers: given, body: sent }),
      segments,
      (name) => jar[name],
    );
    const query = { ...Object.fromEntries(url.searchParams), nextauth: segments };
    const request = { method, headers, query, cookies: jar, body: Object.fromEntries(new URLSearchParams(body ?? '')) };
    const response = Object.assign(outgoing, {
      status: (status: number) => Object.assign(outgoing, { statusCode: status }),
      json: (value: unknown) => outgoing.end(JSON.stringify(value)),
      send: (value: unknown) => outgoing.end(typeof value === 'string' ? value : JSON.stringify(value)),
    });
    const visit = newVisit();
    onVisit(visit);
    await NextAuth(request as never, response as never, nextAuthOptions(parts(), visit, given));
  };
}
