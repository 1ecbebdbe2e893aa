import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Product } from '@/lib/api/testing/product';

interface Postgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the product on a database of its own, with machines that take no time.
 *
 * @returns it, and what ends it and leaves nothing behind
 */
export async function startThrowawayProduct(): Promise<{ product: Product; end: () => Promise<void> }> {
  await prepare();
  const { startProduct } = await import('@/lib/api/testing/product');
  const directory = await mkdtemp(path.join(os.tmpdir(), 'vetro-try-'));
  const postgres = await startPostgres(directory);
  const clear = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const product = await startProduct({ serverUrl: postgres.url });
    return {
      product,
      end: async () => {
        await product.close();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}

const script = (name: string): string => pathToFileURL(path.resolve(import.meta.dirname, '../../scripts', name)).href;

/** Makes what the product is generated from its sources: a bare clone has neither the database client nor the threads. */
async function prepare(): Promise<void> {
  if (!existsSync(path.resolve(import.meta.dirname, '../../lib/db/generated'))) await import(script('generate.mjs'));
  const { default: bundleWorkers } = (await import(script('bundle-worker.mjs'))) as { default: () => Promise<void> };
  await bundleWorkers();
}

async function startPostgres(directory: string): Promise<Postgres> {
  const { startPostgres: start } = (await import(script('postgres.mjs'))) as {
    startPostgres: (options: { directory: string; fast: boolean }) => Promise<Postgres>;
  };
  return start({ directory, fast: true });
}
