import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A catalog of everything that ships and some further packages, in a folder of its own. */
export function catalogWith(...packages: string[]): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-catalog-'));
  fs.cpSync(path.resolve('catalog'), directory, { recursive: true });
  for (const folder of packages) fs.cpSync(folder, path.join(directory, path.basename(folder)), { recursive: true });
  return directory;
}
