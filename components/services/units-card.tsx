'use client';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import type { WorkflowSubject } from '@/components/shell/workflows/subject';
import { useBrokenWords } from '@/components/status/broken-words';
import { DriftWords, differencesOn } from '@/components/status/drift-words';
import { useSentenceWords } from '@/components/status/sentence-words';
import { UnitStatusBadge } from '@/components/status/unit-status';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Confirm } from '@/components/ui/confirm';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraftEdit } from '@/lib/client/draft';
import { onSuccess } from '@/lib/client/on-success';
import { serviceEdits } from '@/lib/client/services';
import { lastCheckedAt } from '@/lib/model/operations/condition';
import type { ServiceType } from '@/lib/model/service-type';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { isResting } from '@/lib/model/unit-state';
import type { ServiceView } from '@/lib/model/views';
import { ChangeBadge } from './change-badge';
import { ScaleMenu } from './scale-menu';

const WorkflowMenu = onDemand<ComponentProps<typeof import('@/components/shell/workflows/workflow-menu').WorkflowMenu>>(
  async () => (await import('@/components/shell/workflows/workflow-menu')).WorkflowMenu,
);

const WorkflowButton = onDemand<
  ComponentProps<typeof import('@/components/shell/workflows/workflow-button').WorkflowButton>
>(async () => (await import('@/components/shell/workflows/workflow-button')).WorkflowButton);

const AddUnits = onDemand<ComponentProps<typeof import('@/components/forms/add-units').AddUnits>>(
  async () => (await import('@/components/forms/add-units')).AddUnits,
);

/** The machines of a service: what they are called, where they answer, how they are, and more or fewer of them. */
export function UnitsCard({
  environment,
  service,
  deployed,
  type,
  hosts,
  byHand,
  reasons,
}: {
  environment: { id: string; name: string };
  service: ServiceView;
  /** the same as it is deployed; null where it is not */
  deployed: ServiceView | null;
  type: ServiceType | null;
  hosts: TopologyNode[];
  /** whether people add and remove machines, where the service's type lets them */
  byHand: boolean;
  /** why its size cannot be changed at once, and why nothing can be drafted; null when it can */
  reasons: { size: string | null; draft: string | null };
}) {
  const t = useTranslations('services.units');
  const mayChange = useRoleReason() === null;
  const [adding, setAdding] = useState(false);
  const noun = type?.units.noun ?? 'machine';
  const resizable = byHand && type?.units.managed !== true;
  const full =
    type && service.units.length >= type.units.max ? t('full', { type: type.title, max: type.units.max }) : null;
  return (
    <Card>
      <CardHeader
        title={t('title')}
        description={t('count', { count: hosts.length, noun })}
        actions={
          mayChange &&
          type &&
          resizable &&
          type.units.max > 1 && (
            <>
              {deployed && <ScaleMenu environment={environment} service={deployed} type={type} reason={reasons.size} />}
              <Button disabledReason={reasons.draft ?? full} onClick={() => setAdding(true)}>
                {t('add', { noun })}
              </Button>
            </>
          )
        }
      />
      <ul className="mt-3 divide-y divide-line border-line border-t">
        {hosts.map((host) => (
          <UnitRow
            key={host.id}
            host={host}
            environmentId={environment.id}
            service={service}
            type={type}
            resizable={resizable}
            reason={reasons.draft}
          />
        ))}
      </ul>
      {type && adding && (
        <AddUnits environmentId={environment.id} service={service} type={type} onClose={() => setAdding(false)} />
      )}
    </Card>
  );
}

