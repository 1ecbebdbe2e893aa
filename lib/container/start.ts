import { loadConfig } from '@/lib/config/env';
import { startWatchdog } from '@/lib/threads/watchdog/watchdog';
import { createContainer, type RunningContainer } from './create-container';
import { setContainer } from './index';

/** How long requests under way may still take after a signal to end, in milliseconds. */
const GRACE_MS = 5_000;

/**
 * Starts this process: settings, container, an orderly end on SIGTERM and SIGINT, and the end of one whose event loop
 * stands still.
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
  startWatchdog(config.standstillSeconds * 1000, (error) => log.error({ err: error }, 'the event loop is not watched'));
  return container;
}

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
