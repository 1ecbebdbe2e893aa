import type { Container } from './container';

const KEY = Symbol.for('vetro.container');

/** Where the one container of a process hangs; Next loads modules several times, this symbol is shared. */
interface Home {
  [KEY]?: Promise<Container>;
}

/**
 * The parts of this process.
 *
 * @throws Error when the process has not been started (`setContainer` at start does that)
 */
export function getContainer(): Promise<Container> {
  const { [KEY]: container } = globalThis as Home;
  if (!container) return Promise.reject(new Error('the container of this process has not been created'));
  return container;
}

/** Makes `container` the one of this process; null forgets it. */
export function setContainer(container: Promise<Container> | null): void {
  const home = globalThis as Home;
  if (container) home[KEY] = container;
  else delete home[KEY];
}
