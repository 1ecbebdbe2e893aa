/** How long a whole deployment may take on a busy machine, in milliseconds: most take seconds. */
export const WHOLE_RUN = 180_000;
