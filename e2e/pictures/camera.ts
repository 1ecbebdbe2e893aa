import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { test as story } from '../support/story';
import { saveIfChanged } from './image-diff';

/** A width, and the colours in which pages are shown there. */
interface Viewport {
  width: number;
  height: number;
  dark: boolean;
}

const LIGHT: Viewport[] = [
  { width: 1440, height: 900, dark: false },
  { width: 768, height: 1024, dark: false },
  { width: 390, height: 844, dark: false },
];
const DARK: Viewport[] = [
  { width: 1440, height: 900, dark: true },
  { width: 390, height: 844, dark: true },
];

/** A page is shown to its end, but no further than this. */
const TALLEST = 2600;

export interface Picture {
  chapter: string;
  /** what the page is called */
  title: string;
  /** the name of its files, without width and ending */
  name: string;
}

interface Camera {
  /** Takes the page as it is now in every width, or in some, in light; and, of the main ones, in dark. */
  take: (page: Page, picture: Picture, also?: ShotOptions) => Promise<void>;
}

interface ShotOptions {
  dark?: boolean;
  widths?: readonly number[];
  /** waits until the page has become what it is in a new frame */
  until?: () => Promise<void>;
}

export const test = story.extend<Camera>({
  // biome-ignore lint/correctness/noEmptyPattern: how Playwright says that a fixture needs nothing
  take: async ({}, use) => {
    await use(async (page, picture, { dark = false, widths, until } = {}) => {
      const shown = (dark ? [...LIGHT, ...DARK] : LIGHT).filter(({ width }) => !widths || widths.includes(width));
      for (const look of shown) await shoot(page, picture.name, look, until);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: LIGHT[0]?.width ?? 0, height: LIGHT[0]?.height ?? 0 });
      await enter(picture, shown);
    });
  },
});

/** Where pictures are kept. */
export function gallery(): string {
  const directory = process.env.VETRO_PICTURES;
  if (!directory) throw new Error('VETRO_PICTURES is not set: take pictures with "npm run screenshots"');
  return directory;
}

/** The list of what was taken, which becomes the gallery. */
export const contents = () => path.join('.cache', 'pictures.jsonl');

async function enter(picture: Picture, shown: readonly Viewport[]): Promise<void> {
  const files = shown.map((look) => ({ ...look, file: fileOf(picture.name, look) }));
  await mkdir(path.dirname(contents()), { recursive: true });
  await appendFile(contents(), `${JSON.stringify({ ...picture, files })}\n`);
}

const fileOf = (name: string, { width, dark }: Viewport) => `${name}-${width}${dark ? '-dark' : ''}.webp`;

async function shoot(page: Page, name: string, look: Viewport, until?: ShotOptions['until']): Promise<void> {
  await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' });
  await page.setViewportSize({ width: look.width, height: look.height });
  await settled(page);
  await until?.();
  // what is a part of the window's height grows with it
  for (let height = look.height, turn = 0; turn < 4; turn += 1) {
    const whole = Math.min(TALLEST, await page.evaluate(() => document.documentElement.scrollHeight));
    if (whole <= height) break;
    height = whole;
    await page.setViewportSize({ width: look.width, height });
    await settled(page);
    await until?.();
  }
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await saveIfChanged(page, png, path.join(gallery(), fileOf(name, look)));
}

/** What moves stands still, and what was pointed at is left alone. */
async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const passing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(passing.map((transition) => transition.finished));
  });
  // a drawing arranges itself anew after its frame changed
  await page.waitForTimeout(250);
}
