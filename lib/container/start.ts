import { loadConfig } from '@/lib/config/env';
import { createContainer, type RunningContainer } from './create-container';
import { setContainer } from './index';

/** How long requests under way may still take after a signal to end, in milliseconds. */
const GRACE_MS = 5_000;

/**
 * Starts this process: settings, container, an orderly end on SIGTERM and SIGINT.
 *
 * @returns its parts
 * @throws Error with a sentence for whoever started the process; then nothing runs
 */
export async function startProcess(): Promise<RunningContainer> {
  const config = loadConfig();
  const container = createContainer(config);
  // Requests that come while it starts wait for it.
  setContainer(container);
  endOnSignals(await container);
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
