import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';

/** The part of all points that may look different in a picture that shows the same: a digit of a clock, no word. */
const SAME = 0.0002;

/**
 * Keeps a picture as WebP, which the browser itself makes. One that shows what the kept one shows is left alone, so
 * that a version control sees only what changed.
 *
 * @param page any page of the browser; another, empty one is opened beside it
 * @param png the picture
 * @param file where it is kept
 */
export async function saveIfChanged(page: Page, png: Buffer, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const before = existsSync(file) && !process.env.VETRO_PICTURES_ALL ? await readFile(file) : null;
  const blankPage = await page.context().newPage();
  try {
    const made = await blankPage.evaluate(encodeIfChanged, {
      png: png.toString('base64'),
      before: before?.toString('base64') ?? null,
      same: SAME,
    });
    if (made !== null) await writeFile(file, Buffer.from(made, 'base64'));
  } finally {
    await blankPage.close();
  }
}

/** Runs in the browser. @returns the picture as WebP in base64, or null where it shows what `before` shows */
async function encodeIfChanged({ png, before, same }: { png: string; before: string | null; same: number }) {
  async function pointsOf(type: string, base64: string) {
    const blob = await (await fetch(`data:${type};base64,${base64}`)).blob();
    const image = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser draws nothing');
    context.drawImage(image, 0, 0);
    return { canvas, points: context.getImageData(0, 0, image.width, image.height) };
  }
  const taken = await pointsOf('image/png', png);
  if (before !== null) {
    const { points } = await pointsOf('image/webp', before);
    const { width, height, data } = taken.points;
    if (points.width === width && points.height === height) {
      let different = 0;
      for (let at = 0; at < data.length; at += 4) {
        const distance =
          Math.abs((data[at] ?? 0) - (points.data[at] ?? 0)) +
          Math.abs((data[at + 1] ?? 0) - (points.data[at + 1] ?? 0)) +
          Math.abs((data[at + 2] ?? 0) - (points.data[at + 2] ?? 0));
        if (distance > 60) different += 1;
      }
      if (different <= same * width * height) return null;
    }
  }
  const blob = await taken.canvas.convertToBlob({ type: 'image/webp', quality: 0.78 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
