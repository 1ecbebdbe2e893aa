import { z } from 'zod';
import { localeOf } from '@/i18n/locales';
import { deleteCatalogPackage } from '@/lib/environments/catalog/delete';
import { showPackageDetails } from '@/lib/environments/catalog/details';
import { downloadPackage } from '@/lib/environments/catalog/download';
import { getCatalogPackage, listCatalogPackages } from '@/lib/environments/catalog/list';
import { tryPackageForm } from '@/lib/environments/catalog/try-form';
import { uploadPackages } from '@/lib/environments/catalog/upload';
import { chooseEnvironmentPackages } from '@/lib/environments/packages/choose';
import { listEnvironmentPackages } from '@/lib/environments/packages/list';
import { errors } from '@/lib/errors';
import { IdSchema } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { FormTrialSchema, PackageDetailsSchema } from '@/lib/model/package-details';
import {
  EnvironmentPackagesSchema,
  ImportedPackagesSchema,
  PackagePageSchema,
  type PackageView,
  PackageViewSchema,
} from '@/lib/model/package-view';
import { uploadBody } from '../bodies/upload-body';
import { endpoint } from '../endpoint';
import { besidePackage, PackageFields, PackagesQuery, PublicQuery } from '../murano-dialect';
import { contextOf } from '../use-case-context';
import {
  DraftHeader,
  EnvironmentParams,
  Flag,
  LanguageHeader,
  pageParameters,
  Search,
  SessionHeader,
} from './parameters';

/** The largest archive of a package, in bytes. */
const MAX_ARCHIVE_BYTES = 32 * 1024 * 1024;

/** A full name: words with dots between them. */
const FullName = z
  .string()
  .max(200)
  .regex(/^\w+(\.\w+)*$/, 'a full name has words with dots between them');

/** A value that is matched whole, not as words of it. */
const ExactText = z.string().max(255).optional();

function addressOf(call: { params: z.infer<typeof EnvironmentParams>; headers: z.infer<typeof SessionHeader> }) {
  return { ...call.params, sessionId: call.headers['x-configuration-session'] };
}

export const listCatalogPackagesEndpoint = endpoint({
  id: 'listCatalogPackages',
  method: 'GET',
  path: '/v1/catalog/packages',
  summary: 'Versions of packages that this tenant may use, the newest of each first, a page at a time',
  tag: 'packages',
  role: 'reader',
  query: z.object({
    ...pageParameters(200),
    search: Search.meta({ description: 'words in title, full name, description, author, tags or categories' }),
    fqn: FullName.optional().meta({ description: 'full name: versions of this package alone' }),
    version: ExactText,
    name: ExactText.meta({ description: 'title' }),
    type: z.enum(['Application', 'Library']).optional(),
    category: ExactText,
    tag: ExactText,
    class_name: ExactText.meta({ description: 'a class that the package defines' }),
    ...PackagesQuery,
  }),
  response: PackagePageSchema,
  errors: [400, 401],
  handle: (call) => {
    const { fqn, name, class_name: className, include_disabled: includeDisabled, ...query } = call.query;
    return listCatalogPackages({
      ctx: contextOf(call),
      input: { ...query, fullName: fqn, title: name, className, includeDisabled },
    });
  },
});

export const getCatalogPackageEndpoint = endpoint({
  id: 'getCatalogPackage',
  method: 'GET',
  path: '/v1/catalog/packages/{packageId}',
  summary: 'Show one version of a package',
  tag: 'packages',
  role: 'reader',
  params: z.object({ packageId: IdSchema }),
  response: PackageViewSchema,
  errors: [401, 404],
  handle: (call) => getCatalogPackage({ ctx: contextOf(call), input: call.params }),
});

export const showPackageDetailsEndpoint = endpoint({
  id: 'showPackageDetails',
  method: 'GET',
  path: '/v1/catalog/packages/{packageId}/details',
  summary: 'Everything about one version of a package: services, classes, requirements, versions, who works with it',
  description:
    'Classes are those of packages in MuranoPL, with contracts as they are written; warnings are those of `npm run package -- check`. Services are in the language of `Accept-Language`, as far as the package speaks it.',
  tag: 'packages',
  role: 'reader',
  params: z.object({ packageId: IdSchema }),
  headers: z.object({ 'accept-language': LanguageHeader }),
  response: PackageDetailsSchema,
  errors: [400, 401, 404],
  handle: (call) => {
    const language = localeOf(undefined, call.headers['accept-language'] ?? null);
    return showPackageDetails({ ctx: contextOf(call), input: { ...call.params, language } });
  },
});

