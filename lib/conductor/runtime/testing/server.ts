import type { RunningContainer } from '@/lib/container/create-container';
import { startContainer } from './container';

/**
 * The server process of the kill test: everything but HTTP. It loads, says "loaded" and waits to be told on
 * which database to start and where to die.
 */
export interface StartMessage {
  databaseUrl: string;
  /** see `crash-points.ts` */
  crashAt?: string;
}

let container: RunningContainer | null = null;

process.on('message', async ({ databaseUrl, crashAt }: StartMessage) => {
  container = await startContainer(databaseUrl, crashAt === undefined ? {} : { crashAt });
  process.send?.('started');
});
process.on('SIGTERM', async () => {
  await container?.close();
  process.exit(0);
});
process.send?.('loaded');
