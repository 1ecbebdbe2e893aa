/**
 * Keeps an answer for a while; callers that come while it is asked for share it, and an error is not kept.
 *
 * @param ms how long, from when it was asked for, in milliseconds
 */
export function rememberFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | null = null;
  return () => {
    if (kept && kept.until > Date.now()) return kept.answer;
    const asked = { answer: ask(), until: Date.now() + ms };
    kept = asked;
    asked.answer.catch(() => {
      if (kept === asked) kept = null;
    });
    return asked.answer;
  };
}
