import http from 'node:http';
import net from 'node:net';
import type { HostileRequest } from './requests';

/** How a request was answered; null where the client hung up, or the server ended a connection without a word. */
export interface HostileResponse {
  status: number | null;
  text: string;
}

/** How long an answer may take before the server counts as hanging, in milliseconds: far beyond any machine's slowness. */
const HANGS_MS = 60_000;

/** Sends a request and reads its answer; of a stream only the head. */
export function send(port: number, agent: http.Agent, request: HostileRequest): Promise<HostileResponse> {
  const { method, path, headers, body, hangUpAt, patienceMs } = request;
  return new Promise((resolve, reject) => {
    const sent = http.request({
      host: '127.0.0.1',
      port,
      agent: hangUpAt === null ? agent : false,
      method,
      path,
      headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
      timeout: HANGS_MS,
    });
    sent.on('timeout', () => patienceMs ?? reject(new Error(`no answer to ${method} ${path.slice(0, 200)}`)));
    if (patienceMs !== undefined) sent.setTimeout(patienceMs, () => sent.destroy());
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close a connection on which it refused to read on.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE' || hangUpAt !== null || patienceMs)
        resolve({ status: null, text: '' });
      else reject(error);
    });
    sent.on('response', (answer) => {
      const status = answer.statusCode ?? null;
      if (/event-stream/.test(answer.headers['content-type'] ?? '')) {
        resolve({ status, text: '' });
        sent.destroy();
        return;
      }
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => resolve({ status, text: Buffer.concat(pieces).toString() }));
      answer.on('error', () => resolve({ status, text: '' }));
    });
    if (hangUpAt === null) {
      sent.end(body ?? undefined);
      return;
    }
    sent.write(body?.subarray(0, hangUpAt) ?? '', () => sent.destroy());
  });
}

/**
 * Sends bytes as they are.
 *
 * @param over says that nothing more will come; else the server has to end the connection by itself
 * @returns everything the server says until it closes
 */
export function sendRaw(port: number, bytes: string | Buffer, over = true): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1', () => (over ? socket.end(bytes) : socket.write(bytes)));
    socket.setTimeout(HANGS_MS, () => reject(new Error(`not closed after ${String(bytes).slice(0, 200)}`)));
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')));
  });
}
