import { isBuilt, isBuiltUnit } from '@/lib/model/change-rules';
import type { JsonObject } from '@/lib/model/json';
import { applies } from '@/lib/model/property-facts';
import { isOffered } from '@/lib/model/public-addresses';
import type { Offer, Property, ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';

/** One control of the edit form. */
export interface EditField {
  property: Property;
  /** where its value lives: `domain`, `units.0.recoveryPassword` */
  path: string;
  /** further paths that take the same answer */
  alsoAt: string[];
  /** whose it is, when it is not the whole service's */
  of: string | null;
  /** it cannot change any more: the service is deployed */
  fixed: boolean;
  /** changing it on deployed machines sets them up again from nothing */
  rebuilds: boolean;
}

/** The controls to edit a service with, in the order its type lists the properties; `values` decide what applies. */
export function editFields(
  type: ServiceType,
  service: ServiceView,
  values: JsonObject,
  offer?: Pick<Offer, 'quota'>,
): EditField[] {
  const built = isBuilt(service);
  const own = type.properties
    .filter((property) => !property.hidden && applies(property, values) && isOffered(property, values, offer))
    .map((property) => ({
      property,
      path: property.name,
      alsoAt: [],
      of: null,
      fixed: built && property.change === 'refuse',
      rebuilds: built && property.change === 'replace',
    }));
  return [
    ...own,
    ...type.unitProperties.filter(({ hidden }) => !hidden).flatMap((property) => unitFields(property, service)),
  ];
}

/** A unit property's controls: one for all units where it is asked once, else one per unit; none where it is fixed. */
function unitFields(property: Property, service: ServiceView): EditField[] {
  const open = service.units.flatMap((unit, index) => {
    const built = isBuiltUnit(unit);
    return built && property.change === 'refuse' ? [] : [{ index, unit, built }];
  });
  const pathOf = (index: number) => `units.${index}.${property.name}`;
  const field = ({ index, unit, built }: (typeof open)[number]): EditField => ({
    property,
    path: pathOf(index),
    alsoAt: [],
    of: unit.name,
    fixed: false,
    rebuilds: built && property.change === 'replace',
  });
  const [first, ...rest] = open;
  if (!property.askOnce || !first) return open.map(field);
  return [{ ...field(first), of: null, alsoAt: rest.map(({ index }) => pathOf(index)) }];
}

/** What to send: the service's changed properties, and all units by id when one of theirs changed. */
export function editBody(type: ServiceType, service: ServiceView, values: JsonObject): JsonObject {
  const differs = (before: unknown, after: unknown) => JSON.stringify(before ?? null) !== JSON.stringify(after ?? null);
  const body: JsonObject = {};
  for (const { name } of type.properties) {
    if (differs(service[name], values[name])) body[name] = values[name] ?? null;
  }
  const units = Array.isArray(values.units) ? values.units : [];
  const changed = service.units.some((unit, index) =>
    type.unitProperties.some(({ name }) => differs(unit[name], (units[index] as JsonObject | undefined)?.[name])),
  );
  if (changed) {
    body.units = service.units.map((unit, index) => {
      const given = (units[index] ?? {}) as JsonObject;
      const own = type.unitProperties.flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]]));
      return { id: unit.id, ...Object.fromEntries(own) };
    });
  }
  return body;
}
