import { crc32, inflateRawSync } from 'node:zlib';
import { errors } from '@/lib/errors';

/** How much an archive may hold; every number is a ceiling. */
export interface ArchiveLimits {
  readonly files: number;
  /** bytes of all files, unpacked */
  readonly bytes: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = { files: 5_000, bytes: 100 * 1024 * 1024 };

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/**
 * The files of a zip archive by their paths, folders left out. Reads stored and deflated files, and checks
 * their sums.
 *
 * @throws invalid_input `archive_invalid` for what is no such archive, for paths that leave it, and beyond a
 *   limit
 */
export function readZip(bytes: Uint8Array, limits: ArchiveLimits = ARCHIVE_LIMITS): Map<string, Uint8Array> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readEntries(archive, limits);
  } catch (error) {
    // a truncated archive: its own offsets lead out of it
    if (error instanceof RangeError) throw invalid('it ends too early');
    throw error;
  }
}

function readEntries(archive: Buffer, limits: ArchiveLimits): Map<string, Uint8Array> {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > limits.files) throw invalid(`it has more than ${limits.files} files`);
  const files = new Map<string, Uint8Array>();
  let at = archive.readUInt32LE(end + 16);
  let left = limits.bytes;
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw invalid('its list of files is broken');
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const path = archive.toString('utf8', at + 46, at + 46 + name);
    if (!path.endsWith('/')) {
      checkPath(path);
      const content = readFile(archive, at, path, left);
      left -= content.length;
      files.set(path, content);
    }
    at += 46 + name + extra + comment;
  }
  return files;
}

function findEnd(archive: Buffer): number {
  for (let at = archive.length - END_SIZE; at >= Math.max(0, archive.length - END_SIZE - LONGEST_COMMENT); at--) {
    if (archive.readUInt32LE(at) === END) return at;
  }
  throw invalid('it has no list of files');
}

/** A path stays inside the folder that the archive is unpacked to. */
function checkPath(path: string): void {
  const leaves = path.startsWith('/') || path.includes('\\') || /^[A-Za-z]:/.test(path) || path.includes('\0');
  if (leaves || path.split('/').some((part) => part === '..' || part === '')) {
    throw invalid(`the path "${path}" leads out of it`);
  }
}

function readFile(archive: Buffer, entry: number, path: string, most: number): Uint8Array {
  const flags = archive.readUInt16LE(entry + 8);
  const method = archive.readUInt16LE(entry + 10);
  const sum = archive.readUInt32LE(entry + 16);
  const packed = archive.readUInt32LE(entry + 20);
  const size = archive.readUInt32LE(entry + 24);
  const local = archive.readUInt32LE(entry + 42);
  if (flags & ENCRYPTED) throw invalid(`"${path}" is encrypted`);
  if (size > most) throw invalid('it is too large once unpacked');
  if (archive.readUInt32LE(local) !== LOCAL) throw invalid(`"${path}" is not where the list says`);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  if (start + packed > archive.length) throw invalid('it ends too early');
  const content = unpack(archive.subarray(start, start + packed), method, size, path);
  if (content.length !== size || crc32(content) !== sum) throw invalid(`"${path}" is damaged`);
  return content;
}

function unpack(data: Buffer, method: number, size: number, path: string): Uint8Array {
  if (method === STORED) return new Uint8Array(data);
  if (method !== DEFLATED) throw invalid(`"${path}" is packed in a way that is not known here`);
  try {
    return new Uint8Array(inflateRawSync(data, { maxOutputLength: Math.max(size, 1) }));
  } catch {
    throw invalid(`"${path}" is damaged`);
  }
}

function invalid(why: string) {
  return errors.invalidInput(`This is not a zip archive that can be read: ${why}.`, [], { code: 'archive_invalid' });
}
