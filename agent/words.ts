/** Says nothing twice in a row: what does not change for long is not told of each time. */
export function onlyChanges(say: (text: string) => void): (text: string) => void {
  let last = '';
  return (text) => {
    if (text !== last) say(text);
    last = text;
  };
}

/** What an error says, and what is behind it: "fetch failed" alone names neither a port that is closed nor a certificate. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  const behind = reasonOf(cause);
  return behind === null || message.includes(behind) ? message : `${message}: ${behind}`;
}

function reasonOf(cause: unknown): string | null {
  // what was tried with several addresses has no message of its own
  const [first] = cause instanceof AggregateError ? cause.errors : [cause];
  if (!(first instanceof Error)) return null;
  return first.message || ((first as { code?: string }).code ?? null);
}
