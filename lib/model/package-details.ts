import { z } from 'zod';
import { PackageViewSchema } from './package-view';
import { ServiceTypeSchema } from './service-type';

/** What the files of a package declare of a class in MuranoPL. */
const ContractedSchema = z.object({
  name: z.string(),
  usage: z
    .string()
    .meta({ description: 'In, Out, InOut, Config … of a property; Standard, VarArgs or KwArgs of an argument' }),
  contract: z.string().nullable().meta({ description: 'as it is written; null: anything goes' }),
  default: z.string().nullable().meta({ description: 'as it is written; null: there is none' }),
  documentation: z.string().nullable(),
});

const MethodSchema = z.object({
  name: z.string(),
  usage: z.enum(['Runtime', 'Static', 'Extension', 'Action']),
  scope: z.enum(['Public', 'Session']),
  arguments: z.array(ContractedSchema),
  documentation: z.string().nullable(),
  line: z.int(),
});

/** A class of a package: what it extends, what it keeps, what it can do. */
const PackageClassSchema = z
  .object({
    name: z.string().meta({ description: 'full name' }),
    usage: z.enum(['Class', 'Meta']),
    documentation: z.string().nullable(),
    file: z.string(),
    line: z.int(),
    parents: z.array(z.string()).meta({ description: 'full names, the nearest first' }),
    properties: z.array(ContractedSchema),
    methods: z.array(MethodSchema),
  })
  .meta({ id: 'PackageClass' });
export type PackageClass = z.infer<typeof PackageClassSchema>;

/** Something in the files of a package that will hardly do what was meant. */
const PackageWarningSchema = z
  .object({
    file: z.string(),
    line: z.int(),
    text: z.string().meta({ description: 'what is written there; empty where nothing is' }),
    sentence: z.string(),
    hint: z.string().nullable().meta({ description: 'what to write instead; null where the sentence says it' }),
    code: z.string(),
  })
  .meta({ id: 'PackageWarning' });
export type PackageWarning = z.infer<typeof PackageWarningSchema>;

const PackageRequirementSchema = z.object({
  name: z.string(),
  wanted: z.string().meta({ description: 'which versions will do: `1.0.0 or newer`' }),
  version: z.string().nullable().meta({ description: 'the version that is taken; null: none that fits is there' }),
  in_catalog: z.boolean().meta({ description: 'false: it comes with the language' }),
});

const PackageChangesSchema = z.object({
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
});

const ListedVersionSchema = z.object({
  id: z.string(),
  version: z.string(),
  created: z.string(),
  newest: z.boolean(),
  changes: PackageChangesSchema.nullable().meta({
    description:
      'paths of files that differ from the version before; null for the first, and for what is no longer kept',
  }),
});

/** Everything that the catalog knows of one version of a package. */
export const PackageDetailsSchema = z
  .object({
    package: PackageViewSchema,
    services: z.array(ServiceTypeSchema).meta({ description: 'the types of services that it makes, in one language' }),
    versions: z.array(ListedVersionSchema).meta({ description: 'the newest first' }),
    requires: z.array(PackageRequirementSchema),
    extends: z
      .string()
      .nullable()
      .meta({ description: 'full name of the package that it extends once an administrator switches it on' }),
    extended_by: z.array(z.string()).meta({ description: 'full names of packages that extend it' }),
    required_by: z.array(z.string()).meta({ description: 'full names of packages whose newest version requires it' }),
    environments: z
      .array(z.object({ id: z.string(), name: z.string(), version: z.string() }))
      .meta({ description: 'environments of this tenant that work with it, by name; at most 100' }),
    hierarchy: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: 'what each class, and each above it, extends, by full name' }),
    classes: z.array(PackageClassSchema).nullable().meta({
      description: 'of packages with classes; null where reading them took more time than it may',
    }),
    warnings: z.array(PackageWarningSchema),
  })
  .meta({ id: 'PackageDetails' });
export type PackageDetails = z.infer<typeof PackageDetailsSchema>;

/** What answers to the form of a package come to, without anything being deployed. */
export const FormTrialSchema = z
  .object({
    problems: z.array(z.object({ path: z.string(), code: z.string(), sentence: z.string() })),
    machines: z.array(z.string()).meta({ description: 'names of the machines that there would be' }),
  })
  .meta({ id: 'FormTrial' });
export type FormTrial = z.infer<typeof FormTrialSchema>;
