import { z } from 'zod';
import type { Json } from './json';

/** Any JSON value, as a schema: apart from `json.ts`, which pages take to the browser. */
export const JsonSchema: z.ZodType<Json> = z.json() as unknown as z.ZodType<Json>;
