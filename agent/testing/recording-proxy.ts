import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between agents and their server, as a proxy does that keeps what passes. */
export interface RecordingProxy {
  url: string;
  /** all that the server has answered so far, and by which addresses it was asked */
  answers(): string;
  paths(): string[];
  close(): Promise<void>;
}

/** @param target address of the server; `port`: where it listens, anywhere when left out */
export async function startRecordingProxy(target: string, port = 0): Promise<RecordingProxy> {
  const answers: Buffer[] = [];
  const paths: string[] = [];
  const proxy = http.createServer((request, response) => {
    paths.push(request.url ?? '');
    // What is compressed could not be searched.
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const onward = http.request(
      new URL(request.url ?? '/', target),
      { method: request.method ?? 'GET', headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('data', (part: Buffer) => answers.push(part));
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    // A call that its agent has ended is over for the server too.
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    answers: () => Buffer.concat(answers).toString('utf8'),
    paths: () => paths,
    close: () => {
      proxy.closeAllConnections();
      return new Promise<void>((resolve) => proxy.close(() => resolve()));
    },
  };
}
