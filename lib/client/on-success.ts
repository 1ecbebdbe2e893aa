/**
 * Runs `done` once a mutation has worked, also when the component that asked for it is gone by then: a row that
 * was removed, a draft bar that has nothing more to show. (Callbacks handed to `mutate` are dropped in that case.)
 * A failure is told by the mutation's own `error`.
 */
export function onSuccess<Answer>(asked: Promise<Answer>, done: (answer: Answer) => void): void {
  asked.then(done, () => undefined);
}
