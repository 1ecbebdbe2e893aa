'use client';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { PenLine, Server } from 'lucide-react';
import { memo } from 'react';
import { differencesOn } from '@/components/status/drift-words';
import { useSentenceWords } from '@/components/status/sentence-words';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import { RelativeTime } from '@/components/ui/relative-time';
import { type MachineMark, useMachineMark } from '@/lib/client/marked-machines';
import { lastCheckedAt } from '@/lib/model/operations/condition';
import type { TopologyNode } from '@/lib/model/topology/graph';
import type { UnitState } from '@/lib/model/unit-state';
import { useCanvasActions } from './canvas-actions';
import { fading } from './fading';
import { Highlighted } from './highlighted';
import { type Density, SIZES } from './layout/box';
import type { PlanMark } from './plan/marks';
import { usePlanMark } from './plan/marks-context';
import { usePlanDescription } from './plan/plan-words';
import { PartPlan, PlanIcon, PlanLine, planBox, TurnSign } from './plan/signs';
import { PolicySign, usePolicyMark } from './policy-marks';
import { MarkedSign } from './selection/marked-sign';
import { StateFlash, useLanded } from './state-flash';
import type { HostFlowNode } from './to-flow';
import { useTopologyWords } from './words';

const BOX: Record<UnitState, string> = {
  draft: 'border-dashed border-draft-border',
  waiting: 'border-waiting-border',
  running: 'border-running-solid',
  ready: 'border-ready-border',
  stopped: 'border-stopped-border',
  suspended: 'border-suspended-border',
  attention: 'border-attention-solid',
  failed: 'border-failed-solid',
};

const WORD: Record<UnitState, string> = {
  draft: 'text-draft-text',
  waiting: 'text-waiting-text',
  running: 'text-running-text',
  ready: 'text-ready-text',
  stopped: 'text-stopped-text',
  suspended: 'text-suspended-text',
  attention: 'text-attention-text',
  failed: 'text-failed-text',
};

const MARK: Record<MachineMark, string> = {
  outlined: 'ring-3 ring-accent ring-offset-2 ring-offset-canvas',
  off: 'border-dashed brightness-45 grayscale',
  hurt: 'border-dashed ring-3 ring-attention-solid',
  works: 'ring-2 ring-ready-border',
};

/** A machine with its roles and applications inside. */
export const HostNode = memo(function HostNode({ data, height }: NodeProps<HostFlowNode>) {
  const { node, parts, density, dimmed } = data;
  const { press, move, selectedId, marked, currentId, level } = useCanvasActions();
  const isMarked = marked.has(node.id);
  const policy = usePolicyMark(node.id);
  const plan = usePlanMark(node.id);
  const planned = usePlanDescription(node, parts);
  const mark = useMachineMark(node.unitId);
  const landed = useLanded(node.state);
  const words = useTopologyWords();
  return (
    <>
      <Handle type="target" position={Position.Right} isConnectable={false} className="opacity-0!" />
      <button
        type="button"
        data-part={node.id}
        data-mark={mark ?? undefined}
        aria-label={words.host(node, parts)}
        aria-pressed={selectedId === node.id || isMarked}
        aria-description={planned ?? policy?.sentences.join(' ')}
        style={{ height }}
        onClick={(event) => press(event, node.id)}
        onKeyDown={(event) => move(event, node.id)}
        className={cn(
          'pointer-events-auto relative flex w-full flex-col rounded-lg border bg-surface text-left transition-[opacity,border-color,box-shadow] hover:shadow-lift',
          BOX[node.state],
          plan && planBox(plan),
          currentId === node.id && 'ring-3 ring-attention-solid',
          selectedId === node.id && 'ring-2 ring-accent ring-offset-2 ring-offset-canvas',
          isMarked && 'ring-2 ring-accent bg-accent-soft',
          // a drawn plan says more than that something is about to be done with it
          mark !== null && (mark !== 'outlined' || plan === null) && MARK[mark],
          landed && 'topology-land',
          (dimmed || node.change === 'removed') && fading(node),
        )}
      >
        {level !== 'near' ? (
          <FarFace node={node} density={density} plan={plan} />
        ) : density === 'full' ? (
          <FullFace node={node} parts={parts} plan={plan} />
        ) : (
          <SmallFace node={node} parts={parts} density={density} plan={plan} />
        )}
        {node.state === 'running' && <span aria-hidden className="topology-pulse" />}
        {isMarked && <MarkedSign />}
        {plan && <TurnSign marks={[plan]} />}
        {policy && <PolicySign mark={policy} />}
        {differencesOn(node).length > 0 && <DriftSign differences={differencesOn(node)} />}
        <StateFlash state={node.state} />
      </button>
      <Handle type="source" position={Position.Left} isConnectable={false} className="opacity-0!" />
    </>
  );
});

/** On a machine that was changed by hand: what differs is on hover, and in words in its details. */
function DriftSign({ differences }: { differences: readonly string[] }) {
  const inWords = useSentenceWords();
  return (
    <span
      aria-hidden
      title={differences.map(inWords).join('\n')}
      className="absolute -right-2 -bottom-2 grid size-5 place-items-center rounded-full bg-attention-solid text-surface"
    >
      <PenLine className="size-3" />
    </span>
  );
}

