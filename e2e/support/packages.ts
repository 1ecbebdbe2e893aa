import { randomBytes } from 'node:crypto';
import { archiveOf } from '@/lib/catalog/testing/archives';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';

/** A package of a pair of web servers that no other story, and no earlier run of the same one, has brought. */
export interface OwnPackage {
  /** what the catalog calls it */
  title: string;
  /** full name */
  name: string;
  /** its archive in a version, with changes to the texts of its files */
  archive(version?: string, change?: (text: string, file: string) => string): Uint8Array;
}

/** Makes the pair of web servers one's own: a package keeps its name and the content of a version for good. */
export function ownPackage(): OwnPackage {
  const run = `run${randomBytes(3).toString('hex')}`;
  const title = `Pair of web servers ${run}`;
  const name = `com.${run}.WebPair`;
  return {
    title,
    name,
    archive: (version = '1.0.0', change = (text) => text) =>
      archiveOf(WEB_PAIR, (text, file) =>
        change(
          text
            .replaceAll('com.example.WebPair', name)
            .replace('=: com.example\n', `=: com.${run}\n`)
            .replace('Name: Pair of web servers', `Name: ${title}`)
            .replace('Version: 1.0.0', `Version: ${version}`),
          file,
        ),
      ),
  };
}
