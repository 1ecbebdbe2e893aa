/** A block of code on a page. */
export interface PageBlock {
  /** of which kind it says to be: `yaml` */
  kind: string;
  text: string;
  /** the file that it is, where the nearest heading above is the path of one: `#### \`manifest.yaml\`` */
  file: string | null;
}

/**
 * The blocks of a page that writes packages. The first block after the heading of a file is that file.
 *
 * @param markdown the page
 */
export function packageBlocks(markdown: string): PageBlock[] {
  let heading: string | null = null;
  return [...markdown.matchAll(/^#+ (.*)$|^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, title, kind, text]) => {
    if (title !== undefined) {
      heading = /^`([\w./-]+\.\w+)`$/.exec(title)?.[1] ?? null;
      return [];
    }
    const file = heading;
    heading = null;
    return [{ kind: kind ?? '', text: text ?? '', file }];
  });
}

/** The files of the package that a page writes, by their paths. */
export function packageFiles(markdown: string): Record<string, string> {
  return Object.fromEntries(packageBlocks(markdown).flatMap(({ file, text }) => (file === null ? [] : [[file, text]])));
}
