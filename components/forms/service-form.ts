'use client';
import { toNestErrors } from '@hookform/resolvers';
import { useEffect, useMemo } from 'react';
import { type FieldErrors, type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { FieldProblem } from '@/lib/model/field-problem';
import { isObject, type JsonObject } from '@/lib/model/json';
import { Neighbours } from '@/lib/model/neighbours';
import { checkForm } from '@/lib/model/service-form';
import type { Offer, ServiceType } from '@/lib/model/service-type';

export type ServiceForm = UseFormReturn<FieldValues>;

/**
 * A form over one service of `type`, checked with the very rules of the API: each field from the moment it was left
 * for the first time or found wrong, then at every change.
 */
export function useServiceForm(options: {
  type: ServiceType;
  types: readonly ServiceType[];
  service: JsonObject;
  model: EnvironmentModel;
  offer: Offer | undefined;
}): ServiceForm {
  const { type, types, service, model, offer } = options;
  const resolver = useMemo(() => {
    const others = new Neighbours(types, model.services);
    return resolverOf((service) => checkForm(service, type, { types, others, offer }));
  }, [type, types, model, offer]);
  const form = useForm<FieldValues>({ resolver, defaultValues: service, mode: 'onTouched', shouldFocusError: true });
  useRecheck(form);
  return form;
}

/**
 * Checks whatever is found wrong again when anything changes: a password that was made, or a name that follows from another
 * answer, puts right what nobody has left yet. What a server or a policy says stays until its own field changes.
 */
function useRecheck({ watch, getFieldState, trigger }: ServiceForm): void {
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      const wrong = pathsOf(values).filter((path) => {
        const { error } = getFieldState(path);
        return error !== undefined && !FOREIGN_TYPES.includes(String(error.type));
      });
      if (wrong.length > 0) void trigger(wrong);
    });
    return unsubscribe;
  }, [watch, getFieldState, trigger]);
}

/** Types of problems that no check of the form finds. */
const FOREIGN_TYPES = ['server', 'policy'];

function pathsOf({ units, ...own }: FieldValues): string[] {
  const machines: unknown[] = Array.isArray(units) ? units : [];
  const ofMachines = machines.flatMap((unit, at) =>
    isObject(unit) ? Object.keys(unit).map((name) => `units.${at}.${name}`) : [],
  );
  return [...Object.keys(own), ...ofMachines];
}

/** What a check finds, as the form wants it told: the first problem of each field. */
function resolverOf(check: (service: JsonObject) => FieldProblem[]): Resolver<FieldValues> {
  return (values, _context, options) => {
    const errors: FieldErrors = {};
    for (const { path, code, sentence } of check(values)) errors[path] ??= { type: code, message: sentence };
    return Object.keys(errors).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toNestErrors(errors, options) };
  };
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
