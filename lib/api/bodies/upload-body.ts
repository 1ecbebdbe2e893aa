import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { errors, type VetroError } from '@/lib/errors';
import { isObject, type JsonObject } from '@/lib/model/json';
import { bodyTooLarge, checkInput, mediaTypeOf, whileConnected } from '../input';
import type { ApiRequest } from '../request';
import { assertStorable } from '../storable-input';
import { refuseUnknown } from './json-body';
import { type KeepFile, readMultipart } from './multipart';
import type { RequestBody } from './request-body';
import type { UploadedFile } from './uploaded-file';
import { requireUtf8 } from './utf8';

/** What a handler gets of an upload. */
export interface Upload<F> {
  fields: F;
  files: UploadedFile[];
}

/** What may be sent to an endpoint that takes files. */
export interface UploadRules<F> {
  /** content types of a body that is the file itself, such as `application/zip`; multipart is always taken */
  types: readonly string[];
  /** the longest body, all in all */
  maxBytes: number;
  /** one by default */
  maxFiles?: number;
  /** text fields of a multipart body; a body that is the file itself has none */
  fields: z.ZodType<F>;
}

/** How long an upload may take to arrive, in milliseconds; other bodies have a minute. */
export const UPLOAD_ARRIVAL_MS = 15 * 60_000;
/** So many uploads are received at once by a process: each may fill the disk up to its limit. */
const MAX_AT_ONCE = 8;
let underWay = 0;

/**
 * A body with files: `multipart/form-data` with text fields, or one file as it is. It streams to disk, memory holds
 * the text fields alone.
 *
 * Receiving it throws invalid_input with code `unsupported_media_type` (415), `body_too_large` (413), `malformed_body`,
 * `too_many_files`, `too_many_fields` (400) or `client_gone` (499), or with the bad fields (400); unavailable
 * `uploads_busy` or `upload_not_kept` (503).
 */
export function uploadBody<F>(rules: UploadRules<F>): RequestBody<Upload<F>, FormData | Blob> {
  const fields = refuseUnknown(rules.fields) as z.ZodType<F>;
  const checked = { ...rules, fields, maxFiles: rules.maxFiles ?? 1 };
  return {
    receive: (request, use) => receive(request, checked, use),
    describe: (toSchema) => {
      const file = { type: 'string', format: 'binary', description: `at most ${rules.maxBytes / 1024 / 1024} MiB` };
      const described = toSchema(fields, 'input');
      const properties = isObject(described.properties ?? null) ? (described.properties as JsonObject) : {};
      const multipart = {
        ...described,
        type: 'object',
        properties: { ...properties, file: checked.maxFiles === 1 ? file : { type: 'array', items: file } },
      };
      return Object.fromEntries([
        ['multipart/form-data', { schema: multipart }],
        ...rules.types.map((type) => [type, { schema: file }]),
      ]);
    },
  };
}

async function receive<F, R>(
  request: ApiRequest,
  rules: Required<UploadRules<F>>,
  use: (upload: Upload<F>) => Promise<R>,
): Promise<R> {
  const type = mediaTypeOf(request);
  const multipart = type === 'multipart/form-data';
  if (multipart) requireUtf8(request);
  if (!multipart && !rules.types.includes(type)) throw unsupported(rules.types);
  if (Number(request.headers.get('content-length') ?? 0) > rules.maxBytes) throw bodyTooLarge(rules.maxBytes);
  if (underWay >= MAX_AT_ONCE) {
    throw errors.unavailable('uploads_busy', 'Too many files are being uploaded at once. Try again in a moment.', {
      retryAfterSeconds: 5,
    });
  }
  underWay += 1;
  let directory: string | undefined;
  try {
    directory = await mkdtemp(path.join(os.tmpdir(), 'vetro-upload-'));
    request.extendArrival?.(UPLOAD_ARRIVAL_MS);
    const body = limitedBody(request, rules.maxBytes);
    const keep = keeperIn(directory);
    const received = multipart
      ? await readMultipart(request.headers.get('content-type') ?? '', body, rules.maxFiles, keep)
      : { fields: {}, files: [await keep({ field: '', fileName: '', contentType: type }, body)] };
    assertStorable(received.fields, 'body', '');
    const fields = checkInput(rules.fields, received.fields, 'The request has fields that need correction.', '');
    return await use({ fields, files: received.files });
  } finally {
    underWay -= 1;
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  }
}

/** Keeps files in a directory under names of ours: those that clients give are only told. */
function keeperIn(directory: string): KeepFile {
  let count = 0;
  return async (given, content) => {
    count += 1;
    const file = path.join(directory, String(count));
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        done(null, chunk);
      },
    });
    const target = fs.createWriteStream(file, { flags: 'wx', mode: 0o600 });
    let writeError: unknown;
    target.once('error', (error) => {
      writeError = error;
    });
    await pipeline(content, measure, target).catch((error: unknown) => {
      throw writeError === error ? notKept(error) : error;
    });
    return { ...given, sizeBytes, sha256: hash.digest('hex'), path: file };
  };
}

/** The bytes of a body; an error when there are more than the limit, or when the client goes away. */
function limitedBody(request: ApiRequest, maxBytes: number): Readable {
  async function* bytes() {
    let size = 0;
    for await (const chunk of whileConnected(request.body ?? [])) {
      size += chunk.byteLength;
      if (size > maxBytes) throw bodyTooLarge(maxBytes);
      yield chunk;
    }
  }
  return Readable.from(bytes(), { objectMode: false });
}

function unsupported(types: readonly string[]): VetroError {
  const known = [...types, 'multipart/form-data'].join(', ');
  return errors.invalidInput(`Send the file with one of these as its Content-Type: ${known}.`, [], {
    code: 'unsupported_media_type',
  });
}

function notKept(cause: unknown): VetroError {
  return errors.unavailable('upload_not_kept', 'The server cannot keep the file at the moment. Try again later.', {
    retryAfterSeconds: 60,
    cause,
  });
}
