// npm run dev: the development server on its own data, rebuilt as you type.
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { serve } from './serve.mjs';
import { ensureClient, ensureWorker, root, say } from './setup.mjs';

await ensureDependencies();
await ensureClient();
await ensureWorker();
const { startPostgres } = await import('./postgres.mjs');
const data = path.resolve(process.env.VETRO_DATA_DIR ?? path.join(root, '.data', 'dev'));
const postgres = process.env.DATABASE_URL
  ? { url: process.env.DATABASE_URL, stop: async () => {} }
  : await startPostgres({ directory: data });
const server = await serve({
  port: Number(process.env.PORT ?? 3000),
  databaseUrl: postgres.url,
  mode: 'dev',
  env: {
    VETRO_DATA_DIR: data,
    VETRO_SEED: process.env.VETRO_SEED ?? 'demo',
    VETRO_TIME_SCALE: process.env.VETRO_TIME_SCALE ?? '0.3',
  },
});
say(`Vetro (development): ${server.url}`);
let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  await server.stop();
  await postgres.stop();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
void server.gone.then(stop);
