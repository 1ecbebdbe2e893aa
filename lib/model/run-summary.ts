import { z } from 'zod';
import { isBuiltUnit } from './change-rules';
import { diffModels } from './diff';
import type { EnvironmentModel, Service } from './environment';
import { isComplete } from './installed';
import type { RunKind } from './runs/kinds';
import type { RunTarget } from './runs/target';
import type { ServiceType } from './service-type';
import { unitTitle } from './unit-title';

export const RUN_CHANGES = [
  'added',
  'removed',
  'machinesAdded',
  'machinesRemoved',
  'machinesReplaced',
  'renamed',
  'changed',
  'retried',
  'continued',
  'again',
  'deleted',
] as const;

export const RunChangeSchema = z
  .object({
    change: z.enum(RUN_CHANGES).meta({
      description:
        'of one service, or of all: `retried` goes on with one machine alone, `continued` goes on with what was not finished, `again` deploys what is there, `deleted` removes the environment',
    }),
    service: z.string().nullable().meta({ description: 'its name; null for what concerns all of them' }),
    machine: z.string().optional().meta({ description: 'the one that is retried' }),
    before: z.string().optional().meta({ description: 'of a renamed service: its name before' }),
    machines: z.int().meta({ description: 'how many machines come, change or go with it' }),
  })
  .meta({ id: 'RunChange' });
export type RunChange = z.infer<typeof RunChangeSchema>;

/** What a deployment is about, as one tells it: made from the documents before it and as asked for. */
export interface RunFacts {
  kind: RunKind;
  before: EnvironmentModel;
  asked: EnvironmentModel;
  /** what of the environment it is for; all of it when left out */
  target?: RunTarget;
}

/** What a deployment was asked to do, service by service: those that go first, then those that come, then the others. */
export function runSummary({ kind, before, asked, target }: RunFacts, types: readonly ServiceType[]): RunChange[] {
  if (kind === 'delete') return [{ change: 'deleted', service: null, machines: builtIn(before.services) }];
  const alone = target?.entity === 'unit' ? retried(asked, target, types) : null;
  if (alone) return [alone];
  const changes = diffModels(before, asked, types).filter(({ property }) => property !== 'name');
  const renamed = asked.services.flatMap(({ id, name }): RunChange[] => {
    const old = before.services.find((service) => service.id === id);
    return old && old.name !== name ? [{ change: 'renamed', service: name, before: old.name, machines: 0 }] : [];
  });
  if (changes.length + renamed.length === 0) {
    const open = unfinished(asked, types);
    return [{ change: open > 0 ? 'continued' : 'again', service: null, machines: open }];
  }
  const noted = new Map<string, RunChange>();
  const note = (change: RunChange['change'], serviceId: string, service: string, machines: number) => {
    const key = `${change} ${serviceId}`;
    const known = noted.get(key);
    noted.set(key, { change, service, machines: (known?.machines ?? 0) + machines });
  };
  const inIt = (model: EnvironmentModel, id: string) => model.services.find((one) => one.id === id)?.units.length ?? 0;
  for (const change of changes) {
    const { serviceId: id, serviceName: name } = change;
    if (change.kind === 'serviceRemoved') note('removed', id, name, inIt(before, id));
    else if (change.kind === 'serviceAdded') note('added', id, name, inIt(asked, id));
    else if (change.kind === 'unitAdded') note('machinesAdded', id, name, 1);
    else if (change.kind === 'unitRemoved') note('machinesRemoved', id, name, 1);
    else if (change.impact === 'replace') {
      // a property of the service replaces all of its machines, whatever else does
      const machines = change.unitId === undefined ? inIt(before, id) : 1;
      const key = `machinesReplaced ${id}`;
      const most = Math.min(inIt(before, id), (noted.get(key)?.machines ?? 0) + machines);
      noted.set(key, { change: 'machinesReplaced', service: name, machines: most });
    } else note('changed', id, name, 0);
  }
  return [...noted.values(), ...renamed];
}

function retried(
  { services }: EnvironmentModel,
  { serviceId, unitId }: Extract<RunTarget, { entity: 'unit' }>,
  types: readonly ServiceType[],
): RunChange | null {
  const service = services.find(({ id }) => id === serviceId);
  const unit = service?.units.find(({ id }) => id === unitId);
  if (!service || !unit) return null;
  const machine = unitTitle(types.find(({ type }) => type === service.type) ?? null, service, unit);
  return { change: 'retried', service: service.name, machine, machines: 1 };
}

/** How many machines of a document are not as asked yet. */
function unfinished({ services }: EnvironmentModel, types: readonly ServiceType[]): number {
  return services.reduce((sum, service) => {
    const type = types.find((one) => one.type === service.type) ?? null;
    return sum + service.units.filter((unit) => !isComplete(type, service, unit)).length;
  }, 0);
}

/**
 * What was there before a deployment and is not asked for any more: whole services, and of a service that stays the
 * units that go. Units that never had a machine are left out: nothing of them goes.
 */
export function removedParts({ before, asked }: Pick<RunFacts, 'before' | 'asked'>): Service[] {
  return before.services.flatMap((service) => {
    const kept = new Set(asked.services.find(({ id }) => id === service.id)?.units.map(({ id }) => id));
    const units = service.units.filter((unit) => !kept.has(unit.id) && isBuiltUnit(unit));
    return units.length > 0 ? [{ ...service, units }] : [];
  });
}

function builtIn(services: readonly Service[]): number {
  return services.reduce((sum, { units }) => sum + units.filter(isBuiltUnit).length, 0);
}