export const tryPackageFormEndpoint = endpoint({
  id: 'tryPackageForm',
  method: 'POST',
  path: '/v1/catalog/packages/{packageId}/form',
  summary: 'What answers to the form of a package come to: problems at their fields, and machines; nothing is stored',
  tag: 'packages',
  role: 'member',
  expensive: true,
  params: z.object({ packageId: IdSchema }),
  body: z.object({ service: z.record(z.string(), z.json()).meta({ description: 'as it would be added to a draft' }) }),
  response: FormTrialSchema,
  errors: [400, 401, 403, 404],
  handle: (call) =>
    tryPackageForm({ ctx: contextOf(call), input: { ...call.params, service: call.body.service as JsonObject } }),
});

export const downloadPackageEndpoint = endpoint({
  id: 'downloadPackage',
  method: 'GET',
  path: '/v1/catalog/packages/{packageId}/download',
  summary: 'One version of a package as a zip archive, which can be imported again',
  tag: 'packages',
  role: 'reader',
  params: z.object({ packageId: IdSchema }),
  response: null,
  produces: ['application/zip'],
  errors: [401, 404],
  handle: async (call) => {
    const { archive, fileName } = await downloadPackage({ ctx: contextOf(call), input: call.params });
    return new Response(archive, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      },
    });
  },
});

export const deletePackageEndpoint = endpoint({
  id: 'deletePackage',
  method: 'DELETE',
  path: '/v1/catalog/packages/{packageId}',
  summary: 'Take an uploaded version of a package out of the catalog',
  description:
    'A version that an environment works with or can go back to stays, and so does what another package needs: the answer says which. One that is everybody’s needs who administers the installation.',
  tag: 'packages',
  // who may is for the use case to say: it depends on whose the package is
  role: 'reader',
  params: z.object({ packageId: IdSchema }),
  query: z.object({
    together: Flag.meta({ description: 'with the packages that require it and that it requires: all or none' }),
  }),
  response: null,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => deleteCatalogPackage({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const importPackageEndpoint = endpoint({
  id: 'importPackage',
  method: 'POST',
  path: '/v1/catalog/packages',
  summary: 'Take a package into the catalog: a zip archive of its folder, or of several packages, each in a folder',
  description:
    'Several are taken together or not at all, and may require each other; `others` of the answer has those after the first. For this tenant alone, which its admins may, or with is_public for everybody, which needs who administers the installation. What is there already is refused: other content needs another Version in manifest.yaml. What is wrong with a package is told with file and line.',
  tag: 'packages',
  // that a package for everybody needs more, the use case says once the fields are read
  role: 'admin',
  expensive: true,
  query: z.object(PublicQuery),
  body: uploadBody({
    types: ['application/zip', 'application/octet-stream'],
    maxBytes: MAX_ARCHIVE_BYTES,
    fields: PackageFields,
  }),
  response: ImportedPackagesSchema,
  errors: [400, 401, 403, 409, 413, 415, 429],
  handle: async (call) => {
    const { files, fields } = call.body;
    const [file] = files;
    if (!file) throw errors.invalidInput('Send the zip archive of a package.', [], { code: 'file_missing' });
    const { isPublic, beside } = besidePackage(fields);
    const [first, ...others] = await uploadPackages({
      ctx: contextOf(call),
      input: { archive: file.path, isPublic: call.query.is_public || isPublic, beside },
    });
    return { ...(first as PackageView), ...(others.length > 0 ? { others } : {}) };
  },
});

export const listEnvironmentPackagesEndpoint = endpoint({
  id: 'listEnvironmentPackages',
  method: 'GET',
  path: '/v1/environments/{environmentId}/packages',
  summary: 'The packages that an environment works with, in which versions, and which others there are',
  tag: 'packages',
  role: 'reader',
  params: EnvironmentParams,
  headers: SessionHeader,
  response: EnvironmentPackagesSchema,
  errors: [401, 403, 404],
  handle: (call) => listEnvironmentPackages({ ctx: contextOf(call), input: addressOf(call) }),
});

export const chooseEnvironmentPackagesEndpoint = endpoint({
  id: 'chooseEnvironmentPackages',
  method: 'PUT',
  path: '/v1/environments/{environmentId}/packages',
  summary: 'In a draft: let an environment work with other versions of packages, or with what extends them',
  tag: 'packages',
  role: 'member',
  expensive: true,
  params: EnvironmentParams,
  headers: DraftHeader,
  body: z.object({
    packages: z.record(FullName, z.string().min(1).max(64).nullable()).meta({
      description: 'by full name: a version, or the digest of a content; null: no longer, of what extends one',
    }),
  }),
  response: EnvironmentPackagesSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) =>
    chooseEnvironmentPackages({
      ctx: contextOf(call),
      input: { ...addressOf(call), packages: call.body.packages },
    }),
});
