import { argumentsFrom, enteredFor, type FieldInput } from '@/components/shell/workflows/entered-arguments';
import type { ActionArgument } from '@/lib/model/action-arguments';
import type { Json, JsonObject } from '@/lib/model/json';
import type { ConfiguredProperty, PackageConfigurationView } from '@/lib/model/package-configuration';

export type ConfigurableClass = PackageConfigurationView['classes'][number];

/** What stands in the fields of each class, by its full name. */
export type EnteredConfiguration = Record<string, Record<string, FieldInput>>;

/** Whose values are looked at: those of all tenants, or of one. */
export type ConfigurationScope = 'installation' | 'tenant';

/** What a property has where this scope sets nothing, and where that comes from; undefined where nothing gives it a value. */
export function inheritedBy(
  { file, installation, default: standard }: ConfiguredProperty,
  scope: ConfigurationScope,
): { from: 'installation' | 'file' | 'default'; value: Json } | undefined {
  if (scope === 'tenant' && installation !== undefined) return { from: 'installation', value: installation };
  if (file !== undefined) return { from: 'file', value: file };
  return standard === null ? undefined : { from: 'default', value: standard };
}

/** What the fields of a scope begin with: what it sets itself. A box is ticked as it would be without that, too. */
export function enteredConfiguration(
  classes: readonly ConfigurableClass[],
  scope: ConfigurationScope,
): EnteredConfiguration {
  return Object.fromEntries(
    classes.map(({ name, properties }) => [name, enteredFor(properties.map((one) => asBegun(one, scope)))]),
  );
}

function asBegun(property: ConfiguredProperty, scope: ConfigurationScope): ActionArgument {
  const inherited = property.kind === 'boolean' ? inheritedBy(property, scope)?.value : undefined;
  return { ...property, default: property[scope] ?? inherited ?? null };
}

/** What a scope sets by its fields, class by class: what is empty, or a box that is as it would be anyhow, is left out. */
export function configuredValues(
  classes: readonly ConfigurableClass[],
  entered: EnteredConfiguration,
  scope: ConfigurationScope,
): Record<string, JsonObject> {
  return Object.fromEntries(
    classes.map(({ name, properties }) => {
      const given = argumentsFrom(properties, entered[name] ?? {});
      const isOwn = (property: ConfiguredProperty) =>
        property.kind !== 'boolean' || given[property.name] !== (inheritedBy(property, scope)?.value ?? false);
      const own = properties.filter(isOwn).map((property) => property.name);
      return [name, Object.fromEntries(Object.entries(given).filter(([property]) => own.includes(property)))];
    }),
  );
}
