import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Product, startProduct } from '@/lib/api/testing/product';

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

async function startPostgres(directory: string): Promise<Postgres> {
  const program = path.resolve(import.meta.dirname, '../../scripts/postgres.mjs');
  const { startPostgres: start } = (await import(pathToFileURL(program).href)) as {
    startPostgres: (options: { directory: string; fast: boolean }) => Promise<Postgres>;
  };
  return start({ directory, fast: true });
}
