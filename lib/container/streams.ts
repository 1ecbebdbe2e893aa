/** An open event stream. */
export interface OpenStream {
  /** ends it; called at most once */
  close(): void;
  /** Asks anew whether its reader still may read, and ends it if not. */
  recheck(): void;
  /** the ids of the user and the tenant on whom that depends */
  concerns: readonly string[];
}

/** The open event streams of this process. A server with an open stream outlives SIGTERM: they close first. */
export interface Streams {
  /**
   * Takes note of an open stream.
   *
   * @returns a function that forgets the stream, for when it ended by itself
   */
  add(stream: OpenStream): () => void;
  /** Lets the streams that depend on a user or a tenant ask anew; all streams when none is named. */
  recheck(concerned?: string): void;
  /** how many are open */
  count(): number;
  /** Ends every open stream; one that is added later is ended at once. */
  closeAll(): void;
}

/** Makes an empty register of streams. */
export function createStreams(): Streams {
  const open = new Set<OpenStream>();
  let closed = false;
  return {
    add(stream) {
      if (closed) {
        stream.close();
        return () => undefined;
      }
      open.add(stream);
      return () => void open.delete(stream);
    },
    recheck(concerned) {
      for (const stream of [...open])
        if (concerned === undefined || stream.concerns.includes(concerned)) stream.recheck();
    },
    count: () => open.size,
    closeAll() {
      closed = true;
      for (const stream of [...open]) {
        open.delete(stream);
        stream.close();
      }
    },
  };
}