/** From afar only the name and the state can be read, so only they are shown, larger. */
function FarFace({ node, density, plan }: { node: TopologyNode; density: Density; plan: PlanMark | null }) {
  const { words } = useCanvasActions();
  const full = density === 'full';
  return (
    <span className={cn('flex h-full w-full items-center justify-center gap-2 px-2', full && 'flex-col px-3')}>
      {plan ? (
        <PlanIcon mark={plan} className={full ? 'size-10' : 'size-5'} />
      ) : (
        <StatusIcon state={node.state} className={full ? 'size-10' : 'size-5'} />
      )}
      <span className={cn('min-w-0 max-w-full truncate font-semibold', full ? 'text-2xl leading-8' : 'text-lg')}>
        <Highlighted text={node.title} words={words} />
      </span>
    </span>
  );
}

/** Among many machines: the name, and where there is room for it what it carries or what is wrong with it. */
function SmallFace({
  node,
  parts,
  density,
  plan,
}: {
  node: TopologyNode;
  parts: readonly TopologyNode[];
  density: Density;
  plan: PlanMark | null;
}) {
  const { words } = useCanvasActions();
  const say = useTopologyWords();
  const said = say.brief(node, parts);
  const isCalm = node.state === 'ready' || node.state === 'draft';
  const unborn = node.state === 'draft' || node.state === 'waiting';
  return (
    <span
      className={cn('flex h-full w-full items-center', density === 'dense' ? 'gap-1.5 px-2' : 'gap-2 px-2.5')}
      title={said}
    >
      <StatusIcon state={node.state} className="size-4 shrink-0" />
      <span className="min-w-0 flex-1">
        <span
          className={cn(
            'block truncate font-semibold text-[13px] leading-[18px]',
            unborn && 'text-ink-muted',
            node.change === 'removed' && 'line-through',
          )}
        >
          <Highlighted text={node.title} words={words} />
        </span>
        {density === 'compact' &&
          (plan ? (
            <PlanLine mark={plan} className="text-xs leading-4" />
          ) : (
            <span
              className={cn(
                'line-clamp-2 break-words text-xs leading-[14px]',
                isCalm ? 'text-ink-muted' : WORD[node.state],
              )}
            >
              {said}
            </span>
          ))}
      </span>
      {density === 'dense' && plan && <PlanIcon mark={plan} className="size-4" />}
    </span>
  );
}

function FullFace({
  node,
  parts,
  plan,
}: {
  node: TopologyNode;
  parts: readonly TopologyNode[];
  plan: PlanMark | null;
}) {
  const { words } = useCanvasActions();
  const say = useTopologyWords();
  const unborn = node.state === 'draft' || node.state === 'waiting';
  const line = say.remark(node);
  const checkedAt = node.state === 'ready' && node.host?.condition ? lastCheckedAt(node.host.condition) : null;
  return (
    <>
      <span className="flex shrink-0 items-center gap-2.5 px-3" style={{ height: SIZES.host.full.head }}>
        <Server aria-hidden className={cn('size-5 shrink-0', unborn ? 'text-ink-faint' : 'text-ink-muted')} />
        <span className="min-w-0 flex-1">
          <span
            className={cn(
              'block truncate font-semibold text-[15px] leading-5',
              unborn && 'text-ink-muted',
              node.change === 'removed' && 'line-through',
            )}
          >
            <Highlighted text={node.title} words={words} />
          </span>
          <span className={cn('flex items-center gap-1.5 font-medium text-xs', WORD[node.state])}>
            <StatusIcon state={node.state} inherit className="size-3.5" />
            {say.stateOf(node)}
          </span>
        </span>
      </span>
      <span className="flex flex-col px-2.5" style={{ gap: SIZES.gap }}>
        {parts.map((part) => (
          <PartBox key={part.id} part={part} words={words} />
        ))}
      </span>
      <span
        className="mt-auto flex shrink-0 items-center px-3 text-ink-muted text-xs"
        style={{ height: SIZES.host.full.foot }}
        title={line}
      >
        {plan ? (
          <PlanLine mark={plan} className="text-[13px]" />
        ) : (
          <>
            <span className="line-clamp-2 min-w-0 flex-1 break-words leading-[14px]">{line}</span>
            {checkedAt !== null && <RelativeTime at={checkedAt} className="shrink-0 pl-2 text-ink-faint" />}
          </>
        )}
      </span>
    </>
  );
}

function PartBox({ part, words }: { part: TopologyNode; words: readonly string[] }) {
  const application = part.kind === 'application';
  const unborn = part.state === 'draft' || part.state === 'waiting';
  return (
    <span
      style={{ height: application ? SIZES.application : SIZES.role }}
      className={cn(
        'relative flex items-center gap-2 rounded-md border px-2.5 text-[13px]',
        application ? 'ml-5 bg-surface' : 'bg-sunken',
        unborn && 'border-dashed text-ink-muted',
      )}
    >
      <StatusIcon state={part.state} className="size-3.5" />
      <span className="min-w-0 flex-1 truncate">
        <Highlighted text={part.title} words={words} />
      </span>
      <PartPlan nodeId={part.id} />
      <StateFlash state={part.state} />
    </span>
  );
}
