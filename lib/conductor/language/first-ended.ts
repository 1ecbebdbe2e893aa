/** The index of the promise that settles first; a refusal is an end too. */
export function firstEnded(pending: readonly Promise<unknown>[]): Promise<number> {
  return Promise.race(
    pending.map((promise, index) =>
      promise.then(
        () => index,
        () => index,
      ),
    ),
  );
}
