import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseParser, type SseMessage } from './sse-parser';

function parse(...pieces: string[]): SseMessage[] {
  const messages: SseMessage[] = [];
  const parser = createSseParser((message) => messages.push(message));
  for (const piece of pieces) parser.feed(piece);
  return messages;
}

describe('a server-sent event stream', () => {
  it('is cut into messages with id, name and data', () => {
    expect(parse('id: 7\nevent: report\ndata: {"a":1}\n\n')).toEqual([{ id: '7', event: 'report', data: '{"a":1}' }]);
  });

  it('yields nothing for heartbeats and unfinished messages', () => {
    expect(parse(': still here\n\n', 'data: half')).toEqual([]);
  });

  it('joins several data lines', () => {
    expect(parse('data: a\ndata: b\n\n')[0]?.data).toBe('a\nb');
  });

  it('may arrive in pieces cut anywhere, with any line ends', () => {
    const line = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(line, fc.array(fc.nat(200), { maxLength: 12 }), (end, cuts) => {
        const text = [': hi', '', 'id: 1', 'data: x', '', 'id: 2', 'event: report', 'data: y: z', '', ''].join(end);
        const at = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((to, index) => text.slice(at[index], to));
        expect(parse(...pieces)).toEqual(parse(text));
        expect(parse(text)).toHaveLength(2);
      }),
    );
  });
});
