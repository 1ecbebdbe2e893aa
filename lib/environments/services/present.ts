import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json } from '@/lib/model/json';
import { traverse } from './traverse';
import { servicesView } from './view';

/**
 * What an edit answers: the value as a GET of it would show it (guide, "Response of POSTs and PUTs").
 *
 * @param path segments below `/services`
 */
export function presented(model: EnvironmentModel, path: string[]): Json {
  // Whatever was edited in a draft waits for its deployment.
  const views = servicesView(model, { deployed: 'nothing', types: [], base: { ...model, services: [] } });
  return traverse(views as Json, path) ?? null;
}
