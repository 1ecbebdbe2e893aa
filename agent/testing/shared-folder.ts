import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A folder of memory that is the same one for every user; plans have folders of their own for temporary files. */
const SHARED = '/dev/shm';

/** A folder in which plans of any machine write: a file `notes` that is there already, and others. */
export function makeSharedFolder(): string {
  const folder = fs.mkdtempSync(path.join(fs.existsSync(SHARED) ? SHARED : os.tmpdir(), 'vetro-shared-'));
  fs.chmodSync(folder, 0o777);
  clearNotes(folder);
  return folder;
}

/** Empties the notes. Whoever made the file has it: with the user of a machine it would go. */
export function clearNotes(folder: string): void {
  const notes = path.join(folder, 'notes');
  fs.writeFileSync(notes, '');
  fs.chmodSync(notes, 0o666);
}
