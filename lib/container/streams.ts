/** The open event streams of this process. A server with an open stream outlives SIGTERM: they close first. */
export interface Streams {
  /**
   * Takes note of an open stream.
   *
   * @param close ends the stream; called at most once
   * @returns a function that forgets the stream, for when it ended by itself
   */
  add(close: () => void): () => void;
  /** Ends every open stream; one that is added later is ended at once. */
  closeAll(): void;
}

/** Makes an empty register of streams. */
export function createStreams(): Streams {
  const open = new Set<() => void>();
  let closed = false;
  return {
    add(close) {
      if (closed) {
        close();
        return () => undefined;
      }
      open.add(close);
      return () => void open.delete(close);
    },
    closeAll() {
      closed = true;
      for (const close of [...open]) {
        open.delete(close);
        close();
      }
    },
  };
}
