import { newestRunOf } from '@/lib/db/runs';
import type { Repair } from '@/lib/model/failure-findings';
import type { FailureRepair } from '@/lib/model/guide';
import { hasMachine, hostNameOf, leadingUnit } from '@/lib/model/installed';
import { isObjectEntry } from '@/lib/model/object-entry';
import { deploys } from '@/lib/model/runs/deploying';
import type { Context } from '../context';
import type { FoundFailure } from './find';

type Refusal = Repair['refused'];

/** What can be done about a failure, each with why it cannot. */
export async function repairsOf(ctx: Context, failed: FoundFailure): Promise<Repair[]> {
  const { run, environment } = failed;
  const isNewest = (await newestRunOf(ctx.db, environment.id)) === run.id;
  const always = refusalOfAll(failed, isNewest);
  const refused: Record<FailureRepair, Refusal> = {
    retry: always ?? retryRefusal(failed),
    replace: always ?? replacementRefusal(failed),
    takeOut: always ?? removalRefusal(failed),
    ask: null,
  };
  return (Object.keys(refused) as FailureRepair[]).map((repair) => ({ repair, refused: refused[repair] }));
}

/** Why nothing can be repaired. */
function refusalOfAll({ environment, isResolved }: FoundFailure, isNewest: boolean): Refusal {
  if (environment.deleted) return 'gone';
  if (environment.activeRunId !== null) return 'running';
  if (!isNewest) return 'overtaken';
  return isResolved ? 'resolved' : null;
}

/** Only steps on a machine that is there can be done again alone; programs decide by themselves what they do to which. */
function retryRefusal(failed: FoundFailure): Refusal {
  const { service, unit, type } = placeOf(failed);
  const { failure, environment, run } = failed;
  if (failure.unitId === null || failure.what.kind !== 'step') return 'noMachine';
  if (!service || !unit) return 'gone';
  if (!deploys(run.kind)) return 'otherRun';
  const { services, state } = environment.model;
  if (!type || type.units.managed || services.some(isObjectEntry) || state?.objects !== undefined) return 'package';
  return hostNameOf(unit) === null ? 'noMachine' : null;
}

/** A fresh machine has nothing of what the others of its service follow. */
function replacementRefusal(failed: FoundFailure): Refusal {
  const { service, unit, type } = placeOf(failed);
  if (failed.failure.unitId === null) return 'noMachine';
  if (!service || !unit) return 'gone';
  if (!type || type.units.managed) return 'package';
  if (!hasMachine(unit)) return 'notMade';
  return type.exactlyOne && leadingUnit(type, service)?.id === unit.id ? 'leads' : null;
}

function removalRefusal(failed: FoundFailure): Refusal {
  const { service, unit, type } = placeOf(failed);
  if (failed.failure.unitId === null) return 'noMachine';
  if (!service || !unit) return 'gone';
  if (!type || type.units.managed) return 'package';
  if (service.units.length <= type.units.min) return 'least';
  return type.exactlyOne && leadingUnit(type, service)?.id === unit.id ? 'leads' : null;
}

function placeOf({ environment, types, failure }: FoundFailure) {
  const service = environment.model.services.find((one) => one.units.some(({ id }) => id === failure.unitId));
  const unit = service?.units.find(({ id }) => id === failure.unitId);
  return { service, unit, type: types.find((one) => one.type === service?.type) };
}
