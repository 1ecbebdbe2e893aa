'use client';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { ChevronDown, ChevronRight, Info, Network } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo, type ReactNode } from 'react';
import { ServiceLogo } from '@/components/shell/service-logo';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import { useCanvasActions } from './canvas-actions';
import { Cells } from './cells';
import { fading } from './fading';
import { Highlighted } from './highlighted';
import { InnerLines } from './inner-lines';
import { SIZES } from './layout/box';
import { addressesWithin, hasRoomFor, rolesWithin, roomInHead } from './layout/plan';
import type { Group } from './picture';
import { usePlanMarks } from './plan/marks-context';
import { usePlanWords } from './plan/plan-words';
import { PartPlan, PlanCounts, TurnSign } from './plan/signs';
import { PolicySign, usePolicyMark } from './policy-marks';
import { MarkedSign } from './selection/marked-sign';
import { StateCounts } from './state-counts';
import { StateFlash } from './state-flash';
import type { GroupData, GroupFlowNode } from './to-flow';
import { useTopologyWords } from './words';

const BUTTON = 'pointer-events-auto rounded-md hover:bg-hover';

/** The box around the machines of one service; collapsed, it stands for all of them. */
export const ServiceNode = memo(function ServiceNode({ id, data, width = 0 }: NodeProps<GroupFlowNode>) {
  const { group, collapsed, cells, found } = data;
  const { node, hosts } = group;
  const { selectedId, marked, currentId } = useCanvasActions();
  const isMarked = marked.has(id);
  const policy = usePolicyMark(id);
  const plan = usePlanMarks(hosts);
  const stacked = collapsed && group.hosts.length > 1;
  return (
    <div
      className={cn(
        'relative h-full w-full rounded-xl border bg-canvas/80 transition-[border-color,opacity]',
        stacked && 'border-line-strong/60 bg-surface shadow-[5px_5px_0_-1px_var(--surface),5px_5px_0_0_var(--line)]',
        node.service?.elsewhere && 'bg-surface',
        collapsed && node.state === 'failed' && 'border-failed-solid',
        node.change === 'added' && 'border-draft-border border-dashed',
        node.change === 'removed' && cn('border-dashed', hosts.length === 0 || collapsed ? fading(node) : null),
        found === 0 && 'opacity-45',
        currentId === id && 'ring-3 ring-attention-solid',
        selectedId === id && 'ring-2 ring-accent ring-offset-2 ring-offset-canvas',
        isMarked && 'bg-accent-soft ring-2 ring-accent',
      )}
    >
      <Handle type="target" position={Position.Right} isConnectable={false} className="opacity-0!" />
      {cells && <Cells cells={cells} currentId={currentId} />}
      <Head data={data} id={id} width={width} />
      {!cells && <Lines data={data} width={width} />}
      <InnerLines lines={data.lines} />
      {isMarked && <MarkedSign />}
      {plan && (collapsed || cells) && <TurnSign marks={plan} />}
      {policy && <PolicySign mark={policy} />}
      {collapsed && <StateFlash state={node.state} />}
      <Handle type="source" position={Position.Left} isConnectable={false} className="opacity-0!" />
    </div>
  );
});

/** Its name, and what can be done with the box. From afar it is larger; very far, it can be come near. */
function Head({ id, data: { group, collapsed, cells }, width }: { id: string; data: GroupData; width: number }) {
  const { node, hosts } = group;
  const t = useTranslations('topology');
  const say = useTopologyWords();
  const { level, words, marked, press, open, setCollapsed, approach, move } = useCanvasActions();
  const policy = usePolicyMark(id);
  const plan = usePlanMarks(hosts);
  const { summary } = usePlanWords();
  const near = level === 'near';
  const bare = hosts.length === 0;
  const room = roomInHead(node, hosts.length, width);
  const unfold = () => {
    if (cells) approach(id);
    else if (bare) open(id);
    else setCollapsed(id, !collapsed);
  };
  const label = t('group.label', {
    title: node.title,
    type: node.subtitle,
    state: say.stateOf(node),
    machines: node.service?.elsewhere ? t('group.elsewhere') : t('group.machines', { count: hosts.length }),
  });
  const Chevron = collapsed ? ChevronRight : ChevronDown;
  return (
    <div
      className={cn('flex items-center gap-1 px-2', cells && 'h-full')}
      style={cells ? {} : { height: SIZES.serviceHead }}
    >
      <button
        type="button"
        data-part={id}
        aria-label={label}
        aria-expanded={bare ? undefined : !collapsed}
        aria-description={
          [
            marked.has(id) ? t('selection.selected') : '',
            plan && !bare && (collapsed || cells) ? summary(plan) : '',
            ...(policy?.sentences ?? []),
          ]
            .join(' ')
            .trim() || undefined
        }
        onClick={(event) => press(event, id, unfold)}
        onKeyDown={(event) => move(event, id)}
        className={cn(
          BUTTON,
          'flex min-w-0 flex-1 items-center gap-2.5 px-1.5 text-left',
          cells ? 'h-full flex-wrap content-center justify-center' : 'h-9',
        )}
      >
        {!bare && !cells && <Chevron aria-hidden data-beside-wall className="size-4 shrink-0 text-ink-muted" />}
        {cells ? (
          <CellsTitle group={group} />
        ) : (
          <>
            <ServiceLogo type={node.serviceType ?? ''} className={near ? 'size-5' : 'size-7'} />
            <span className={cn('min-w-0 truncate', !near && 'text-xl')}>
              <span className="font-semibold">
                <Highlighted text={node.title} words={words} />
              </span>
              {near && node.title !== node.subtitle && room.kind && (
                <span className="ml-2 text-ink-muted text-xs">{node.subtitle}</span>
              )}
            </span>
            {hosts.length > 1 && (
              <span className={cn('shrink-0 text-ink-muted tabular-nums', !near && 'text-xl')}>
                {t('group.times', { count: hosts.length })}
              </span>
            )}
          </>
        )}
      </button>
      {!cells && (
        <>
          {node.change && near && room.change && (
            <span className="shrink-0 text-draft-text text-xs">{say.change(node)}</span>
          )}
          {near && (
            <button
              type="button"
              data-beside-wall
              aria-label={t('group.details', { title: node.title })}
              title={t('group.details', { title: node.title })}
              onClick={() => open(id)}
              className={cn(BUTTON, 'ml-1 grid size-8 shrink-0 place-items-center text-ink-muted')}
            >
              <Info aria-hidden className="size-4" />
            </button>
          )}
          <span title={say.stateOf(node)} className="mr-1.5">
            <StatusIcon state={node.state} className={near ? undefined : 'size-6'} />
          </span>
        </>
      )}
    </div>
  );
}

