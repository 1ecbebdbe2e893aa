import { loadConfig } from '@/lib/config/env';
import { onFenced } from '@/lib/db/fence';
import { startWatchdog } from '@/lib/threads/watchdog/watchdog';
import { createContainer, type RunningContainer } from './create-container';
import { setContainer } from './index';

/** How long requests under way may still take after a signal to end, in milliseconds. */
const GRACE_MS = 5_000;

/**
 * Starts this process: settings, container, an orderly end on SIGTERM and SIGINT, and the end of one whose event loop
 * stands still, or stood still for so long that another process has its runs.
 *
 * @returns its parts
 * @throws Error with a sentence for whoever started the process; then nothing runs
 */
export async function startProcess(): Promise<RunningContainer> {
  const config = loadConfig();
  const container = createContainer(config);
  // Requests that come while it starts wait for it.
  setContainer(container);
  const { log } = await container;
  endOnSignals(await container);
  endWhenFenced();
  startWatchdog(config.standstillSeconds * 1000, (error) => log.error({ err: error }, 'the event loop is not watched'));
  return container;
}

/** A process that is fenced can write nothing any more: it ends as one that was killed, and is started again. */
export function endWhenFenced(): void {
  onFenced(() => {
    process.stdout.write(`${JSON.stringify(FENCED)}\n`);
    process.kill(process.pid, 'SIGKILL');
  });
}

/** Written at once: the process does not live until its log is. */
const FENCED = {
  level: 'fatal',
  msg: 'this process showed no life for too long and another one has taken its runs over: it is ended',
};

/**
 * The web server ends the process itself once its requests are answered; it would wait for ever for an
 * open event stream, so those close first.
 */
function endOnSignals(container: RunningContainer): void {
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(code), GRACE_MS).unref();
      container.stopWork().catch((error) => container.log.error({ err: error }, 'the process did not end in order'));
    });
  }
}
