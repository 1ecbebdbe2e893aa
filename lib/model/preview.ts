import { z } from 'zod';
import { JsonSchema } from './json-schema';
import { RUN_KINDS } from './runs/kinds';
import { DurationRangeSchema, StepTimeSchema } from './step-estimate';

/**
 * What a deployment would do, told before it is asked for. Secrets are masked; what nobody can know yet, like the
 * address of a machine to come, stands as a phrase in ‹ ›.
 */

const ResourceChangeSchema = z.enum(['create', 'inPlace', 'replace', 'remove', 'unchanged']);

export const PreviewResourceSchema = z.object({
  name: z.string(),
  /** the cloud's own type, for example `OS::Nova::Server` */
  type: z.string(),
  change: ResourceChangeSchema,
  /** because of which properties it changes, with their values before and after */
  properties: z.array(z.object({ name: z.string(), before: JsonSchema, after: JsonSchema })),
});
export type PreviewResource = z.infer<typeof PreviewResourceSchema>;

const SizeSchema = z.object({ name: z.string(), vcpus: z.int(), memoryMb: z.int(), diskGb: z.int() });
export type MachineSize = z.infer<typeof SizeSchema>;

export const PreviewMachineSchema = z.object({
  host: z.string(),
  /** null for a machine that no unit of the document asks for */
  serviceId: z.string().nullable(),
  serviceName: z.string().nullable(),
  serviceType: z.string().nullable(),
  unitId: z.string().nullable(),
  /** `change`: one that is there is resized or has work to do; `replace`: set up anew, all that is on it is lost */
  change: z.enum(['create', 'change', 'replace', 'remove', 'keep']),
  /** whether a machine that is there now restarts on the way */
  restarts: z.boolean(),
  /** after the deployment, of one that goes before it; null when the cloud does not offer that size any more */
  size: SizeSchema.nullable(),
  /** the size before, where that changes */
  sizeBefore: SizeSchema.nullable(),
  image: z.string().nullable(),
  /** plans that its agent will carry out */
  plans: z.int(),
});
export type PreviewMachine = z.infer<typeof PreviewMachineSchema>;

const CountsSchema = z.object({ create: z.int(), inPlace: z.int(), replace: z.int(), remove: z.int() });
/** how many machines, and how many other resources, become what */
const StackChangeSchema = z.object({ machines: CountsSchema, others: CountsSchema });

const stepFacts = {
  /** from 0; rounds follow each other, the steps of one run side by side */
  round: z.int(),
  /** how long such a step takes */
  estimate: StepTimeSchema,
};

export const PreviewStepSchema = z.discriminatedUnion('effect', [
  z.object({
    effect: z.literal('stack.update'),
    ...stepFacts,
    resources: z.array(z.object({ name: z.string(), change: ResourceChangeSchema })),
    stackChange: StackChangeSchema,
  }),
  z.object({
    effect: z.literal('stack.delete'),
    ...stepFacts,
    resources: z.array(z.object({ name: z.string(), change: ResourceChangeSchema })),
    stackChange: StackChangeSchema,
  }),
  z.object({
    effect: z.literal('plan'),
    ...stepFacts,
    /** the plan's template: `InstallIIS` */
    title: z.string(),
    serviceId: z.string(),
    unitId: z.string(),
    host: z.string(),
    commands: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), JsonSchema) })),
    /** whether the machine restarts after it */
    restarts: z.boolean(),
  }),
]);
export type PreviewStep = z.infer<typeof PreviewStepSchema>;

/** Of the tenant's quota: used now, used afterwards, the most on the way; `limit` null: there is none. */
const TotalSchema = z.object({ now: z.int(), after: z.int(), peak: z.int(), limit: z.int().nullable() });
export type PreviewTotal = z.infer<typeof TotalSchema>;

export const PreviewSchema = z.object({
  kind: z.enum(RUN_KINDS),
  /** which edit of the draft was played through; null where there is no draft */
  revision: z.int().nullable(),
  /** false when it was too much to play through: then more will happen than is told */
  complete: z.boolean(),
  /** what happens, in order */
  steps: z.array(PreviewStepSchema),
  /** what becomes of every resource of the stack in the end */
  resources: z.array(PreviewResourceSchema),
  machines: z.array(PreviewMachineSchema),
  totals: z.object({
    machines: TotalSchema,
    vcpus: TotalSchema,
    memoryMb: TotalSchema,
    diskGb: TotalSchema.nullable(),
    /** absent where the cloud does not tell, as the next */
    publicAddresses: TotalSchema.optional(),
    networks: TotalSchema.optional(),
  }),
  /** null when nothing is to do */
  duration: DurationRangeSchema.nullable(),
  /** what one should know before; `code`: machine_replaced, machine_removed, volume_replaced, volume_removed, quota_peak, quota_exceeded, left_over, reported */
  warnings: z.array(
    z.object({ code: z.string(), sentence: z.string(), host: z.string().nullable(), unitId: z.string().nullable() }),
  ),
  /** why it would fail */
  problems: z.array(z.object({ code: z.string(), sentence: z.string() })),
  /** the one of them that stops it for sure, whatever machines answer: it is not deployed then; null where that is open */
  certain: z.object({ code: z.string(), sentence: z.string() }).nullable(),
});
export type Preview = z.infer<typeof PreviewSchema>;
