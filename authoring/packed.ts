import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { Files } from './read-files';

/** The same for the same files, so that an archive tells nothing of when it was made. */
const EPOCH = new Date(1980, 0, 1);

/** A zip archive of a package's files. */
export async function packed(files: Files): Promise<Buffer<ArrayBuffer>> {
  const archive = new ZipFile();
  for (const [path, content] of files) archive.addBuffer(Buffer.from(content), path, { mtime: EPOCH });
  archive.end();
  return Buffer.from(await buffer(archive.outputStream));
}
