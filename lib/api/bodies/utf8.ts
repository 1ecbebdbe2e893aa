import { errors } from '@/lib/errors';
import type { ApiRequest } from '../request';

/** Names of UTF-8, and of the part of it that is the whole of ASCII. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/**
 * Refuses a body that says it is written in another character set than UTF-8: JSON knows no other (RFC 8259), and what is
 * read by the wrong one is changed.
 *
 * @throws invalid_input with code `unsupported_media_type`
 */
export function requireUtf8({ headers }: Pick<ApiRequest, 'headers'>): void {
  requireUtf8Type(headers.get('content-type') ?? '');
}

/** The same for the content type of a part of a body. @throws as {@link requireUtf8} */
export function requireUtf8Type(contentType: string): void {
  const written = charsetOf(contentType);
  if (written === null || CHARSETS.has(written.toLowerCase())) return;
  throw errors.invalidInput(`Send the body as UTF-8: "${written.slice(0, 40)}" is not read here.`, [], {
    code: 'unsupported_media_type',
  });
}

/** Whether a content type says that what follows is ASCII: no byte of it has its highest bit. */
export function isAsciiType(contentType: string): boolean {
  return /ascii$/i.test(charsetOf(contentType) ?? '');
}

function charsetOf(contentType: string): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? null;
}

/**
 * The text of bytes in UTF-8.
 *
 * @throws invalid_input with code `malformed_body` for a byte that belongs to no character
 */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw errors.invalidInput(`The body is not UTF-8: ${placeOf(bytes)} belongs to no character.`, [], {
      code: 'malformed_body',
      cause,
    });
  }
}

/** The first byte that no character has: the text before it is exactly as long as what is read of it. */
function placeOf(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const encoder = new TextEncoder();
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) {
    const place = encoder.encode(text.slice(0, at)).length;
    const isReal = bytes[place] === 0xef && bytes[place + 1] === 0xbf && bytes[place + 2] === 0xbd;
    if (!isReal) return `byte ${place + 1}`;
  }
  return 'a byte';
}
