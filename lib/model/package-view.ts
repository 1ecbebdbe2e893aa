import { z } from 'zod';
import { NextMarkerSchema } from './next-marker';

/** One version of a package in the catalog; the names are Murano's where it had them. */
export const PackageViewSchema = z
  .object({
    id: z.string(),
    fully_qualified_name: z.string(),
    name: z.string().meta({ description: 'its title' }),
    version: z.string(),
    digest: z.string().meta({ description: 'SHA-256 of its files: the content that an environment is locked to' }),
    type: z.enum(['Application', 'Library']),
    format: z.string(),
    description: z.string(),
    author: z.string(),
    categories: z.array(z.string()),
    tags: z.array(z.string()),
    class_definitions: z.array(z.string()),
    service_types: z.array(z.string()).meta({ description: 'the types that services of it may have' }),
    is_public: z.boolean().meta({ description: 'everybody may use it' }),
    owner_id: z.string().nullable().meta({ description: 'the tenant that alone may use it' }),
    shipped: z.boolean().meta({ description: 'it came with the product' }),
    newest: z.boolean().meta({ description: 'new services take this version' }),
    enabled: z.boolean().meta({ description: 'it is offered to this tenant' }),
    size: z.int().meta({ description: 'bytes of all its files' }),
    created: z.string(),
    updated: z.string(),
  })
  .meta({ id: 'Package' });
export type PackageView = z.infer<typeof PackageViewSchema>;

/** What an archive brought: its package, or the first of several. */
export const ImportedPackagesSchema = PackageViewSchema.extend({
  others: z
    .array(PackageViewSchema)
    .optional()
    .meta({ description: 'of an archive of several: those after the first' }),
});

/** A page of the versions of packages in the catalog. */
export const PackagePageSchema = z.object({ packages: z.array(PackageViewSchema), next_marker: NextMarkerSchema });
export type PackagePage = z.infer<typeof PackagePageSchema>;

/** A category of packages, as Murano tells it. */
export const CategoryViewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    created: z.string(),
    updated: z.string(),
    package_count: z.int().meta({ description: 'versions of packages that are in it' }),
    packages: z.array(z.string()).meta({ description: 'their titles' }),
  })
  .meta({ id: 'Category' });
export type CategoryView = z.infer<typeof CategoryViewSchema>;

/** A page of the categories. */
export const CategoryPageSchema = z.object({ categories: z.array(CategoryViewSchema), next_marker: NextMarkerSchema });
export type CategoryPage = z.infer<typeof CategoryPageSchema>;

const PackageVersionSchema = z.object({
  version: z.string(),
  digest: z.string(),
  created: z.string(),
});

/** A package that extends one of an environment's: it works there, or may be taken up. */
const EnvironmentExtensionSchema = z
  .object({
    fully_qualified_name: z.string(),
    name: z.string().meta({ description: 'its title' }),
    description: z.string(),
    extends: z.string().meta({ description: 'full name of the package that it extends' }),
    version: z.string().meta({ description: 'that the draft works with, else the newest' }),
    taken_up: z.boolean().meta({ description: 'the draft, or what is deployed, works with it' }),
    deployed: z.boolean().meta({ description: 'what is deployed works with it' }),
    enabled: z.boolean().meta({ description: 'an administrator has switched it on for this tenant' }),
  })
  .meta({ id: 'EnvironmentExtension' });
export type EnvironmentExtension = z.infer<typeof EnvironmentExtensionSchema>;

/** A package that an environment works with. */
export const EnvironmentPackageSchema = z
  .object({
    fully_qualified_name: z.string(),
    name: z.string().meta({ description: 'its title' }),
    version: z.string(),
    digest: z.string(),
    type: z.enum(['Application', 'Library']),
    newest: z.boolean().meta({ description: 'a new environment would take this version' }),
    deployed_version: z
      .string()
      .nullable()
      .meta({ description: 'the version that is deployed; null when it is not deployed yet' }),
    services: z.array(z.string()).meta({ description: 'names of the services that need it' }),
    versions: z.array(PackageVersionSchema).meta({ description: 'those to choose from, the newest first' }),
  })
  .meta({ id: 'EnvironmentPackage' });
export type EnvironmentPackage = z.infer<typeof EnvironmentPackageSchema>;

/** Everything that an environment works with, and the extensions that it may take up. */
export const EnvironmentPackagesSchema = z.object({
  packages: z.array(EnvironmentPackageSchema),
  extensions: z.array(EnvironmentExtensionSchema),
});
