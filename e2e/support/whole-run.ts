import { HANG_MS } from '@/lib/testing/patience';

/** Bounds the wait for a whole deployment against hanging, in milliseconds: most take seconds. */
export const WHOLE_RUN = HANG_MS;
