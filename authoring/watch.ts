import { watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MANIFEST } from '@/lib/conductor/muranopl';
import { errors } from '@/lib/errors';
import { writeZip } from '@/lib/formats/archive/write-zip';
import { isObject } from '@/lib/model/json';
import type { Print } from './command';
import { describeError } from './describe-error';
import { type Installation, problemLines, removeVersion, upload } from './installation';
import { type Files, readFiles } from './read-files';

/** Editors write a file in several steps: what follows within this time is one change. In milliseconds. */
const PAUSE_MS = 200;
/** Versions above the one in the manifest that may be taken already. */
const MAX_VERSIONS = 1_000;

/**
 * Imports a package at each change of its folder, until the signal fires. A version keeps its content for good, so each
 * change is imported as the next version that is free above the one in the manifest, whose file stays as it is; the
 * version that the change before made is taken out again unless somebody works with it.
 *
 * @throws invalid_input for a folder that is no package
 */
export async function watchPackage(
  { folder, to, say }: { folder: string; to: Installation; say: Print },
  signal: AbortSignal,
): Promise<void> {
  await readFiles(folder);
  let before: Imported | null = null;
  const changes = changesOf(folder, signal);
  say(`Watching ${folder}; stop it with Ctrl+C.`);
  do {
    try {
      const imported = await importNext(await readFiles(folder), to, before, say);
      if (imported && before) await removeVersion(to, before.id);
      before = imported ?? before;
    } catch (error) {
      // A file may be gone for a moment, and the installation may start anew: the next change is tried like this one.
      say(describeError(error));
    }
  } while (await changes.next());
}

interface Imported {
  id: string;
  version: string;
}

/** Waits for changes; false where the signal has fired. */
function changesOf(folder: string, signal: AbortSignal): { next(): Promise<boolean> } {
  let changed: () => void = () => undefined;
  let isChanged = false;
  watch(folder, { recursive: true, signal }, (_, file) => {
    if (file !== null && path.basename(file).startsWith('.')) return;
    isChanged = true;
    changed();
  });
  return {
    next: async () => {
      await new Promise<void>((resolve) => {
        changed = resolve;
        if (isChanged || signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      while (isChanged && !signal.aborted) {
        isChanged = false;
        await wait(PAUSE_MS);
      }
      return !signal.aborted;
    },
  };
}

/** Imports files in the next version that is free. @returns null where they were refused, and why was told */
async function importNext(
  files: Files,
  to: Installation,
  before: Imported | null,
  say: Print,
): Promise<Imported | null> {
  const manifest = new TextDecoder().decode(files.get(MANIFEST));
  const written = /^Version:\s*['"]?(\d+)\.(\d+)\.(\d+)/m.exec(manifest);
  const [major, minor, patch] = written ? written.slice(1).map(Number) : [0, 0, 0];
  const isAbove = before?.version.startsWith(`${major}.${minor}.`) ?? false;
  const from = isAbove ? Number(before?.version.split('.')[2]) + 1 : Number(patch);
  for (let next = from; next < from + MAX_VERSIONS; next++) {
    const version = `${major}.${minor}.${next}`;
    const named = new Map(files).set(MANIFEST, new TextEncoder().encode(inVersion(manifest, version)));
    const { status, answer } = await upload({ ...to, archive: await writeZip(named) });
    const code = isObject(answer) ? answer.code : null;
    if (code === 'package_version_taken') continue;
    if (code === 'package_already_there') {
      say(`${version} is in the catalog already, with this very content.`);
      return null;
    }
    if (status !== 200 || !isObject(answer)) {
      for (const line of problemLines(answer, status)) say(line);
      return null;
    }
    say(`${String(answer.fully_qualified_name)} ${version} is in the catalog.`);
    return { id: String(answer.id), version };
  }
  throw errors.invalidInput(`No version above ${major}.${minor}.${from} is free. Change Version in ${MANIFEST}.`, []);
}

function inVersion(manifest: string, version: string): string {
  const line = `Version: ${version}`;
  return /^Version:.*$/m.test(manifest) ? manifest.replace(/^Version:.*$/m, line) : `${manifest.trimEnd()}\n${line}\n`;
}
