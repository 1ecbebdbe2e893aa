import type { CatalogPackage } from '@/lib/catalog/catalog-package';
import type { ServiceType } from '@/lib/model/service-type';

/** The classes of an application as types of services: objects of them may stand among the services. */
export function classTypes(pack: CatalogPackage): ServiceType[] {
  return pack.type === 'Application' ? pack.classes.map((name, index) => classType(pack, name, index === 0)) : [];
}

function classType(pack: CatalogPackage, name: string, isMain: boolean): ServiceType {
  return {
    type: name,
    package: pack.name,
    version: pack.version,
    title: isMain ? pack.title : (name.split('.').at(-1) ?? name),
    summary: pack.description.split(/(?<=\.)\s/)[0] ?? '',
    description: pack.description,
    isClass: true,
    categories: [...pack.categories],
    tags: [...pack.tags],
    properties: [],
    unitProperties: [],
    units: { min: 0, max: MOST_MACHINES, default: 0, noun: 'machine' },
    unitTemplates: [{}],
    exactlyOne: null,
    providesDomain: null,
    joinsDomain: null,
    offers: [],
    roles: [],
    form: [],
    shared: [],
    facts: [],
  };
}

/** A class makes as many machines as it wants; only the quota bounds them. */
const MOST_MACHINES = 1000;
