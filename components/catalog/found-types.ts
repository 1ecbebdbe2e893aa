import type { ServiceType } from '@/lib/model/service-type';

/** What is looked for in the catalog; empty where it does not matter. */
interface CatalogFilters {
  words: string;
  category: string;
  tag: string;
}

/** The types that filters leave: all words stand in its texts, and it has category and tag. */
export function foundTypes(types: readonly ServiceType[], { words, category, tag }: CatalogFilters): ServiceType[] {
  const searched = words.toLowerCase().split(/\s+/).filter(Boolean);
  return types.filter((type) => {
    const texts = [type.title, type.summary, type.description, type.package, ...type.tags, ...type.categories];
    const all = texts.join(' ').toLowerCase();
    return (
      searched.every((word) => all.includes(word)) &&
      (category === '' || type.categories.includes(category)) &&
      (tag === '' || type.tags.includes(tag))
    );
  });
}

/** The categories that types are in: in the order that administrators set, then by name. */
export function categoriesOf(types: readonly ServiceType[], order: readonly string[]): string[] {
  const there = new Set(types.flatMap(({ categories }) => categories));
  const others = [...there].filter((name) => !order.includes(name)).sort((a, b) => a.localeCompare(b));
  return [...order.filter((name) => there.has(name)), ...others];
}

/** Types category by category, each in the first of its own; those without one come last, under null. */
export function typesByCategory(
  types: readonly ServiceType[],
  categories: readonly string[],
): { category: string | null; types: ServiceType[] }[] {
  const firstOf = (type: ServiceType) => categories.find((name) => type.categories.includes(name)) ?? null;
  return [...categories, null]
    .map((category) => ({ category, types: types.filter((type) => firstOf(type) === category) }))
    .filter((group) => group.types.length > 0);
}
