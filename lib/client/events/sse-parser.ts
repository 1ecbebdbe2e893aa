/** One message of a server-sent event stream. */
export interface SseMessage {
  id: string | null;
  event: string;
  data: string;
}

/**
 * Cuts the text of a server-sent event stream (as WHATWG HTML defines it) into messages. Feed it the
 * pieces as they arrive, cut anywhere; comments (heartbeats) yield nothing.
 */
export function createSseParser(onMessage: (message: SseMessage) => void): { feed(text: string): void } {
  let rest = '';
  let id: string | null = null;
  let event = '';
  let data: string[] = [];

  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onMessage({ id, event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id') id = value;
  };

  return {
    feed(text) {
      rest += text;
      // a lone CR at the end may be the first half of CRLF: it waits for the next piece
      for (;;) {
        const match = /\r\n|\n|\r(?!$)/.exec(rest);
        if (!match) return;
        line(rest.slice(0, match.index));
        rest = rest.slice(match.index + match[0].length);
      }
    },
  };
}
