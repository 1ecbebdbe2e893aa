'use client';
import { List, Workflow } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Cover } from '@/components/ui/drawer-panel';
import { onDemand } from '@/components/ui/on-demand';
import { Segmented } from '@/components/ui/segmented';
import { useMedia } from '@/components/ui/use-media';
import type { Adding } from './adding/open-places';
import type { Focus } from './canvas';
import { CanvasPlaceholder } from './canvas-placeholder';
import { type CollapseChoice, chooseGroup, collapsedGroups, firstFocus, NOTHING_CHOSEN } from './collapse';
import { ExportMenu } from './export/export-menu';
import { Legend } from './legend';
import type { Picture } from './picture';
import { findParts, nextMatch, wordsOf } from './search';
import { SearchBox } from './search-box';
import type { SelectedParts } from './selection/use-selected-parts';
import { StateFilter } from './state-filter';
import { type ShowAs, useShowAs, useWanted } from './use-wanted';
import { useTopologyWords } from './words';

const ListAlternative = onDemand<ComponentProps<typeof import('./list-alternative').ListAlternative>>(
  async () => (await import('./list-alternative')).ListAlternative,
  <CanvasPlaceholder />,
);

/** The graph library comes only when the graph is shown. */
const Canvas = dynamic(() => import('./canvas'), { ssr: false, loading: () => <CanvasPlaceholder /> });

export interface TopologyViewProps {
  picture: Picture;
  /** node id of a machine or a service */
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  /** what lies over a part of the window: what is selected stays in sight beside it */
  cover?: Cover | null;
  /** where services can be added; null where none can be */
  adding?: Adding | null;
  /** what is selected together; null where nothing can be */
  several?: SelectedParts | null;
  /** what stands at the foot of the picture */
  foot?: ReactNode;
  /** the picture alone, in all the room that its place has: for a page that tells the same beside it */
  bare?: boolean;
  /** on a wall: the part that has the focus, null: all of it; left out where it hangs on none */
  wall?: { focus: string | null };
}

/** The picture of an environment: as a graph, or as a list that says the same. */
export function TopologyView({
  picture,
  selectedId,
  onSelect,
  cover = null,
  adding = null,
  several = null,
  foot,
  bare = false,
  wall,
}: TopologyViewProps) {
  const t = useTranslations('topology');
  const words = useTopologyWords();
  const narrow = useMedia('(max-width: 639px)');
  const wanted = useWanted();
  const [view, show] = useShowAs();
  const typed = useDeferredValue(wanted.typed);
  const found = findParts(picture, { typed, states: wanted.states }, words.state);
  const foundKey = found?.join() ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what was found
  const foundSet = useMemo(() => found && new Set(found), [foundKey]);
  const typedWords = useMemo(() => wordsOf(typed), [typed]);

  const [focus, setFocus] = useState<Focus>(() => ({ id: firstFocus(picture, selectedId), turn: 0 }));
  const [choice, setChoice] = useState<CollapseChoice>(() => opened(NOTHING_CHOSEN, picture, focus.id));
  // on a wall nobody opens a service: the one whose machine comes near is open
  const wallFocus = wall?.focus ?? null;
  const collapsed = collapsedGroups(picture, opened(choice, picture, wallFocus), narrow === true);
  const collapsedKey = [...collapsed].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what is collapsed
  const collapsedSet = useMemo(() => collapsed, [collapsedKey]);

  const currentId = focus.id !== null && found?.includes(focus.id) ? focus.id : null;
  const step = (by: 1 | -1) => {
    const next = nextMatch(found ?? [], currentId, by);
    if (next === null) return;
    setChoice((last) => opened(last, picture, next));
    setFocus(({ turn }) => ({ id: next, turn: turn + 1 }));
  };
  const onCollapse = useCallback((groupId: string, closed: boolean) => {
    setChoice((last) => chooseGroup(last, groupId, closed));
    setFocus(({ turn }) => ({ id: null, turn }));
  }, []);
  const onCollapseAll = useCallback((closed: boolean) => {
    setChoice({ all: closed ? 'closed' : 'open', single: new Map() });
    setFocus(({ turn }) => ({ id: null, turn: turn + 1 }));
  }, []);

  const near = useMemo((): Focus => ({ id: wallFocus, turn: 0 }), [wallFocus]);

  const canvas = (
    <Canvas
      picture={picture}
      collapsed={collapsedSet}
      found={foundSet}
      words={typedWords}
      currentId={currentId}
      selectedId={selectedId}
      cover={cover}
      focus={wall ? near : focus}
      fixed={bare}
      wall={wall !== undefined}
      adding={adding}
      several={several}
      onSelect={onSelect}
      onCollapse={onCollapse}
      onCollapseAll={onCollapseAll}
    />
  );
  if (bare) {
    return (
      <section aria-label={t('name')} className="absolute inset-0 [--canvas-height:100%] [--canvas-min-height:0px]">
        {canvas}
      </section>
    );
  }
  return (
    <section aria-label={t('name')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          typed={wanted.typed}
          onTyped={wanted.setTyped}
          found={found?.length ?? null}
          at={currentId === null ? 0 : (found?.indexOf(currentId) ?? -1) + 1}
          onStep={step}
        />
        <p role="status" className="text-ink-muted">
          {found
            ? t('search.count', { found: found.length, all: picture.hosts.length })
            : words.machines(picture.hosts)}
        </p>
        <div className="ml-auto flex items-center gap-2">
          <ExportMenu picture={picture} collapsed={collapsedSet} />
          <Segmented<ShowAs>
            label={t('showAs.label')}
            value={view ?? 'graph'}
            onChange={show}
            options={[
              { value: 'graph', label: t('showAs.graph'), icon: <Workflow aria-hidden /> },
              { value: 'list', label: t('showAs.list'), icon: <List aria-hidden /> },
            ]}
          />
        </div>
      </div>
      <StateFilter hosts={picture.hosts} chosen={wanted.states} onToggle={wanted.toggleState} />
      {found?.length === 0 && (
        <p className="flex flex-wrap items-center gap-3 rounded-lg border bg-surface px-4 py-2.5">
          {t('search.none')}
          <Button size="sm" onClick={wanted.clear}>
            {t('search.clear')}
          </Button>
        </p>
      )}
      {view === 'list' ? (
        <ListAlternative
          picture={picture}
          found={foundSet}
          words={typedWords}
          collapsed={collapsedSet}
          currentId={currentId}
          selectedId={selectedId}
          cover={cover}
          adding={adding}
          several={several}
          onSelect={onSelect}
          onCollapse={onCollapse}
        />
      ) : (
        <div className="relative overflow-hidden rounded-xl border">
          {view === null ? <CanvasPlaceholder /> : canvas}
        </div>
      )}
      {foot}
      {view !== 'list' && <Legend selects={several !== null} />}
    </section>
  );
}

/** The choice with the service of a machine opened, so that the machine can be seen. */
function opened(choice: CollapseChoice, picture: Picture, id: string | null): CollapseChoice {
  const node = id === null ? undefined : picture.byId.get(id);
  return node?.kind === 'host' && node.parentId !== null ? chooseGroup(choice, node.parentId, false) : choice;
}
