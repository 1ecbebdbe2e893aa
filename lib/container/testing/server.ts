import type { ConductorOptions } from '@/lib/conductor';
import type { RunningContainer } from '@/lib/container/create-container';
import { endWhenFenced } from '../start';
import { startContainer } from './start-container';

/**
 * The server process of the kill test: everything but HTTP. It loads, says "loaded", and from then on
 * does what it is told: start on a database (and die, or hang, at a named place), stop, start on another.
 */
export type ServerMessage =
  | { start: { databaseUrl: string; catalogDirectory?: string; hangs?: boolean } & ConductorOptions }
  | { stop: true };
export type ServerAnswer = 'loaded' | 'started' | 'stopped';

endWhenFenced();
const say = (answer: ServerAnswer) => process.send?.(answer);
let container: RunningContainer | null = null;

async function obey(message: ServerMessage): Promise<void> {
  if ('start' in message) {
    const { databaseUrl, catalogDirectory, hangs, ...conductor } = message.start;
    const settings = catalogDirectory === undefined ? {} : { catalogDirectory };
    if (hangs) conductor.crash = hang;
    container = await startContainer(databaseUrl, conductor, settings);
    say('started');
  } else {
    await container?.close();
    container = null;
    say('stopped');
  }
}

/** Stops this process as a whole; it goes on once somebody sends it SIGCONT. */
function hang(): 'goes on' {
  process.kill(process.pid, 'SIGSTOP');
  return 'goes on';
}

let work = Promise.resolve();
process.on('message', (message: ServerMessage) => {
  work = work.then(() => obey(message));
});
// Whoever started it may die too.
process.on('disconnect', () => process.exit(0));
say('loaded');
