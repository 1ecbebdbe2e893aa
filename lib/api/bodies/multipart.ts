import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { errors, isVetroError, type VetroError } from '@/lib/errors';
import type { UploadedFile } from './uploaded-file';
import { isAsciiType, requireUtf8Type } from './utf8';

/** The longest text field of a multipart body, and how many there may be. */
const MAX_FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 20;
/** What the parser puts in the place of bytes that belong to no character. */
const REPLACED = '\ufffd';

/** Keeps the content of one file and tells what it was. */
export type KeepFile = (
  file: Pick<UploadedFile, 'field' | 'fileName' | 'contentType'>,
  content: Readable,
) => Promise<UploadedFile>;

/**
 * Reads a `multipart/form-data` body (RFC 7578) part by part.
 *
 * @param contentType with the boundary
 * @param body its errors are thrown as they are
 * @param maxFiles how many files there may be
 * @param keep called for each file as it comes; the next part waits until its content is read
 * @throws invalid_input with code `malformed_body`, `too_many_files` or `too_many_fields`, `unsupported_media_type` for a
 *   field in another character set than UTF-8, or with the field that is too long or comes twice
 */
export async function readMultipart(
  contentType: string,
  body: Readable,
  maxFiles: number,
  keep: KeepFile,
): Promise<{ fields: Record<string, string>; files: UploadedFile[] }> {
  const parser = parserFor(contentType, maxFiles);
  const fields = new Map<string, string>();
  const contents: Readable[] = [];
  const kept: Promise<UploadedFile>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      let type = '';
      onPartHeader(parser, (header) => {
        const [disposition = ''] = header['content-disposition'] ?? [];
        [type = ''] = header['content-type'] ?? [];
        // what is in a file is its own affair
        if (!/;\s*filename/i.test(disposition)) attempt(() => requireUtf8Type(type), reject);
      });
      parser.on('field', (name, value, _nameCut, cut) => {
        // The types of the parser do not say that a part may have no name, or bytes of no character set it knows.
        if (name === undefined) reject(malformed('a part has no name'));
        else if (cut) reject(fieldTooLong(name));
        else if (fields.has(name)) reject(sentTwice(name));
        else if (value === undefined || name.includes(REPLACED) || value.includes(REPLACED)) reject(notUtf8(name));
        else if (isAsciiType(type) && /\P{ASCII}/u.test(value)) reject(notUtf8(name));
        else fields.set(name, value);
      });
      parser.on('file', (field, content, fileName, _encoding, contentType) => {
        contents.push(content);
        const file = keep({ field, fileName: fileName ?? '', contentType }, content);
        file.catch(reject);
        kept.push(file);
      });
      parser.once('filesLimit', () => reject(tooMany('files', maxFiles)));
      for (const limit of ['fieldsLimit', 'partsLimit'])
        parser.once(limit, () => reject(tooMany('fields', MAX_FIELDS)));
      parser.once('finish', resolve);
      parser.once('error', reject);
      body.once('error', reject);
      body.pipe(parser);
    });
    return { fields: Object.fromEntries(fields), files: await Promise.all(kept) };
  } catch (error) {
    const failure = isVetroError(error) ? error : malformed(error);
    body.unpipe(parser);
    body.destroy();
    for (const content of contents) content.destroy(failure);
    await Promise.allSettled(kept);
    throw failure;
  }
}

/** The header of each part: the parser passes the character set of none on, and reads by what it says. */
function onPartHeader(parser: EventEmitter, use: (header: Record<string, string[] | undefined>) => void): void {
  const { parser: parts } = (parser as unknown as { _parser: { parser: EventEmitter } })._parser;
  parts.on('part', (part: EventEmitter) => part.on('header', use));
}

function attempt(check: () => void, reject: (error: unknown) => void): void {
  try {
    check();
  } catch (error) {
    reject(error);
  }
}

function parserFor(contentType: string, maxFiles: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fieldSize: MAX_FIELD_BYTES,
        fields: MAX_FIELDS,
        files: maxFiles,
        parts: MAX_FIELDS + maxFiles,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch (error) {
    throw malformed(error);
  }
}

function malformed(cause: unknown): VetroError {
  return errors.invalidInput('The body is not a proper multipart/form-data body.', [], {
    code: 'malformed_body',
    cause,
  });
}

function tooMany(what: 'files' | 'fields', limit: number): VetroError {
  return errors.invalidInput(`The body has more than ${limit} ${limit === 1 ? what.slice(0, -1) : what}.`, [], {
    code: `too_many_${what}`,
    details: { limit },
  });
}

function notUtf8(path: string): VetroError {
  const sentence = 'This field is not UTF-8: it has a byte that belongs to no character.';
  return errors.invalidInput(sentence, [{ path, code: 'not_a_character', sentence }], { code: 'malformed_body' });
}

function sentTwice(path: string): VetroError {
  const sentence = 'This field comes twice, and one of both would be lost. Send it once.';
  return errors.invalidInput('The request has fields that need correction.', [
    { path, code: 'repeated_field', sentence },
  ]);
}

function fieldTooLong(path: string): VetroError {
  const sentence = `A field has at most ${MAX_FIELD_BYTES / 1024} KiB.`;
  return errors.invalidInput('The request has fields that need correction.', [{ path, code: 'too_big', sentence }]);
}
