import type { EnvironmentDetail } from '@/lib/db/environments';
import { newestRunOf, type RunRow } from '@/lib/db/runs';
import type { Repair } from '@/lib/model/failure-findings';
import type { FailureRepair } from '@/lib/model/guide';
import { leadingUnit, textAt } from '@/lib/model/installed';
import type { Failure } from '@/lib/model/progress/failure';
import type { ServiceType } from '@/lib/model/service-type';
import type { Context } from '../context';

interface Failed {
  run: RunRow;
  environment: EnvironmentDetail;
  types: readonly ServiceType[];
  failure: Failure;
}

type Refusal = Repair['refused'];

/** What can be done about a failure, each with why it cannot. */
export async function repairsOf(ctx: Context, failed: Failed): Promise<Repair[]> {
  const { run, environment } = failed;
  const over = environment.activeRunId === null ? null : 'running';
  const newest = (await newestRunOf(ctx.db, environment.id)) === run.id ? null : 'overtaken';
  const refused: Record<FailureRepair, Refusal> = {
    retry: over ?? newest,
    replace: over ?? newest ?? whyNotReplaced(failed),
    takeOut: over ?? newest ?? whyNotTakenOut(failed),
    ask: null,
  };
  return (Object.keys(refused) as FailureRepair[]).map((repair) => ({ repair, refused: refused[repair] }));
}

/** A fresh machine has nothing of what the others of its service follow. */
function whyNotReplaced(failed: Failed): Refusal {
  const { service, unit, type } = placeOf(failed);
  if (failed.failure.unitId === null) return 'noMachine';
  if (!service || !unit) return 'gone';
  if (!type || type.units.managed) return 'package';
  if (textAt(unit.state, 'hostname') === null) return 'noMachine';
  return type.exactlyOne && leadingUnit(type, service)?.id === unit.id ? 'leads' : null;
}

function whyNotTakenOut(failed: Failed): Refusal {
  const { service, unit, type } = placeOf(failed);
  if (failed.failure.unitId === null) return 'noMachine';
  if (!service || !unit) return 'gone';
  if (!type || type.units.managed) return 'package';
  if (service.units.length <= type.units.min) return 'least';
  return type.exactlyOne && leadingUnit(type, service)?.id === unit.id ? 'leads' : null;
}

function placeOf({ environment, types, failure }: Failed) {
  const service = environment.model.services.find((one) => one.units.some(({ id }) => id === failure.unitId));
  const unit = service?.units.find(({ id }) => id === failure.unitId);
  return { service, unit, type: types.find((one) => one.type === service?.type) };
}
