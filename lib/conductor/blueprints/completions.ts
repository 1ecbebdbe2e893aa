/** A completion queue for effects of several kinds. */
export interface Completions {
  readonly round: number;
  drain(isOver: () => boolean): Promise<void>;
  completion<T>(outcome: Promise<T>): Promise<T>;
}
