import { describe, expect, it } from 'vitest';
import { compareEachLoss } from '@/lib/api/testing/compare-losses';
import { generatedEnvironment } from '@/lib/api/testing/generated-environments';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { deployed, settled } from '@/lib/api/testing/stories';
import { cases } from '@/lib/testing/cases';

/** A dry run of the loss of each machine against what then happens, in environments that nobody thought of. */

const product = productForTests();

/** A sample, which takes some seconds, and with `npm test -- units --all` all. */
const ALL = 200;
const SAMPLE = 1;
const CASES = process.env.VETRO_GENERATED_CASES ? ALL : cases(SAMPLE);
/** The first of them; case n is made of the seed n alone. */
const FIRST = Number(process.env.VETRO_GENERATED_FIRST ?? 1);

describe('the predicted loss of each machine is what then happens', () => {
  it.each(Array.from({ length: CASES }, (_, n) => FIRST + n))('in the generated environment %i', async (seed) => {
    const { at } = await deployed(product.member, generatedEnvironment(seed));
    expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
    await compareEachLoss(product, at);
  });
});
