import type { Service } from './environment';
import { valueAt } from './installed';
import type { Json } from './json';
import { listOf } from './sentence';
import type { ServiceType } from './service-type';

/**
 * What stays outside of an environment when it is deleted, a sentence each, as the types of its services declare it.
 *
 * @param services those that are deployed
 */
export function whatStays(services: readonly Service[], types: readonly ServiceType[]): string[] {
  return services.flatMap((service) => {
    const leaves = types.find(({ type }) => type === service.type)?.leaves ?? [];
    return leaves.flatMap(({ sentence, values }) => {
      const words = values.map((path) => wordsOf(valueAt(service, path)));
      return words.includes('')
        ? []
        : [sentence.replace(/\{(\d+)\}/g, (_all, place) => words[Number(place) - 1] ?? '')];
    });
  });
}

function wordsOf(value: Json | undefined): string {
  if (Array.isArray(value)) return listOf(value.filter((item) => typeof item === 'string'));
  return typeof value === 'string' ? value : '';
}
