'use client';
import { useController } from 'react-hook-form';
import type { Property } from '@/lib/model/service-type';
import { PropertyField, type PropertySurroundings } from './property-field';
import { messageOf, type ServiceForm } from './service-form';

/** A property's control bound to a service form; `path` is where its value lives: `units.0.recoveryPassword`. */
export function FormProperty({
  form,
  property,
  path,
  surroundings,
  disabled,
}: {
  form: ServiceForm;
  property: Property;
  path: string;
  surroundings: PropertySurroundings;
  disabled?: boolean;
}) {
  const { field, formState } = useController({ control: form.control, name: path });
  return (
    <PropertyField
      property={property}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={messageOf(formState.errors, path)}
      disabled={disabled}
      surroundings={surroundings}
    />
  );
}
