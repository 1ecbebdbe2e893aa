/** The largest file that is read, in bytes: the API takes no larger body. */
const LARGEST = 1_000_000;

/** What a chosen file holds, or why it cannot be an environment's. */
export type ReadFile = { document: unknown } | { refused: 'notJson' | 'tooLarge' };

/** Reads a file of an environment. Never throws. */
export async function readFile(file: Pick<File, 'size' | 'text'>): Promise<ReadFile> {
  if (file.size > LARGEST) return { refused: 'tooLarge' };
  try {
    return { document: JSON.parse(await file.text()) as unknown };
  } catch {
    return { refused: 'notJson' };
  }
}
