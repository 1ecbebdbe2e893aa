import type { Client } from './product';

/** A message of a followed stream. */
export interface FollowedMessage<D> {
  id?: string;
  event?: string;
  data: D;
}

/**
 * Follows an event stream as a browser does.
 *
 * @param D what its messages hold
 * @returns the response, the messages so far, when it ends, and a way to leave it
 */
export async function follow<D>(base: string, client: Client, path: string, headers: Record<string, string> = {}) {
  const ended = new AbortController();
  const response = await fetch(`${base}${path}`, {
    headers: { 'x-auth-token': client.token, accept: 'text/event-stream', ...headers },
    signal: ended.signal,
  });
  const messages: FollowedMessage<D>[] = [];
  const finished = (async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
        if (fields.data) messages.push({ ...fields, data: JSON.parse(fields.data) as D });
      }
    }
  })().catch(() => undefined);
  return { response, messages, finished, stop: () => ended.abort() };
}
