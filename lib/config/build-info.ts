import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const Manifest = z.object({ version: z.string() });

/** The version of the product that runs, as its `package.json` says; "unknown" when there is none beside it. */
export function productVersion(directory = process.cwd()): string {
  try {
    return Manifest.parse(JSON.parse(fs.readFileSync(path.join(directory, 'package.json'), 'utf8'))).version;
  } catch {
    return 'unknown';
  }
}
