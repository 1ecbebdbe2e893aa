'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { RemainingWork } from '@/lib/model/progress/remaining-work';
import type { RunView } from '@/lib/model/runs/run-view';
import type { ServiceType } from '@/lib/model/service-type';
import {
  MACHINE_REPAIRS,
  type MachineRepair,
  placeOfUnit,
  repairRefusals,
  type UnitPlace,
} from '@/lib/model/unit-repairs';
import { UnitRepair } from './failure/unit-repair';
import { GoOn } from './go-on';
import { type RunUnit, unitsLeft, unitsMeant } from './run';
import type { ChosenRepair } from './stop-and-repair';

/** A run that was stopped, or that left machines out: what it reached, what it left, and how to go on. */
export function Stopped({
  view,
  units: all,
  work,
  newest,
  model,
  types,
  chosen,
}: {
  view: RunView;
  units: readonly RunUnit[];
  /** what is left to do, unit by unit; null when another deployment has gone on since */
  work: readonly RemainingWork[] | null;
  /** no other deployment has begun since */
  newest: boolean;
  /** the document as far as it has come */
  model: EnvironmentModel;
  types: readonly ServiceType[];
  /** what it was stopped for on this page */
  chosen: ChosenRepair | null;
}) {
  const t = useTranslations('deployments.stopped');
  const format = useFormatter();
  const list = (names: Iterable<string>) => format.list(names, { type: 'conjunction' });
  const units = unitsMeant(all, view.kind);
  const there = units.filter(({ removal }) => removal === null);
  const { failed, unfinished, notRemoved } = unitsLeft(units);
  const unready = new Set([...failed, ...unfinished].map(({ serviceId }) => serviceId));
  const services = [...new Map(there.map((unit) => [unit.serviceId, unit.serviceName]))];
  const complete = services.filter(([id]) => !unready.has(id)).map(([, name]) => name);
  const incomplete = services.filter(([id]) => unready.has(id)).map(([, name]) => name);
  // nobody stopped it: it was for one machine, and others are not finished
  const alone = view.problem?.code === 'others_unfinished';
  const left = [...failed, ...unfinished].map((unit) => unit.title);
  const titles = new Map(units.map((unit) => [unit.unitId, unit.title]));
  return (
    <Notice
      tone="attention"
      title={alone ? t('alone') : t('title', { kind: view.kind })}
      actions={newest && <GoOn view={view} />}
      className="items-start"
    >
      <div className="flex flex-col gap-1">
        {complete.length > 0 && <p>{t('complete', { services: list(complete) })}</p>}
        {incomplete.length > 0 && <p>{t('incomplete', { services: list(incomplete) })}</p>}
        {left.length > 0 && <p>{t('left', { machines: left.join(', ') })}</p>}
        {notRemoved.length > 0 && (
          <p>{t('notRemoved', { machines: notRemoved.map(({ title }) => title).join(', ') })}</p>
        )}
        <p>{t('kept')}</p>
        {newest && (view.kind === 'deploy' || view.kind === 'delete') && work !== null && work.length > 0 && (
          <>
            <p className="mt-1 font-medium">{t('again')}</p>
            <ul className="list-disc pl-5">
              {work.map(({ unit, machine, joins, roles }) => {
                const machineName = titles.get(unit.id) ?? unit.name;
                const actions = [
                  ...(machine ? [t('create')] : []),
                  ...(joins === null ? [] : [t('join', { name: joins })]),
                  ...roles.map((role) => t('install', { role: role.title })),
                ];
                return <li key={unit.id}>{t('on', { machine: machineName, actions: list(actions) })}</li>;
              })}
            </ul>
          </>
        )}
        {newest &&
          units
            .filter((unit) => unit.stoppedInTrouble)
            .map(({ unitId, serviceId, title }) => (
              <StoppedMachine
                key={unitId}
                environmentId={view.environment_id}
                machine={{ serviceId, unitId, host: title }}
                place={placeOfUnit(model.services, types, unitId)}
                chosen={chosen?.unitId === unitId ? chosen.repair : null}
              />
            ))}
      </div>
    </Notice>
  );
}

/** A machine that the run waited for when it was stopped, with what helps where it does not come back. */
function StoppedMachine({
  environmentId,
  machine,
  place,
  chosen,
}: {
  environmentId: string;
  machine: { serviceId: string; unitId: string; host: string };
  place: UnitPlace;
  chosen: MachineRepair | null;
}) {
  const t = useTranslations('deployments.stopped');
  const refusals = repairRefusals(place);
  return (
    <div className="mt-2 flex flex-col gap-1.5">
      <p>{t('waited', { machine: machine.host })}</p>
      <div className="flex flex-wrap gap-2">
        {MACHINE_REPAIRS.map((repair) => (
          <UnitRepair
            key={repair}
            environmentId={environmentId}
            repair={repair}
            refused={refusals[repair]}
            machine={machine}
            begins={chosen === repair}
          />
        ))}
      </div>
    </div>
  );
}
