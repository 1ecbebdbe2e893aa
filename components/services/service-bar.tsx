'use client';
import { Ellipsis, type LucideIcon, Play, SquareTerminal, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import type { WorkflowId } from '@/components/shell/workflows/registry';
import { usePartOffers } from '@/components/shell/workflows/use-part-offers';
import { useWorkflowDialog } from '@/components/shell/workflows/use-workflow-dialog';
import {
  useOperationOffers,
  useWorkflowOffers,
  type WorkflowOffer,
} from '@/components/shell/workflows/use-workflow-offers';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/menu';
import { onDemand } from '@/components/ui/on-demand';
import { useServiceActions } from '@/lib/client/actions';
import type { ObjectAction } from '@/lib/model/object-actions';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';

const StartAction = onDemand<ComponentProps<typeof import('./start-action').StartAction>>(
  async () => (await import('./start-action')).StartAction,
);

const ResizeDialog = onDemand<ComponentProps<typeof import('./resize-dialog').ResizeDialog>>(
  async () => (await import('./resize-dialog')).ResizeDialog,
);

/** Of each pair the one that can be done now stands on the bar. A repair takes the first place where a machine needs one. */
const PAIRS: readonly (readonly WorkflowId[])[] = [['stop', 'start'], ['suspend', 'wake'], ['check_status']];
/** Actions of a package that offers nothing else stand on the bar themselves, as many as these. */
const FEW = 3;

interface Entry {
  key: string;
  icon: LucideIcon;
  label: string;
  about: string;
  reason: string | null;
  run: () => void;
}

/** What can be done now with a deployed service: three things with a line each, everything else in one list. */
export function ServiceBar({
  environment,
  service,
  type,
  byHand,
  isBroken,
  reasons,
  onMarkForDeletion,
}: {
  environment: { id: string; name: string };
  /** as it is deployed */
  service: ServiceView;
  type: ServiceType;
  /** whether people change it; else a program does */
  byHand: boolean;
  /** whether one of its machines is known not to work */
  isBroken: boolean;
  /** why nothing can be begun now, its size cannot be changed, nothing can be drafted; null when it can */
  reasons: { now: string | null; size: string | null; draft: string | null };
  onMarkForDeletion: () => void;
}) {
  const t = useTranslations('services.bar');
  const r = useTranslations('services.resize');
  const subject = { environmentId: environment.id, name: service.name, serviceId: service.id };
  const { ask, dialog } = useWorkflowDialog();
  const [started, setStarted] = useState<ObjectAction | null>(null);
  const [removing, setRemoving] = useState(false);
  const offers = useWorkflowOffers(subject);
  const offered = offers.map((offer) => entryOf(offer, () => ask(offer.id, subject)));
  const pairs: typeof PAIRS = isBroken ? [['heal'], ...PAIRS.slice(1)] : PAIRS;
  const parts = usePartOffers(subject).map((offer) => entryOf(offer, () => ask(offer.id, subject)));
  const own = useOwnActions(environment.id, service, reasons.now, {
    ask: (operation) => ask(operation, subject),
    start: setStarted,
  });
  const possible = offered.filter(({ reason }) => reason === null);
  // the package says nothing of its machines, which the cloud suspends all the same
  const resting = possible.filter(({ key }) => key === 'suspend' || key === 'wake');
  const hasNoActions = useServiceActions(environment.id, service.id).data?.length === 0 && own.length === 0;
  const onBar = type.operations ? pairs.map((pair) => firstPossible(offered, pair)) : hasNoActions ? resting : [];
  const others = (type.operations ? possible : resting).filter((one) => !onBar.includes(one));
  const rest = [...others, ...parts];
  const shown = onBar.length > 0 ? onBar : own.slice(0, FEW);
  const more = onBar.length > 0 ? own : own.slice(FEW);
  return (
    <section
      aria-label={t('label')}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl border bg-surface px-4 py-3 sm:px-5"
    >
      {shown.map((entry) => (
        <BarEntry key={entry.key} entry={entry} />
      ))}
      <Menu
        trigger={
          <Button className="ml-auto">
            <Ellipsis aria-hidden />
            {t('more')}
          </Button>
        }
        className="max-w-96"
      >
        <Entries entries={rest} />
        {more.length > 0 && (
          <>
            {rest.length > 0 && <MenuSeparator />}
            <MenuLabel>{t('actions')}</MenuLabel>
            <Entries entries={more} />
          </>
        )}
        {rest.length + more.length > 0 && <MenuSeparator />}
        {byHand && (
          <MenuItem
            danger
            icon={<Trash2 aria-hidden />}
            hint={r('about.uninstall')}
            disabledReason={reasons.size}
            onSelect={() => setRemoving(true)}
          >
            {r('uninstall')}
          </MenuItem>
        )}
        <MenuItem
          icon={<Trash2 aria-hidden />}
          hint={t('aboutMark')}
          disabledReason={reasons.draft}
          onSelect={onMarkForDeletion}
        >
          {t('mark')}
        </MenuItem>
      </Menu>
      {dialog}
      {started && <StartAction environmentId={environment.id} action={started} onClose={() => setStarted(null)} />}
      {removing && (
        <ResizeDialog
          environment={environment}
          service={service}
          type={type}
          what="uninstall"
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  );
}

function BarEntry({ entry: { icon: Icon, label, about, reason, run } }: { entry: Entry }) {
  return (
    <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
      <Button disabledReason={reason} onClick={run} className="shrink-0">
        <Icon aria-hidden />
        {label}
      </Button>
      <p className="min-w-0 text-[13px] text-ink-muted">{about}</p>
    </div>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return entries.map(({ key, icon: Icon, label, about, reason, run }) => (
    <MenuItem key={key} icon={<Icon aria-hidden />} hint={about} disabledReason={reason} onSelect={run}>
      {label}
    </MenuItem>
  ));
}

/** What the package of a service offers beside the usual: operations on its machines, and actions. */
function useOwnActions(
  environmentId: string,
  service: ServiceView,
  reason: string | null,
  run: {
    ask: (operation: ReturnType<typeof useOperationOffers>[number]['operation']) => void;
    start: (action: ObjectAction) => void;
  },
): Entry[] {
  const t = useTranslations('services.objectActions');
  const operations = useOperationOffers({ environmentId, name: service.name, serviceId: service.id });
  const actions = useServiceActions(environmentId, service.id).data ?? [];
  return [
    ...operations.map(({ operation, reason: refusal }) => ({
      ...{ key: `operation ${operation.name}`, icon: SquareTerminal, label: operation.title, about: operation.summary },
      reason: reason ?? refusal,
      run: () => run.ask(operation),
    })),
    ...actions.map((action) => ({
      ...{ key: action.id, icon: Play, about: action.description, reason },
      label: action.objectId === service.id ? action.title : t('of', { title: action.title, name: action.object }),
      run: () => run.start(action),
    })),
  ];
}

function entryOf({ id, icon, label, about, reason }: WorkflowOffer<string>, run: () => void): Entry {
  return { key: id, icon, label, about, reason, run };
}

function firstPossible(offered: readonly Entry[], pair: readonly WorkflowId[]): Entry {
  const both = pair.map((id) => offered.find(({ key }) => key === id) as Entry);
  return both.find(({ reason }) => reason === null) ?? (both[0] as Entry);
}
