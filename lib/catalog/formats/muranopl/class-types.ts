import type { CatalogPackage } from '@/lib/catalog/catalog-package';
import type { ApplicationForms } from '@/lib/conductor/muranopl/world';
import type { ServiceType } from '@/lib/model/service-type';

/** What service types take from their package. */
export type TypedClasses = Pick<
  CatalogPackage,
  'name' | 'version' | 'type' | 'title' | 'description' | 'categories' | 'tags' | 'classes'
>;

/**
 * The classes of an application as types of services. The application itself has a form, as soon as the packages that it
 * needs are known with it; others are its parts.
 */
export function classTypes(pack: TypedClasses, forms?: ApplicationForms): ServiceType[] {
  if (pack.type !== 'Application') return [];
  return pack.classes.map((name, index) => classType(pack, name, index === 0, forms));
}

function classType(pack: TypedClasses, name: string, isMain: boolean, forms?: ApplicationForms): ServiceType {
  const form = isMain ? forms?.formOf(name, pack.version) : null;
  return {
    type: name,
    package: pack.name,
    version: pack.version,
    title: isMain ? pack.title : (name.split('.').at(-1) ?? name),
    summary: pack.description.split(/(?<=\.)\s/)[0] ?? '',
    description: pack.description,
    className: name,
    categories: [...pack.categories],
    tags: [...pack.tags],
    properties: [...(form?.properties ?? [])],
    unitProperties: [...(form?.unitProperties ?? [])],
    units: form?.units ?? { min: 0, max: MAX_MACHINES, default: 0, noun: 'machine', managed: true },
    unitTemplates: [...(form?.unitTemplates ?? [{}])],
    exactlyOne: null,
    offers: (forms?.usableAs(name) ?? []).map((capability) => ({ capability, name: 'name', includesMachines: false })),
    roles: [],
    form: [...(form?.steps ?? [])],
    shared: [],
    facts: [...(form?.facts ?? [])],
  };
}

/** A class makes as many machines as it wants; only the quota bounds them. */
const MAX_MACHINES = 1000;
