import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** The certificate of an authority that no system knows; its private key was thrown away. */
export const AUTHORITY_FILE = path.join(import.meta.dirname, 'authority.pem');

const read = (name: string) => fs.readFileSync(path.join(import.meta.dirname, name), 'utf8');

/** A server on the loopback whose certificate that authority has signed. @returns its address, without a slash at the end */
export async function listenTls(answer: http.RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = https.createServer({ cert: read('server.pem'), key: read('server-key.pem') }, answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Hands every request on to another server, as a proxy does that ends TLS. */
export function handOn(target: string): http.RequestListener {
  return (request, response) => {
    const { method, url, headers } = request;
    const onward = http.request(`${target}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };
}
