import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { testSecrets } from '@/lib/cloud/embedded/testing';
import { createHttpClient } from './http-client';
import { createOpenStackCloud } from './index';
import { createKeystone } from './keystone';
import { createProject, type OpenStackProject } from './project';
import { readOpenStackSettings } from './read-settings';
import type { OpenStackSettings } from './settings';

/** The OpenStack that the variables OS_* name. @throws Error with what is missing or wrong */
export function settingsOfTests(): OpenStackSettings {
  const read = readOpenStackSettings(process.env);
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return read.settings;
}

/** A driver that looks often. */
export function openStackOfTests(settings: OpenStackSettings) {
  return createOpenStackCloud({ settings, ...testSecrets, log: { debug: () => undefined }, pollMs: 300 });
}

/** The project behind a driver, for what a test does by hand. */
export function projectOfTests(settings: OpenStackSettings): { project: OpenStackProject; close(): Promise<void> } {
  const http = createHttpClient({ ca: settings.ca, insecure: settings.insecure, log: { debug: () => undefined } });
  const keystone = createKeystone(http, settings, settings.credential, null);
  return { project: createProject(http, keystone), close: () => http.close() };
}

/** Stands between a driver and OpenStack, and spoils what it is told to. */
export interface FaultyProxy {
  settings: OpenStackSettings;
  /** lets the next call of a method arrive and loses its answer */
  loseAnswer(method: string): void;
  /** answers the next calls of a method itself */
  answer(method: string, status: number, times: number): void;
  /** answers every call 503 for so long, in milliseconds; Keystone goes on */
  outFor(ms: number): void;
  /** has Keystone revoke every token that it has given through here */
  revokeTokens(): Promise<void>;
  /** how many calls of a method have reached OpenStack, token requests apart */
  arrived(method: string): number;
  /** how many tokens were asked for */
  tokens(): number;
  close(): Promise<void>;
}

/** Starts a proxy in front of an OpenStack; it changes the addresses in the catalog to its own. */
export async function startProxy(behind: OpenStackSettings): Promise<FaultyProxy> {
  const losing: string[] = [];
  const answering: { method: string; status: number }[] = [];
  const calls: string[] = [];
  const issued: string[] = [];
  let outUntil = 0;
  const server = http.createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const body = await text(request);
    const isToken = url.endsWith('/auth/tokens');
    const at = answering.findIndex((one) => one.method === method);
    const out = { method, status: 503 };
    const [spoiled] = isToken ? [] : Date.now() < outUntil ? [out] : at < 0 ? [] : answering.splice(at, 1);
    if (spoiled) {
      response.writeHead(spoiled.status, { 'content-type': 'application/json' });
      response.end('{"error": {"message": "out for a moment"}}');
      return;
    }
    if (!isToken) calls.push(method);
    const [, target = '', rest = ''] = /^\/to\/([^/]+)(.*)$/.exec(url) ?? [];
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(`http://${target}${rest}`, {
      method,
      redirect: 'manual',
      headers: headers as Record<string, string>,
      ...(body === '' ? {} : { body }),
    });
    const lost = isToken ? -1 : losing.indexOf(method);
    const answered = (await answer.text()).replaceAll(/http:\/\/([\w.]+:\d+)/g, `${own}/to/$1`);
    if (lost >= 0) {
      losing.splice(lost, 1);
      response.destroy();
      return;
    }
    const { location, 'x-subject-token': token } = Object.fromEntries(answer.headers);
    if (token) issued.push(token);
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      ...(token ? { 'x-subject-token': token } : {}),
      ...(location ? { location: location.replace('http://', `${own}/to/`) } : {}),
    });
    response.end(answered);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { ...behind, authUrl: behind.authUrl.replace('http://', `${own}/to/`) },
    loseAnswer: (method) => losing.push(method),
    answer: (method, status, times) => {
      answering.push(...Array.from({ length: times }, () => ({ method, status })));
    },
    arrived: (method) => calls.filter((one) => one === method).length,
    tokens: () => issued.length,
    outFor: (ms) => {
      outUntil = Date.now() + ms;
    },
    revokeTokens: async () => {
      for (const token of issued) {
        const headers = { 'x-auth-token': token, 'x-subject-token': token };
        const { status } = await fetch(`${behind.authUrl}/auth/tokens`, { method: 'DELETE', headers });
        // one of an earlier call is revoked already, and nobody to Keystone
        if (![204, 401, 404].includes(status)) throw new Error(`Keystone answered ${status} when a token was revoked`);
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
