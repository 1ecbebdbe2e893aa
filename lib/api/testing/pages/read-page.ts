/** A block of a page that readers run in their shell, with what it prints where the page shows that. */
export interface Example {
  /** of the page, where its block begins */
  line: number;
  script: string;
  /** what stands in the block after it, when that is an answer */
  answer: { kind: 'json' | 'text'; text: string; line: number } | null;
}

/** What a page has in code that nothing would run or compare. */
export interface UnusedBlock {
  line: number;
  why: string;
}

interface Block {
  kind: string;
  text: string;
  line: number;
  /** whether nothing but blank lines stands between it and the block before */
  follows: boolean;
}

/**
 * The examples of a page: its blocks fenced as `sh`, each with the block fenced as `json` or `text` that follows it.
 *
 * @returns the examples, and blocks that look like requests or answers and are neither
 */
export function readPage(markdown: string): { examples: Example[]; unused: UnusedBlock[] } {
  const examples: Example[] = [];
  const unused: UnusedBlock[] = [];
  for (const { kind, text, line, follows } of blocksOf(markdown)) {
    const last = examples.at(-1);
    if (kind === 'sh') examples.push({ line, script: text, answer: null });
    else if ((kind === 'json' || kind === 'text') && follows && last && last.answer === null) {
      last.answer = { kind, text, line };
    } else if (kind === 'json' || /\bcurl\b/.test(text)) {
      unused.push({ line, why: kind === 'json' ? 'an answer to no request' : `a request in a block of "${kind}"` });
    }
  }
  return { examples, unused };
}

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n');
  let between: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = /^\s*```(\w*)/.exec(line);
    if (fence) {
      const end = lines.findIndex((one, index) => index > at && /^\s*```\s*$/.test(one));
      if (end < 0) throw new Error(`the block that begins in line ${at + 1} has no end`);
      blocks.push({
        ...{ kind: fence[1] || 'none', line: at + 1, text: lines.slice(at + 1, end).join('\n') },
        follows: between.filter((one) => one.trim() !== '').length === 0,
      });
      between = [];
      at = end;
    } else if (/^ {4}\S/.test(line) && (lines[at - 1] ?? '').trim() === '') {
      blocks.push({ kind: 'indented', line: at + 1, text: line, follows: false });
    } else between.push(line);
  }
  return blocks;
}
