'use client';
import { useState } from 'react';
import { useOffer } from '@/lib/client/catalog';
import type { JsonObject } from '@/lib/model/json';
import { accountsOf } from '@/lib/model/property-facts';
import { checkProperty } from '@/lib/model/property-rules';
import { newUnit } from '@/lib/model/service-defaults';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import { problemAt } from './problems';
import { PropertyField } from './property-field';

/**
 * What further machines of a service need to know.
 *
 * @param unitCount how many there are to be
 * @param region of the environment; undefined: the usual one
 */
export function useNewUnit(service: ServiceView, type: ServiceType, unitCount: number, region: string | undefined) {
  const [unit, setUnit] = useState<JsonObject>(() => newUnit(type, service.units.length));
  const offer = useOffer(true, region);
  const accounts = accountsOf(service, type.properties);
  const context = { offer: offer.data, offers: [], secrets: [], accounts, unitCount };
  const properties = type.unitProperties.filter(({ hidden }) => !hidden);
  const problems = properties.flatMap((property) =>
    checkProperty(unit[property.name], property, property.name, { ...context, owner: unit }),
  );
  return { unit, setUnit, context, properties, problems };
}

/** The fields of further machines. `showsProblem`: whether the problem of a property is shown, by its value. */
export function NewUnitFields({
  newUnit: { unit, setUnit, context, properties, problems },
  showsProblem,
}: {
  newUnit: ReturnType<typeof useNewUnit>;
  showsProblem: (value: unknown) => boolean;
}) {
  return properties.map((property) => (
    <PropertyField
      key={property.name}
      property={property}
      value={unit[property.name]}
      onChange={(value) => setUnit((before) => ({ ...before, [property.name]: value }))}
      error={showsProblem(unit[property.name]) ? problemAt(problems, property.name) : null}
      context={context}
    />
  ));
}
