import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { errors, isVetroError, type VetroError } from '@/lib/errors';

/** How much an archive may hold; every number is a ceiling. */
export interface ArchiveLimits {
  readonly files: number;
  /** bytes of all files, unpacked */
  readonly bytes: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = { files: 5_000, bytes: 100 * 1024 * 1024 };

/** How long a path may be, in characters, and through how many folders it may lead: each is looked up among all others. */
const MAX_PATH_CHARACTERS = 1_000;
const MAX_FOLDERS_OF_PATH = 50;

/** The kind of a file in the upper half of its attributes, as Unix has it (stat(2)): none where no Unix wrote it. */
const KIND_OF_FILE = 0o170000;
const REGULAR_FILE = 0o100000;

/**
 * The files of a zip archive by their paths, folders left out. It may come from anybody: sizes are checked before and
 * while it is unpacked, sums afterwards, and whatever two readers could understand differently is refused.
 *
 * @param source the archive, or the path of a file with it
 * @throws invalid_input `archive_invalid` for what is no such archive, beyond a limit, and for paths that leave it or
 *   occur twice, symbolic links, devices and encrypted files
 */
export async function readZip(
  source: Uint8Array | string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<Map<string, Uint8Array>> {
  try {
    return await readEntries(await open(source), limits);
  } catch (error) {
    throw isVetroError(error) ? error : invalid((error as Error).message.replace(/\.$/, ''));
  }
}

function open(source: Uint8Array | string): Promise<ZipFile> {
  // Windows PowerShell writes `\` between folders: the library reads it as `/`.
  const options = { autoClose: false, strictFileNames: false };
  if (typeof source === 'string') return yauzl.openPromise(source, options);
  return yauzl.fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.byteLength), options);
}

async function readEntries(archive: ZipFile, limits: ArchiveLimits): Promise<Map<string, Uint8Array>> {
  try {
    if (archive.entryCount > limits.files) throw invalid(`it has more than ${limits.files} files`);
    const files = new Map<string, Uint8Array>();
    const taken = new Set<string>();
    let left = limits.bytes;
    for await (const entry of archive.eachEntry()) {
      const path = entry.fileName;
      if (path.length > MAX_PATH_CHARACTERS || path.split('/').length > MAX_FOLDERS_OF_PATH + 1) {
        throw invalid(
          `it has a path of more than ${MAX_PATH_CHARACTERS} characters or ${MAX_FOLDERS_OF_PATH} folders: "${path.slice(0, 50)}…"`,
        );
      }
      if (path.endsWith('/')) continue;
      checkEntry(entry);
      take(path, taken);
      if (entry.uncompressedSize > left) throw invalid('it is too large once unpacked');
      left -= entry.uncompressedSize;
      files.set(path, await contentOf(archive, entry));
    }
    return files;
  } finally {
    archive.close();
  }
}

/** What a path or a kind of file must not be; the library has refused paths that leave the archive. */
function checkEntry(entry: Entry): void {
  const path = entry.fileName;
  if (path.includes('\0') || path.split('/').some((part) => part === '' || part === '.'))
    throw invalid(`the path "${path}" is not a plain one`);
  if (entry.isEncrypted()) throw invalid(`"${path}" is encrypted`);
  const kind = (entry.externalFileAttributes >>> 16) & KIND_OF_FILE;
  if (kind !== 0 && kind !== REGULAR_FILE) throw invalid(`"${path}" is a link or a device, and not a file`);
  if (!entry.canDecodeFileData()) throw invalid(`"${path}" is packed in a way that is not known here`);
}

/** Paths that are one on some file system, and a file that is also a folder, would be read differently elsewhere. */
function take(path: string, taken: Set<string>): void {
  const key = `/${path.normalize('NFC').toLowerCase()}`;
  const folders = [...key.matchAll(/\//g)].map(({ index }) => key.slice(0, index)).filter((folder) => folder !== '');
  if (taken.has(`file ${key}`) || taken.has(`folder ${key}`) || folders.some((folder) => taken.has(`file ${folder}`)))
    throw invalid(`it has the path "${path}" twice`);
  taken.add(`file ${key}`);
  for (const folder of folders) taken.add(`folder ${folder}`);
}

async function contentOf(archive: ZipFile, entry: Entry): Promise<Uint8Array> {
  const damaged = () => invalid(`"${entry.fileName}" is damaged`);
  let stream: Readable | undefined;
  try {
    // Ends with an error as soon as there is more, or less, than the archive says.
    stream = await archive.openReadStreamPromise(entry);
    const content = new Uint8Array(await buffer(stream));
    if (content.length === entry.uncompressedSize && crc32(content) === entry.crc32) return content;
  } catch {
    throw damaged();
  } finally {
    stream?.destroy();
  }
  throw damaged();
}

function invalid(why: string): VetroError {
  return archiveInvalid(`This is not a zip archive that can be read: ${why}.`);
}

/** The error for an archive that cannot be read. */
export function archiveInvalid(sentence: string): VetroError {
  return errors.invalidInput(sentence, [], { code: 'archive_invalid' });
}
