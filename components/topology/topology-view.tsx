'use client';
import { List, Workflow } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import type { Cover } from '@/components/ui/drawer-panel';
import { onDemand } from '@/components/ui/on-demand';
import { Segmented } from '@/components/ui/segmented';
import type { Adding } from './adding/open-places';
import { CanvasPlaceholder } from './canvas-placeholder';
import { ExportMenu } from './export/export-menu';
import { Legend } from './legend';
import type { Picture } from './picture';
import { nextMatch } from './search';
import { SearchBox } from './search-box';
import type { SelectedParts } from './selection/use-selected-parts';
import { StateFilter } from './state-filter';
import { useFocus } from './use-focus';
import { usePartSearch } from './use-part-search';
import { type ShowAs, useShowAs } from './use-view-state';
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
  /** what lies over a part of the window while all of the picture is to be seen beside it */
  beside?: Cover | null;
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
  beside = null,
  adding = null,
  several = null,
  foot,
  bare = false,
  wall,
}: TopologyViewProps) {
  const t = useTranslations('topology');
  const words = useTopologyWords();
  const [view, show] = useShowAs();
  const { search, found, foundSet, typedWords } = usePartSearch(picture);
  const { focusId, focus, collapsed, goTo, onCollapse, onCollapseAll } = useFocus(picture, selectedId, wall);
  const currentId = focusId !== null && found?.includes(focusId) ? focusId : null;
  const step = (by: 1 | -1) => {
    const next = nextMatch(found ?? [], currentId, by);
    if (next !== null) goTo(next);
  };

  const canvas = (
    <Canvas
      picture={picture}
      collapsed={collapsed}
      found={foundSet}
      words={typedWords}
      currentId={currentId}
      selectedId={selectedId}
      cover={cover}
      beside={beside}
      focus={focus}
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
          typed={search.typed}
          onTyped={search.setTyped}
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
          <ExportMenu picture={picture} collapsed={collapsed} />
          <ShowAsSwitch value={view ?? 'graph'} onChange={show} />
        </div>
      </div>
      <StateFilter hosts={picture.hosts} chosen={search.states} onToggle={search.toggleState} />
      {found?.length === 0 && <NothingFound onClear={search.clear} />}
      {view === 'list' ? (
        <ListAlternative
          picture={picture}
          found={foundSet}
          words={typedWords}
          collapsed={collapsed}
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

function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useTranslations('topology.search');
  return (
    <p className="flex flex-wrap items-center gap-3 rounded-lg border bg-surface px-4 py-2.5">
      {t('none')}
      <Button size="sm" onClick={onClear}>
        {t('clear')}
      </Button>
    </p>
  );
}

function ShowAsSwitch({ value, onChange }: { value: ShowAs; onChange: (as: ShowAs) => void }) {
  const t = useTranslations('topology.showAs');
  return (
    <Segmented<ShowAs>
      label={t('label')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'graph', label: t('graph'), icon: <Workflow aria-hidden /> },
        { value: 'list', label: t('list'), icon: <List aria-hidden /> },
      ]}
    />
  );
}
