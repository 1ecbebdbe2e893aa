import { byId } from '@/lib/model/by-id';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json } from '@/lib/model/json';
import { traverse } from './traverse';
import { servicesView } from './view';

/**
 * What an edit answers: the value as a GET of it would show it (guide, "Response of POSTs and PUTs").
 *
 * @param path segments below `/services`
 */
export function viewAt(model: EnvironmentModel, path: string[]): Json {
  const [key, ...rest] = path;
  if (key === undefined) return viewsOf(model) as Json;
  // one service alone is told from: the others are not looked at
  const service = traverse(model.services as Json, [key]);
  const views = viewsOf({
    ...model,
    services: service === undefined ? [] : ([service] as EnvironmentModel['services']),
  });
  return traverse((views[0] ?? null) as Json, rest) ?? null;
}

/** Some services of a draft, by their ids, as a GET would show them. */
export function viewsOfServices(model: EnvironmentModel, ids: readonly string[]): Json[] {
  const services = byId(model.services);
  return viewsOf({ ...model, services: ids.flatMap((id) => services.get(id) ?? []) }) as Json[];
}

/** Several values below one service of a draft, as a GET of each would show it. */
export function viewsAt(model: EnvironmentModel, paths: readonly string[][]): Json[] {
  const [first] = paths;
  if (first === undefined) return [];
  const list = viewAt(model, first.slice(0, -1));
  return paths.map((path) => traverse(list, path.slice(-1)) ?? null);
}

/** Whatever was edited in a draft waits for its deployment. */
function viewsOf(model: EnvironmentModel) {
  return servicesView(model, { deployed: 'nothing', types: [], base: { ...model, services: [] } });
}
