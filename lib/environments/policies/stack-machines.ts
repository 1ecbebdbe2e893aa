import type { PreviewJob } from '@/lib/conductor';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { isMachine, type ResourceForecast } from '@/lib/ports/cloud/cloud';
import type { StackMachine, StackMachines } from '@/lib/ports/policies';
import type { Context } from '../context';

/** Properties of a server in a stack under the names that instances of MuranoPL have. */
const INSTANCE_NAMES = {
  flavor: 'flavor',
  image: 'image',
  key_name: 'keyname',
  availability_zone: 'availabilityZone',
} as const;

/**
 * Plays a run through and tells the machines of its stacks: those that there are, and each that it makes on its way, the
 * same name with another size twice. What a program makes only after some answer of a machine is not among them.
 *
 * @throws as `Conductor.preview`: what cannot be played through must not pass in silence
 */
export async function stackMachines(
  { actor, conductor, signal }: Context,
  model: EnvironmentModel,
  run: Pick<PreviewJob, 'kind' | 'target' | 'input'>,
): Promise<StackMachines> {
  const { rounds, resources } = await conductor.preview({
    ...run,
    environmentId: model.id,
    tenantId: actor.tenantId,
    stackName: `e${model.id}`,
    model,
    signal,
  });
  const met = rounds.flat().flatMap((step) => ('resources' in step ? step.resources : []));
  const left = resources.filter(({ change }) => change === 'unchanged');
  return {
    asked: distinct([...met, ...left].filter(isMachine).map(({ name, after }) => machineOf(name, after))),
    deployed: distinct(resources.filter(isMachine).map(({ name, before }) => machineOf(name, before))),
  };
}

function machineOf(resource: ResourceForecast['name'], properties: JsonObject | null): StackMachine | null {
  if (properties === null) return null;
  const { name } = properties;
  const known = Object.entries(INSTANCE_NAMES).flatMap(([from, to]): [string, string][] => {
    const value = properties[from];
    return typeof value === 'string' && value !== '' ? [[to, value]] : [];
  });
  return { name: typeof name === 'string' && name !== '' ? name : resource, properties: Object.fromEntries(known) };
}

function distinct(machines: readonly (StackMachine | null)[]): StackMachine[] {
  const found = machines.flatMap((machine) => (machine === null ? [] : [[JSON.stringify(machine), machine] as const]));
  return [...new Map(found).values()];
}
