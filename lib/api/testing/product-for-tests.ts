import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Product, startProduct } from './product';

/**
 * The product for the tests of one file, or of one `describe`: started before them, closed after them. Whatever a
 * test made go wrong on purpose is right again when it is over.
 *
 * @returns the product, which is there once tests and their hooks run
 */
export function productForTests(options: Parameters<typeof startProduct>[0] = {}): Product {
  let started: Product | null = null;
  beforeAll(async () => {
    started = await startProduct(options);
  });
  afterEach(async () => {
    if (!started?.container.cloud.simulation) return;
    for (const { id } of await started.faults.list()) await started.faults.remove(id);
  });
  afterAll(async () => {
    await started?.close();
    // The file stays in memory with the modules that others read, too: nothing of its product shall.
    started = null;
  });
  return new Proxy({} as Product, {
    get: (_, name) => {
      if (started === null) throw new Error('the product is there from the first test to the last, not now');
      return Reflect.get(started, name);
    },
  });
}