/** Over machines that are too small to be boxes: its name, and how they are doing or what becomes of them. */
function CellsTitle({ group: { node, hosts, counts } }: { group: Group }) {
  const plan = usePlanMarks(hosts);
  return (
    <span className="flex max-w-full flex-col items-center rounded-2xl bg-surface/90 px-8 py-4 text-[84px] leading-tight">
      <span className="max-w-full truncate font-semibold">{node.title}</span>
      {plan ? <PlanCounts marks={plan} className="gap-10" /> : <StateCounts counts={counts} className="gap-10" />}
    </span>
  );
}

/** What stands between the name and the machines: a load balancer, addresses, how collapsed machines are doing. */
function Lines({
  data: { group, collapsed, found, columns, density, roles },
  width,
}: {
  data: GroupData;
  width: number;
}) {
  const t = useTranslations('topology');
  const { level } = useCanvasActions();
  const { node, shared, hosts, counts } = group;
  const plan = usePlanMarks(hosts);
  const small = level === 'near';
  return (
    <>
      {node.service?.reachable && density !== 'dense' && (
        <Line small={small}>
          <span className="truncate text-ink-muted">
            {node.service.addresses.length === 0
              ? t('group.noAddress')
              : addressesWithin(node.service.addresses, (address) => t('group.address', address), width - 28)}
          </span>
        </Line>
      )}
      {small && roles.length > 0 && (
        <p
          className="-top-1 relative line-clamp-2 break-words px-3.5 text-ink-muted text-xs leading-[12px]"
          style={{ height: SIZES.rolesLines }}
        >
          {rolesWithin(roles, width - 28)}
        </p>
      )}
      {collapsed && (
        <Line small={small}>
          {plan ? (
            <PlanCounts marks={plan} />
          ) : found === null ? (
            <StateCounts counts={counts} />
          ) : (
            <span className="font-medium">{t('group.found', { found, all: hosts.length })}</span>
          )}
        </Line>
      )}
      {shared.map((part, at) => (
        <div key={part.id} className="relative px-3" style={{ height: SIZES.shared }}>
          <span
            className="flex w-full items-center gap-2 rounded-md border bg-surface px-2.5"
            style={{ height: SIZES.sharedBox }}
          >
            <StatusIcon state={part.state} className="size-3.5 shrink-0" />
            <Network aria-hidden className="size-4 shrink-0 text-ink-muted" />
            <span className={cn('truncate', small ? 'text-[13px]' : 'text-lg')}>{part.title}</span>
            {part.address && small && hasRoomFor(part.title, part.address, width) && (
              <span className="ml-auto truncate font-mono text-ink-muted text-xs">{part.address}</span>
            )}
            <PartPlan nodeId={part.id} />
          </span>
          {at === shared.length - 1 && <Feeders columns={columns} />}
        </div>
      ))}
    </>
  );
}

/** From what stands in front of the machines down to each column of them. */
function Feeders({ columns }: { columns: readonly number[] }) {
  const [top, bottom] = [SIZES.sharedBox, SIZES.shared];
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 h-full w-full overflow-visible">
      {columns.map((x) => (
        <path key={x} d={`M${x} ${top}V${bottom}`} className="stroke-line-strong" strokeWidth="1.75" />
      ))}
    </svg>
  );
}

function Line({ small, children }: { small: boolean; children: ReactNode }) {
  return (
    <div
      className={cn('flex items-center px-3.5', small ? 'text-[13px]' : 'text-lg')}
      style={{ height: SIZES.serviceLine }}
    >
      {children}
    </div>
  );
}