function UnitRow({
  host,
  environmentId,
  service,
  type,
  resizable,
  reason,
}: {
  host: TopologyNode;
  environmentId: string;
  service: ServiceView;
  type: ServiceType | null;
  resizable: boolean;
  reason: string | null;
}) {
  const t = useTranslations('services.units');
  const w = useTranslations('workflows');
  const [removing, setRemoving] = useState(false);
  const unit = service.units.find((one) => one.id === host.unitId);
  const leads = Boolean(type?.exactlyOne && unit?.[type.exactlyOne] === true);
  const leadLabel = type?.unitProperties.find((property) => property.name === type.exactlyOne)?.label;
  const last = type && service.units.length <= type.units.min ? t('least', { min: type.units.min }) : null;
  const exists = host.host?.hostName != null;
  const gone = host.change === 'removed' ? t('removedAlready') : null;
  const pillar = leads && host.host?.hostName ? t('pillar') : null;
  // what a machine said last is news only while it is being set up or stuck
  const broken = useBrokenWords()(host);
  const inWords = useSentenceWords();
  const mayChange = useRoleReason() === null;
  const isDrifted = broken === null && host.unitId !== null && differencesOn(host).length > 0;
  const checkedAt = host.host?.condition ? lastCheckedAt(host.host.condition) : null;
  const operates = Boolean(type?.operations && host.unitId !== null && host.host?.hostName);
  const removable = !type || (resizable && type.units.max > type.units.min);
  const isCalm = host.state === 'ready' || host.state === 'draft' || isResting(host.state);
  const lastSaid =
    broken === null ? !isCalm && inWords(host.host?.sentence?.text ?? '') : `${broken} ${w('pressRepair')}`;
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1.5 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto] sm:items-center">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="break-all">{host.title}</span>
            {leads && leadLabel && <Badge>{leadLabel}</Badge>}
          </p>
          {lastSaid && <p className="text-[13px] text-ink-muted">{lastSaid}</p>}
          <DriftWords host={host} className="text-[13px]" />
          {isDrifted && (
            <WorkflowButton
              workflow="update"
              subject={{ environmentId, name: host.title, unitIds: [host.unitId ?? ''] }}
            />
          )}
          {checkedAt !== null && host.state === 'ready' && (
            <p className="text-[13px] text-ink-faint">
              {w('lastCheck')} <RelativeTime at={checkedAt} />
            </p>
          )}
        </div>
        <p className="font-mono text-[13px] text-ink-muted">
          {host.host?.address ?? <span className="font-sans">{t('noAddress')}</span>}
        </p>
        <div className="flex flex-wrap items-center gap-1.5 sm:justify-end">
          {(host.state !== 'draft' || host.change === null) && <UnitStatusBadge state={host.state} />}
          <ChangeBadge change={host.change} />
        </div>
      </div>
      {mayChange && (operates || removable) && (
        <UnitMenu
          subject={operates ? { environmentId, name: host.title, unitIds: [host.unitId ?? ''] } : null}
          name={host.title}
          removal={removable ? { deployed: exists, reason: reason ?? gone ?? last ?? pillar } : null}
          onRemove={() => setRemoving(true)}
        />
      )}
      <RemoveUnit
        environmentId={environmentId}
        serviceId={service.id}
        unit={{ id: host.unitId ?? '', title: host.title, exists }}
        open={removing}
        onOpenChange={setRemoving}
      />
    </li>
  );
}

/** Everything that can be done with one machine. */
function UnitMenu({
  subject,
  name,
  removal,
  onRemove,
}: {
  /** null where nothing can be done with it as it is deployed */
  subject: WorkflowSubject | null;
  name: string;
  /** null where it cannot go alone */
  removal: { deployed: boolean; reason: string | null } | null;
  onRemove: () => void;
}) {
  const t = useTranslations('services.units');
  const trigger = (
    <IconButton label={t('menuOf', { name })}>
      <Ellipsis aria-hidden />
    </IconButton>
  );
  const remove = removal && (
    <MenuItem danger icon={<Trash2 aria-hidden />} disabledReason={removal.reason} onSelect={onRemove}>
      {t('remove', { deployed: String(removal.deployed), name })}
    </MenuItem>
  );
  if (subject === null) return <Menu trigger={trigger}>{remove}</Menu>;
  return (
    <WorkflowMenu subject={subject} trigger={trigger}>
      {remove && (
        <>
          <MenuSeparator />
          {remove}
        </>
      )}
    </WorkflowMenu>
  );
}

function RemoveUnit({
  environmentId,
  serviceId,
  unit,
  open,
  onOpenChange,
}: {
  environmentId: string;
  serviceId: string;
  unit: { id: string; title: string; exists: boolean };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations('services.units');
  const toast = useToast();
  const deployed = String(unit.exists);
  const remove = useDraftEdit(environmentId, (sessionId, unitId: string) =>
    serviceEdits.removeUnit(environmentId, sessionId, serviceId, unitId),
  );
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => {
        remove.reset();
        onOpenChange(next);
      }}
      title={t('removeTitle', { deployed, name: unit.title })}
      confirmLabel={t('removeConfirm', { deployed })}
      pending={remove.isPending}
      error={sentenceOf(remove.error)}
      onConfirm={() =>
        onSuccess(remove.mutateAsync(unit.id), () => {
          onOpenChange(false);
          toast.info(t('removed', { deployed, name: unit.title }));
        })
      }
    >
      <p>{unit.exists ? t('removeDeployed') : t('removeDrafted')}</p>
    </Confirm>
  );
}
