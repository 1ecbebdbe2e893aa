import { z } from 'zod';
import { byId } from './by-id';
import { differs } from './change-rules';
import type { EnvironmentModel, Service, Unit } from './environment';
import { isObject, type Json } from './json';
import { JsonSchema } from './json-schema';
import { typeOf } from './network-facts';
import { applies, isSecret, isUnset } from './property-facts';
import { MASK } from './secret';
import type { Property, ServiceType } from './service-type';
import { unitTitle } from './unit-title';

/** One property on both sides of a comparison; a secret is the mask where it is set. */
export const ComparedValueSchema = z
  .object({
    property: z.string(),
    label: z.string(),
    secret: z.boolean(),
    before: JsonSchema,
    after: JsonSchema,
    differs: z.boolean(),
  })
  .meta({ id: 'ComparedValue' });
export type ComparedValue = z.infer<typeof ComparedValueSchema>;

const ComparedPartSchema = z.object({
  id: z.string(),
  title: z.string(),
  change: z.enum(['added', 'removed', 'changed']).nullable(),
  values: z.array(ComparedValueSchema),
});

export const ComparedServiceSchema = ComparedPartSchema.extend({
  type: z.string(),
  units: z.array(ComparedPartSchema.meta({ id: 'ComparedUnit' })),
}).meta({ id: 'ComparedService' });
export type ComparedService = z.infer<typeof ComparedServiceSchema>;
export type ComparedUnit = ComparedService['units'][number];

/**
 * Two documents of one environment side by side: every service and unit that either has, paired by id, those of
 * `before` first, with every property that is set on one side. What Vetro itself writes (`state`, addresses) is no
 * property. Secrets are compared by fingerprint; their values are masks.
 */
export function compareModels(
  before: EnvironmentModel,
  after: EnvironmentModel,
  types: readonly ServiceType[],
): ComparedService[] {
  return paired(before.services, after.services).map(([old, now]) => {
    const service = (now ?? old) as Service;
    const type = typeOf(service, types) ?? null;
    const values = valuesOf(old, now, type?.properties ?? []);
    const units = paired(old?.units ?? [], now?.units ?? []).map(([oldUnit, nowUnit]) =>
      comparedUnit(oldUnit, nowUnit, { old, now }, type),
    );
    return {
      id: service.id,
      type: service.type,
      title: service.name,
      change: changeOf(old, now, [...values, ...units]),
      values,
      units,
    };
  });
}

function comparedUnit(
  old: Unit | undefined,
  now: Unit | undefined,
  services: { old: Service | undefined; now: Service | undefined },
  type: ServiceType | null,
): ComparedUnit {
  const unit = (now ?? old) as Unit;
  // a machine keeps the name it had: a document that has not been deployed yet does not know it
  const title = unitTitle(type, ((now && services.now) ?? services.old) as Service, {
    ...unit,
    state: now?.state ?? old?.state,
  });
  const values = valuesOf(old, now, type?.unitProperties ?? []);
  return { id: unit.id, title, change: changeOf(old, now, values), values };
}

function changeOf(
  old: object | undefined,
  now: object | undefined,
  parts: readonly (Pick<ComparedValue, 'differs'> | Pick<ComparedUnit, 'change'>)[],
): ComparedUnit['change'] {
  if (!old) return 'added';
  if (!now) return 'removed';
  return parts.some((part) => ('differs' in part ? part.differs : part.change !== null)) ? 'changed' : null;
}

type Owner = Record<string, unknown>;

function valuesOf(old: Owner | undefined, now: Owner | undefined, properties: readonly Property[]): ComparedValue[] {
  return properties.flatMap((property) => {
    const [before, after] = [at(old, property), at(now, property)];
    if (isUnset(before) && isUnset(after)) return [];
    const different = differs(property, before, after);
    if (property.hidden && !different) return [];
    return [
      {
        property: property.name,
        label: property.label,
        secret: isSecret(property),
        before: shown(property, before),
        after: shown(property, after),
        differs: different,
      },
    ];
  });
}

/** A property's value where it counts; what a condition switches off is not told. */
function at(owner: Owner | undefined, property: Property): unknown {
  return owner && applies(property, owner) ? owner[property.name] : undefined;
}

function shown(property: Property, value: unknown): Json {
  if (isUnset(value)) return null;
  if (isSecret(property)) return MASK;
  return (property.kind === 'image' && isObject(value) ? (value.title ?? value.name ?? null) : value) as Json;
}

function paired<T extends { id: string }>(before: readonly T[], after: readonly T[]): [T | undefined, T | undefined][] {
  const known = new Set(before.map(({ id }) => id));
  const now = byId(after);
  return [
    ...before.map((old): [T, T | undefined] => [old, now.get(old.id)]),
    ...after.filter(({ id }) => !known.has(id)).map((now): [undefined, T] => [undefined, now]),
  ];
}
