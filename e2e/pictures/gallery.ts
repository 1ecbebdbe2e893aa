import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contents, gallery, type Picture } from './camera';

interface Page extends Picture {
  files: { width: number; dark: boolean; file: string }[];
}

/** After the last picture: writes the page that shows them all; where some chapters were taken alone, the demo's scenes. */
export default async function writeGallery(): Promise<void> {
  const directory = gallery();
  const contentsPage = path.join(directory, 'README.md');
  const scenes = await scenesIn(path.join(directory, 'demo'));
  const pages = await pagesTaken();
  const [before = ''] = (await readFile(contentsPage, 'utf8')).split(`\n${DEMO}\n`);
  const shown = [...before.matchAll(/^## (.+)$/gm)].map(([, chapter]) => chapter);
  if (shown.some((chapter) => !pages.some((page) => page.chapter === chapter))) {
    await writeFile(contentsPage, `${[before.trimEnd(), ...demo(scenes)].join('\n')}\n`);
    return;
  }
  const kept = new Set(pages.flatMap(({ files }) => files.map(({ file }) => file)));
  for (const file of await readdir(directory))
    if (before.includes(`(${file})`) && !kept.has(file)) await rm(path.join(directory, file));
  await writeFile(contentsPage, `${[...head, ...chapters(pages), ...demo(scenes)].join('\n')}\n`);
}

async function pagesTaken(): Promise<Page[]> {
  if (!existsSync(contents())) return [];
  const lines = (await readFile(contents(), 'utf8')).split('\n').filter((line) => line !== '');
  await rm(contents());
  return lines.map((line): Page => JSON.parse(line));
}

const DEMO = '## The demo, scene by scene';

const head = [
  '# Every page in pictures',
  '',
  'Made by `npm run screenshots`; a picture that shows what it showed before is left as it is. Each page at 390, 768 and',
  '1440 pixels; the main ones in dark, too.',
];

function chapters(pages: Page[]): string[] {
  const names = [...new Set(pages.map(({ chapter }) => chapter))];
  return names.flatMap((chapter) => [
    '',
    `## ${chapter}`,
    ...pages.filter((page) => page.chapter === chapter).flatMap(onePage),
  ]);
}

function onePage({ title, files }: Page): string[] {
  const first = files[0]?.file ?? '';
  const links = files.map(({ width, dark, file }) => `[${width}${dark ? ' dark' : ''}](${file})`);
  return ['', `### ${title}`, '', links.join(' · '), '', `![${title}](${first})`];
}

function demo(scenes: string[]): string[] {
  if (scenes.length === 0) return [];
  return [
    '',
    DEMO,
    '',
    'What is shown and said: [demo](../demo.md).',
    ...scenes.flatMap((file) => ['', `![${titleOf(file)}](demo/${file})`]),
  ];
}

const titleOf = (file: string) => file.replace(/^\d+-|\.webp$/g, '').replaceAll('-', ' ');

async function scenesIn(directory: string): Promise<string[]> {
  if (!existsSync(directory)) return [];
  return (await readdir(directory)).filter((file) => file.endsWith('.webp')).sort();
}
