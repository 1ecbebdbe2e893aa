import { z } from 'zod';
import { JsonSchema } from './json-schema';
import { AgentFactsSchema } from './servers';

/** What agents may send, by HTTPS or by a broker: `lib/formats/agent-channel` says what it means. */

/** SHA-256 in hex. */
const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const MachineId = z.string().regex(/^[0-9a-f]{32}$/);

export const AgentVersionSchema = z.string().max(40);
export const PlanIdSchema = z.string().min(1).max(200);

/** Public half of an agent's key pair: Ed25519, raw, base64url. */
export const AgentKeySchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be a public key: Ed25519 as base64url');

export const PollRequestSchema = z.object({
  version: AgentVersionSchema,
  program: Digest.optional(),
  refused: Digest.optional(),
  facts: AgentFactsSchema,
  prepared: MachineId.nullable(),
  cleaned: MachineId.nullable(),
  fetchesSecrets: z.boolean().optional(),
  settings: Digest.optional(),
  releaseKey: AgentKeySchema.optional(),
});

export const SecretsRequestSchema = z.object({
  grant: z.string().regex(/^[0-9a-f]{32}$/),
  key: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be a public key: X25519 as base64url'),
});

export const AgentReportSchema = z.object({
  lines: z
    .array(z.object({ number: z.int().min(1), stream: z.enum(['stdout', 'stderr']), text: z.string().max(4_000) }))
    .max(500),
  commands: z
    .array(z.object({ command: z.string().max(255), index: z.int().min(0), count: z.int().min(1), ok: z.boolean() }))
    .max(1_000),
  rebooting: z.boolean().optional(),
});

export const AgentAnswerSchema = z.object({ result: z.object({ IsException: z.boolean(), Result: JsonSchema }) });

/** A call as it comes by a broker. */
export const AgentCallSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('work'), request: PollRequestSchema }),
  z.object({ kind: z.literal('secrets'), planId: PlanIdSchema, request: SecretsRequestSchema }),
  z.object({ kind: z.literal('report'), planId: PlanIdSchema, report: AgentReportSchema }),
  z.object({ kind: z.literal('answer'), planId: PlanIdSchema, answer: AgentAnswerSchema }),
  z.object({ kind: z.literal('key'), key: AgentKeySchema }),
]);
