import { startProcess } from './start';

/* A process that starts as the product does; it answers `started`, and its event loop stands still from any message on. */

await startProcess();
process.on('message', standStill);
process.send?.('started');

function standStill(): never {
  for (;;);
}
