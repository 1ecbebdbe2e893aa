import { createHash } from 'node:crypto';
import {
  deleteCategoryRow,
  insertCategory,
  listCategoryPlaces,
  listCategoryRows,
  storeCategoryPlaces,
} from '@/lib/db/package-categories';
import { type PageQuery, pageAmong } from '@/lib/db/paging';
import { errors } from '@/lib/errors';
import { nextMarker } from '@/lib/model/next-marker';
import type { CategoryPage, CategoryView, PackageView } from '@/lib/model/package-view';
import { auditOf, type Context, requireRole, requireSystemAdmin, type UseCaseCall } from '../context';
import { allPackageViews } from './list';

/** The longest name of a category, in characters. */
export const CATEGORY_CHARACTERS = 80;
/** So many categories have places of their own; a page has as many. */
export const MAX_ORDERED = 200;
/** How many digits an id has. */
const ID_DIGITS = 32;

/** The id of a category: the same for the same name, whoever made it. */
function categoryId(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, ID_DIGITS);
}

/** A category with the packages that are in it. */
interface Category {
  view: CategoryView;
  /** whose it is, where somebody made it: a tenant, or empty for everybody; null: packages alone have it */
  madeFor: string | null;
}

async function categoriesOf(ctx: Context): Promise<Category[]> {
  const [rows, places, packages] = await Promise.all([
    listCategoryRows(ctx.db, ctx.actor.tenantId),
    listCategoryPlaces(ctx.db),
    allPackageViews(ctx),
  ]);
  const names = new Set([...rows.map(({ name }) => name), ...packages.flatMap(({ categories }) => categories)]);
  const known = places.filter((name) => names.has(name));
  const others = [...names].filter((name) => !places.includes(name)).sort();
  return [...known, ...others].map((name): Category => {
    const row = rows.find((one) => one.name === name);
    const inIt = packages.filter(({ categories }) => categories.includes(name));
    const created = row?.createdAt.toISOString() ?? oldestOf(inIt);
    const titles = [...new Set(inIt.map((one) => one.name))].sort();
    const id = categoryId(name);
    return {
      view: { id, name, created, updated: created, package_count: inIt.length, packages: titles },
      madeFor: row?.tenantId ?? null,
    };
  });
}

function oldestOf(packages: readonly PackageView[]): string {
  return packages.map(({ created }) => created).sort()[0] ?? new Date(0).toISOString();
}

/** What categories are ordered by; an earlier key counts more. */
interface CategoryQuery extends PageQuery {
  order: readonly ('name' | 'created' | 'updated' | 'package_count' | 'id')[];
  descending: boolean;
}

/**
 * The categories that the actor's tenant sees, a page at a time: those that somebody made, and those that packages are in.
 *
 * @param input `order`: empty for the order that administrators set, and then by name
 *
 * @throws forbidden `role_too_low`; invalid_input for a marker of none of them
 */
export async function listCategories({ ctx, input }: UseCaseCall<CategoryQuery>): Promise<CategoryPage> {
  requireRole(ctx, 'reader');
  const views = (await categoriesOf(ctx)).map(({ view }) => view);
  const all = views.sort((one, other) => {
    const key = input.order.find((name) => one[name] !== other[name]);
    const way = key === undefined ? 0 : one[key] < other[key] ? -1 : 1;
    return input.descending ? -way : way;
  });
  const page = pageAmong(all, ({ id }) => id, input);
  return { categories: page.rows, ...nextMarker(page) };
}

/**
 * One category.
 *
 * @throws forbidden `role_too_low`; not_found `category_not_found`
 */
export async function getCategory({ ctx, input }: UseCaseCall<{ categoryId: string }>): Promise<CategoryView> {
  requireRole(ctx, 'reader');
  return (await findCategory(ctx, input.categoryId)).view;
}

/**
 * Makes a category: for everybody by who administers the installation, else for the actor's tenant.
 *
 * @throws forbidden `role_too_low`; conflict `category_taken`; invalid_input with field `name`
 */
