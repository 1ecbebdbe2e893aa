// One line that tells what a long step is doing: rewritten in a terminal, said anew now and then in a log.

/** How often a terminal's line is rewritten, and a log gets a line of its own, in milliseconds. */
const REDRAW_MS = 250;
const LOG_MS = 10_000;

/**
 * Begins to tell of a step; `done` ends it with the time it took.
 *
 * @param {string} title what is being done: "Building"
 * @param {{output?: NodeJS.WriteStream, now?: () => number}} options
 * @returns {{show: (detail: string) => void, done: () => void, failed: () => void}} show: what it is at now
 */
export function beginProgress(title, { output = process.stdout, now = Date.now } = {}) {
  const begun = now();
  const terminal = output.isTTY === true;
  let detail = '';
  let saidAt = begun;
  const seconds = () => `${Math.round((now() - begun) / 1000)} s`;
  const line = () => `${title} … ${[detail, seconds()].filter(Boolean).join(', ')}`;
  // The line is cut to the terminal's width: a wrapped one could not be rewritten.
  const redraw = () => output.write(`\r\x1b[2K${line().slice(0, (output.columns ?? 80) - 1)}`);
  const log = () => {
    saidAt = now();
    output.write(`${line()}\n`);
  };
  if (terminal) redraw();
  else output.write(`${title} …\n`);
  const timer = setInterval(() => {
    if (terminal) redraw();
    else if (now() - saidAt >= LOG_MS) log();
  }, REDRAW_MS);
  timer.unref?.();
  const end = (words) => {
    clearInterval(timer);
    output.write(`${terminal ? '\r\x1b[2K' : ''}${title}: ${words}\n`);
  };
  return {
    show: (text) => {
      detail = text;
    },
    done: () => end(`done in ${seconds()}`),
    failed: () => end(`failed after ${seconds()}`),
  };
}
