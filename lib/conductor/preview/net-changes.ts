import type { ResourceForecast } from '@/lib/ports/cloud/cloud';
import type { PredictedStep } from './prediction';

/**
 * What becomes of each resource over several operations on one stack, in the order they are first spoken of.
 *
 * @param now the resources before the first operation
 */
export function netChanges(
  now: readonly ResourceForecast[],
  rounds: readonly (readonly PredictedStep[])[],
): ResourceForecast[] {
  const net = new Map(now.map((resource) => [resource.name, resource]));
  for (const step of rounds.flat()) {
    if (!('resources' in step)) continue;
    for (const resource of step.resources) {
      const together = joined(net.get(resource.name), resource);
      if (together) net.set(resource.name, together);
      else net.delete(resource.name);
    }
  }
  return [...net.values()];
}

/** Null for a resource that comes and goes. */
function joined(earlier: ResourceForecast | undefined, later: ResourceForecast): ResourceForecast | null {
  if (!earlier || earlier.change === 'unchanged') return later;
  if (later.change === 'unchanged') return earlier;
  const properties = [...new Set([...earlier.properties, ...later.properties])].sort();
  const both = { ...later, properties, before: earlier.before };
  if (earlier.change === 'create') return later.change === 'remove' ? null : { ...both, change: 'create' };
  if (later.change === 'remove') return { ...later, before: earlier.before };
  // what went and came again is another one
  const anew = earlier.change !== 'inPlace' || later.change !== 'inPlace';
  return { ...both, change: anew ? 'replace' : 'inPlace' };
}
