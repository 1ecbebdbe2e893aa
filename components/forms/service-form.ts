'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { type FieldErrors, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { serviceFormSchema } from '@/lib/model/service-form';
import type { Offer, ServiceType } from '@/lib/model/service-type';

export type ServiceForm = UseFormReturn<FieldValues>;

/**
 * A form over one service of `type`, checked with the very rules of the API: each field from the moment it was left
 * for the first time, then at every change.
 */
export function useServiceForm(options: {
  type: ServiceType;
  types: readonly ServiceType[];
  service: JsonObject;
  model: EnvironmentModel;
  offer: Offer | undefined;
}): ServiceForm {
  const { type, types, service, model, offer } = options;
  const resolver = useMemo(
    () => zodResolver(serviceFormSchema(type, { types, model, offer })),
    [type, types, model, offer],
  );
  return useForm<FieldValues>({ resolver, defaultValues: service, mode: 'onTouched', shouldFocusError: true });
}

/** The first message of a field or of a part of it, whatever its depth. */
export function messageOf(errors: FieldErrors, path: string): string | null {
  const found = path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], errors);
  return firstMessage(found);
}

function firstMessage(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message;
  for (const [key, value] of Object.entries(error)) {
    const message = key === 'ref' ? null : firstMessage(value);
    if (message) return message;
  }
  return null;
}
