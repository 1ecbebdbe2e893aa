import type { PolicyVerdict } from '@/lib/model/policies/verdicts';

/**
 * The page where what a verdict is about can be changed, with the field open where it is known.
 *
 * @returns null for a verdict about no service
 */
export function placeOfVerdict(
  environmentId: string,
  { service_id: serviceId, property }: Pick<PolicyVerdict, 'service_id' | 'property'>,
): string | null {
  if (serviceId === null) return null;
  const page = `/environments/${environmentId}/services/${serviceId}`;
  return property ? `${page}?edit=${encodeURIComponent(property)}` : page;
}
