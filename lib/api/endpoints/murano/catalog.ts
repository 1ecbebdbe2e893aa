import { z } from 'zod';
import type { PackageFile } from '@/lib/catalog/package-file';
import {
  CATEGORY_CHARACTERS,
  createCategory,
  deleteCategory,
  getCategory,
  listCategories,
  MAX_ORDERED,
  orderCategories,
} from '@/lib/environments/catalog/categories';
import { changeCatalogPackage } from '@/lib/environments/catalog/change';
import { showPackageFile } from '@/lib/environments/catalog/files';
import { IdSchema } from '@/lib/model/environment';
import { CategoryPageSchema, CategoryViewSchema, PackageViewSchema } from '@/lib/model/package-view';
import { jsonBody } from '../../bodies/json-body';
import { endpoint } from '../../endpoint';
import { CategoryOrder } from '../../murano-dialect';
import { contextOf } from '../../use-case-context';
import { pageParameters } from '../parameters';
import { PackagePatchSchema, patchedPackage } from './package-patch';

const tag = 'packages';
const PackageParams = z.object({ packageId: IdSchema });
const CategoryParams = z.object({ categoryId: IdSchema });

export const changePackageEndpoint = endpoint({
  id: 'changePackage',
  method: 'PATCH',
  path: '/v1/catalog/packages/{packageId}',
  summary: 'Change what the catalog tells of a package, whether it is offered, and who may use it',
  description:
    'A JSON Patch, as Murano takes it: `/name`, `/description`, `/enabled` and `/is_public` are replaced; `/tags` and `/categories` are replaced, added to and removed from. Its files stay as they are; `enabled` counts for all its versions.',
  tag,
  // that a package of everybody needs more, the use case says once it is found
  role: 'admin',
  params: PackageParams,
  body: jsonBody(PackagePatchSchema, ['application/murano-packages-json-patch']),
  response: PackageViewSchema,
  errors: [400, 401, 403, 404, 409, 415],
  handle: (call) =>
    changeCatalogPackage({
      ctx: contextOf(call),
      input: { ...call.params, change: (now) => patchedPackage(now, call.body) },
    }),
});

/** The endpoint of a file that the catalog shows of a package. */
function fileEndpoint<const File extends PackageFile>(id: string, file: File, summary: string) {
  return endpoint({
    id,
    method: 'GET',
    path: `/v1/catalog/packages/{packageId}/${file}` as const,
    summary,
    tag,
    role: 'reader',
    params: PackageParams,
    response: null,
    produces: file === 'ui' ? ['text/plain'] : ['application/octet-stream', 'image/svg+xml'],
    errors: [401, 404],
    handle: async (call) => {
      const { body, contentType } = await showPackageFile({ ctx: contextOf(call), input: { ...call.params, file } });
      return new Response(body, { headers: { 'content-type': contentType } });
    },
  });
}

export const showPackageFormEndpoint = fileEndpoint(
  'showPackageForm',
  'ui',
  'The form of a package, as its file says it',
);
export const showPackageLogoEndpoint = fileEndpoint(
  'showPackageLogo',
  'logo',
  'The picture of a package, or the one that is drawn for it',
);
export const showSupplierLogoEndpoint = fileEndpoint(
  'showSupplierLogo',
  'supplier_logo',
  "The picture of a package's supplier; empty without one",
);

export const listCategoriesEndpoint = endpoint({
  id: 'listCategories',
  method: 'GET',
  path: '/v1/catalog/categories',
  summary:
    'The categories of packages, in the order that was set and then by name: those that somebody made, and those that packages are in',
  tag,
  role: 'reader',
  // Murano refuses what it does not know here, and nowhere else
  query: z.strictObject({ ...pageParameters(200), ...CategoryOrder }),
  response: CategoryPageSchema,
  errors: [400, 401],
  handle: (call) => {
    const { sort_keys: order = [], sort_dir: direction, ...page } = call.query;
    return listCategories({ ctx: contextOf(call), input: { ...page, order, descending: direction === 'desc' } });
  },
});

export const createCategoryEndpoint = endpoint({
  id: 'createCategory',
  method: 'POST',
  path: '/v1/catalog/categories',
  summary: 'Make a category: for everybody by who administers the installation, else for my tenant',
  tag,
  role: 'admin',
  body: z.object({ name: z.string().max(CATEGORY_CHARACTERS) }),
  response: CategoryViewSchema,
  errors: [400, 401, 403, 409],
  handle: (call) => createCategory({ ctx: contextOf(call), input: call.body }),
});

export const orderCategoriesEndpoint = endpoint({
  id: 'orderCategories',
  method: 'PUT',
  path: '/v1/catalog/categories',
  summary: 'Say in which order the catalog shows its categories; those that are not named come after, by name',
  tag,
  role: 'system',
  body: z.object({ categories: z.array(z.string().max(CATEGORY_CHARACTERS)).max(MAX_ORDERED) }),
  response: CategoryPageSchema,
  errors: [400, 401, 403],
  handle: (call) => orderCategories({ ctx: contextOf(call), input: call.body }),
});

export const getCategoryEndpoint = endpoint({
  id: 'getCategory',
  method: 'GET',
  path: '/v1/catalog/categories/{categoryId}',
  summary: 'One category',
  tag,
  role: 'reader',
  params: CategoryParams,
  response: CategoryViewSchema,
  errors: [401, 404],
  handle: (call) => getCategory({ ctx: contextOf(call), input: call.params }),
});

export const deleteCategoryEndpoint = endpoint({
  id: 'deleteCategory',
  method: 'DELETE',
  path: '/v1/catalog/categories/{categoryId}',
  summary: 'Delete a category that no package is in',
  tag,
  role: 'reader',
  params: CategoryParams,
  response: null,
  errors: [401, 403, 404],
  handle: (call) => deleteCategory({ ctx: contextOf(call), input: call.params }),
});
