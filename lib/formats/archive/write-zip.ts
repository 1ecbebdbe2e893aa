import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** The same for the same files, so that an archive tells nothing of when it was made. */
const EPOCH = new Date(1980, 0, 1);

/**
 * A zip archive of files.
 *
 * @param files by path, with slashes
 */
export async function writeZip(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const archive = new ZipFile();
  for (const [path, content] of files) archive.addBuffer(Buffer.from(content), path, { mtime: EPOCH });
  archive.end();
  return Buffer.from(await buffer(archive.outputStream));
}
