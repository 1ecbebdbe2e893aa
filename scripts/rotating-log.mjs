// A log file that does not grow without end: past a size it is set aside, and a few of those are kept.
import fs from 'node:fs';

const MAX_BYTES = 10 * 1024 * 1024;
/** older files: server.log.1 is the newest of them */
const KEPT = 3;
const EVERY_MS = 10_000;

/**
 * Opens a log for a process to append to. Whoever writes holds the file open, so its content is copied aside and the
 * file emptied; a line that is written in that very moment may be missing.
 *
 * @param {string} file
 * @param {{mostBytes?: number, kept?: number, everyMs?: number}} options `everyMs`: how often its size is looked at
 * @returns {{descriptor: number, check: () => void, close: () => void}}
 */
export function openRotatingLog(file, { mostBytes = MAX_BYTES, kept = KEPT, everyMs = EVERY_MS } = {}) {
  const descriptor = fs.openSync(file, 'a');
  const check = () => {
    if (fs.fstatSync(descriptor).size < mostBytes) return;
    for (let n = kept; n > 1; n -= 1) {
      if (fs.existsSync(`${file}.${n - 1}`)) fs.renameSync(`${file}.${n - 1}`, `${file}.${n}`);
    }
    fs.copyFileSync(file, `${file}.1`);
    // By its name: Windows empties no file through a descriptor that only appends.
    fs.truncateSync(file);
  };
  check();
  const timer = setInterval(check, everyMs);
  timer.unref();
  return {
    descriptor,
    check,
    close: () => {
      clearInterval(timer);
      fs.closeSync(descriptor);
    },
  };
}