export async function createCategory({ ctx, input }: UseCaseCall<{ name: string }>): Promise<CategoryView> {
  if (!ctx.actor.systemAdmin) requireRole(ctx, 'admin');
  const name = input.name.trim();
  if (name === '') {
    const sentence = 'Give the category a name.';
    throw errors.invalidInput(sentence, [{ path: 'name', code: 'required', sentence }]);
  }
  const id = categoryId(name);
  const taken = (await categoriesOf(ctx)).some(({ view }) => view.id === id);
  const row = { id, name, tenantId: ctx.actor.systemAdmin ? '' : ctx.actor.tenantId };
  if (
    taken ||
    !(await insertCategory(ctx.db, row, auditOf(ctx, 'package.create_category', 'category', id, { name })))
  ) {
    throw errors.conflict('category_taken', `There is already a category "${name}".`, {
      fields: [{ path: 'name', code: 'taken', sentence: 'This name is taken.' }],
    });
  }
  return (await findCategory(ctx, id)).view;
}

/**
 * Deletes a category that no package is in.
 *
 * @throws forbidden `role_too_low`, `not_a_system_admin` for one that is everybody's, `category_in_use` with the packages
 *   that are in it, as Murano answers; not_found `category_not_found`
 */
export async function deleteCategory({ ctx, input }: UseCaseCall<{ categoryId: string }>): Promise<void> {
  if (!ctx.actor.systemAdmin) requireRole(ctx, 'admin');
  const { view, madeFor } = await findCategory(ctx, input.categoryId);
  const { id, name, packages } = view;
  if (packages.length > 0) {
    throw errors.forbidden('category_in_use', `The category "${name}" has packages: ${packages.join(', ')}.`);
  }
  if (madeFor === '' && !ctx.actor.systemAdmin) {
    throw errors.forbidden(
      'not_a_system_admin',
      `The category "${name}" is everybody's. Only who administers the installation may delete it.`,
    );
  }
  const audit = auditOf(ctx, 'package.delete_category', 'category', id, { name });
  if (!(await deleteCategoryRow(ctx.db, { id, tenantId: madeFor ?? '' }, audit))) throw categoryNotFound();
}

/**
 * Says in which order the catalog shows its categories, to everybody; those that are not named come after, by name.
 *
 * @returns the first page of them, as they stand now
 * @throws forbidden `not_a_system_admin`; invalid_input `category_not_found` with the first one that is not there,
 *   `repeated` for one that is named twice
 */
export async function orderCategories({ ctx, input }: UseCaseCall<{ categories: string[] }>): Promise<CategoryPage> {
  requireSystemAdmin(ctx.actor);
  const { categories: names } = input;
  await requireCategories(ctx, names);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    const sentence = `The category "${repeated}" is named twice.`;
    throw errors.invalidInput(sentence, [{ path: 'categories', code: 'repeated', sentence }]);
  }
  await storeCategoryPlaces(
    ctx.db,
    names,
    auditOf(ctx, 'package.order_categories', 'category', '', { names: names.join(', ') }),
  );
  return listCategories({ ctx, input: { limit: MAX_ORDERED, order: [], descending: false } });
}

/**
 * Refuses names of categories that are not there, as Murano does with packages that name them.
 *
 * @throws invalid_input `category_not_found`
 */
export async function requireCategories(ctx: Context, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const known = new Set((await categoriesOf(ctx)).map(({ view }) => view.name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const sentence = `There is no category "${unknown.join('", "')}". Make it first.`;
  throw errors.invalidInput(sentence, [{ path: 'categories', code: 'category_not_found', sentence }]);
}

async function findCategory(ctx: Context, id: string): Promise<Category> {
  const found = (await categoriesOf(ctx)).find(({ view }) => view.id === id);
  if (!found) throw categoryNotFound();
  return found;
}

function categoryNotFound() {
  return errors.notFound('category_not_found', 'There is no such category. It may have been deleted.');
}
