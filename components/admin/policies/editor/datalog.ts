import type { StreamParser, StringStream } from '@codemirror/language';

/** Where a reading of rules stands: inside a comment of several lines, or not. */
interface Reading {
  isComment: boolean;
}

const KEYWORDS = new Set(['not', 'NOT', 'true', 'false', 'execute', 'insert', 'delete']);
/** The tables that a policy answers with. */
const ANSWERS = /^predeploy_(errors|warnings|modify)$/;

/** How rules are coloured: what they answer, the tables they ask, variables, texts and numbers. */
export const datalog: StreamParser<Reading> = {
  name: 'datalog',
  startState: () => ({ isComment: false }),
  token(stream, state) {
    if (state.isComment) return restOfComment(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match('/*')) {
      state.isComment = true;
      return restOfComment(stream, state);
    }
    if (stream.match('//') || stream.match('#')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^"[^"]*"?/) || stream.match(/^'[^']*'?/)) return 'string';
    if (stream.match(/^\d+(\.\d+)?/)) return 'number';
    if (stream.match(':-')) return 'operator';
    const [word] = (stream.match(/^[A-Za-z_][\w.]*(:[A-Za-z_][\w.]*)?/) || []) as string[];
    if (word !== undefined) {
      if (KEYWORDS.has(word)) return 'keyword';
      if (ANSWERS.test(word)) return 'heading';
      return /^\s*\(/.test(stream.string.slice(stream.pos)) ? 'typeName' : 'variableName';
    }
    stream.next();
    return 'punctuation';
  },
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
};

function restOfComment(stream: StringStream, state: Reading): string {
  if (stream.match(/^.*?\*\//)) state.isComment = false;
  else stream.skipToEnd();
  return 'comment';
}
