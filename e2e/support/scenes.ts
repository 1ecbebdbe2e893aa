import path from 'node:path';
import { expect, type Page, type TestInfo, test } from '@playwright/test';
import { saveIfChanged } from '../pictures/image-diff';

export type Scene = (page: Page, what: string) => Promise<void>;

/**
 * Takes a picture of each scene of a story, numbered in their order: for docs/screenshots/demo when pictures are made,
 * else beside the story's results.
 */
export function takeScenes(info: TestInfo): Scene {
  let number = 0;
  return async (page, what) => {
    number += 1;
    const name = `${String(number).padStart(2, '0')}-${what.replaceAll(' ', '-')}`;
    await test.step(`scene ${number}: ${what}`, async () => {
      await expect.poll(() => page.evaluate(() => [...document.images].every((image) => image.complete))).toBe(true);
      const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      const gallery = process.env.VETRO_PICTURES;
      if (gallery) await saveIfChanged(page, png, path.join(gallery, 'demo', `${name}.webp`));
      else await info.attach(name, { body: png, contentType: 'image/png' });
    });
  };
}
