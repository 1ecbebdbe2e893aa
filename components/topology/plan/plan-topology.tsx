'use client';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useState } from 'react';
import type { PlanDrawingProps } from '@/components/shell/workflows/plan-drawing';
import { useMedia } from '@/components/ui/use-media';
import { CanvasPlaceholder } from '../canvas-placeholder';
import { type CollapseChoice, chooseGroup, collapsedGroups, NOTHING_CHOSEN } from '../collapse';
import { pictureOf } from '../picture';
import { planMarks } from './marks';
import { PlanMarks } from './marks-context';
import { PlanLegend } from './plan-legend';
import { usePlanWordsOf } from './plan-words';
import { usePlannedTopology } from './use-planned-topology';

/** The graph library comes only when a plan is drawn. */
const Canvas = dynamic(() => import('../canvas'), { ssr: false, loading: () => <CanvasPlaceholder /> });
const NO_WORDS: readonly string[] = [];
/** As high as a dialog has room for; as the drawing of a run, it never grows. */
const SIZE = '[--canvas-height:22rem] [--canvas-min-height:0px] lg:[--canvas-height:min(54dvh,34rem)]';

/** A plan on the picture of its environment: what is done with which machine and when; what stays as it is fades. */
export function PlanTopology({ environmentId, workflow, units, instances, unit }: PlanDrawingProps) {
  const t = useTranslations('workflows.drawing');
  const narrow = useMedia('(max-width: 639px)');
  const words = usePlanWordsOf(workflow);
  const topology = usePlannedTopology(environmentId, units, unit);
  const picture = useMemo(() => topology && pictureOf(topology), [topology]);
  const plan = useMemo(
    () => (topology && units ? { workflow, marks: planMarks(topology, units, instances) } : null),
    [workflow, topology, units, instances],
  );
  const touched = useMemo(
    () => plan && new Set([...plan.marks].flatMap(([id, { steps }]) => (steps.length > 0 ? [id] : []))),
    [plan],
  );
  const [selectedId, select] = useState<string | null>(null);
  const [choice, setChoice] = useState<CollapseChoice>(NOTHING_CHOSEN);
  const [focus, setFocus] = useState({ id: null, turn: 0 });
  const collapsedKey = picture === null ? '' : [...collapsedGroups(picture, choice, narrow === true)].join();
  const collapsed = useMemo(() => new Set(collapsedKey === '' ? [] : collapsedKey.split(',')), [collapsedKey]);
  const onCollapse = useCallback(
    (groupId: string, closed: boolean) => setChoice((last) => chooseGroup(last, groupId, closed)),
    [],
  );
  const onCollapseAll = useCallback((closed: boolean) => {
    setChoice({ all: closed ? 'closed' : 'open', single: new Map() });
    setFocus(({ turn }) => ({ id: null, turn: turn + 1 }));
  }, []);
  const machines = useMemo(
    () => (plan && picture ? picture.hosts.flatMap(({ id }) => plan.marks.get(id) ?? []) : []),
    [plan, picture],
  );
  const parts = useMemo(
    () =>
      plan && picture
        ? [...plan.marks].flatMap(([id, mark]) => (picture.byId.get(id)?.kind === 'host' ? [] : [mark]))
        : [],
    [plan, picture],
  );
  const selected = selectedId === null ? undefined : picture?.byId.get(selectedId);
  const group = picture?.groups.find(({ node }) => node.id === selectedId);
  const said = group
    ? words.summary(group.hosts.flatMap(({ id }) => plan?.marks.get(id) ?? []))
    : selected && words.sentence(plan?.marks.get(selected.id) ?? null);
  return (
    <section aria-label={t('name')} className="flex min-w-0 flex-col gap-3">
      <div className={`relative overflow-hidden rounded-xl border ${SIZE}`}>
        {picture ? (
          <PlanMarks plan={plan}>
            <Canvas
              picture={picture}
              collapsed={collapsed}
              found={touched}
              words={NO_WORDS}
              currentId={null}
              selectedId={selectedId}
              cover={null}
              beside={null}
              focus={focus}
              fixed
              adding={null}
              several={null}
              onSelect={select}
              onCollapse={onCollapse}
              onCollapseAll={onCollapseAll}
            />
          </PlanMarks>
        ) : (
          <CanvasPlaceholder />
        )}
      </div>
      {plan && <PlanLegend workflow={workflow} machines={machines} parts={parts} />}
      <p role="status" className="min-h-5 text-[13px] text-ink-muted">
        {selected ? (
          <>
            <span className="font-medium text-ink">{selected.title}</span> {said}
          </>
        ) : (
          plan && t('choose')
        )}
      </p>
    </section>
  );
}
