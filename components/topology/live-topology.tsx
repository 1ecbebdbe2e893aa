'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useCallback, useMemo, useState } from 'react';
import { Drawer } from '@/components/ui/drawer';
import type { Cover } from '@/components/ui/drawer-panel';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { useMedia } from '@/components/ui/use-media';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironmentEvents } from '@/lib/client/events/use-environment-events';
import { useAt } from '@/lib/client/moment-address';
import { usePastPicture } from '@/lib/client/moments';
import { usePresenter } from '@/lib/client/presenter';
import type { EnvironmentPicture } from '@/lib/client/topology';
import { useAdding } from './adding/use-adding';
import { CanvasPlaceholder } from './canvas-placeholder';
import { NextServices } from './next-services';
import { pictureOf } from './picture';
import { PolicyMarks } from './policy-marks';
import type { SelectionContext } from './selection/action';
import { partsOf, selectionOf } from './selection/selection';
import { type SelectedParts, useSelectedParts } from './selection/use-selected-parts';
import { useSelectionContext } from './selection/use-selection-context';
import { TopologyView } from './topology-view';
import { useOpened } from './use-opened';
import { useShowAs } from './use-view-state';

const PartDetails = onDemand<ComponentProps<typeof import('./details/part-details').PartDetails>>(
  async () => (await import('./details/part-details')).PartDetails,
);

const SelectionActions = onDemand<ComponentProps<typeof import('./selection/selection-actions').SelectionActions>>(
  async () => (await import('./selection/selection-actions')).SelectionActions,
);

const Wall = onDemand<ComponentProps<typeof import('./wall/wall').Wall>>(
  async () => (await import('./wall/wall')).Wall,
);

const SelectionBar = onDemand<ComponentProps<typeof import('./selection/selection-bar').SelectionBar>>(
  async () => (await import('./selection/selection-bar')).SelectionBar,
);

/** The picture of an environment with what can be done in it: look at a part, act on several, add a service. */
export function LiveTopology({ environment }: { environment: EnvironmentPicture }) {
  const t = useTranslations('topology');
  const { id } = environment.environment;
  const { connection } = useEnvironmentEvents(id);
  const narrow = useMedia('(max-width: 639px)');
  const [cover, setCover] = useState<Cover | null>(null);
  const [beside, setBeside] = useState<Cover | null>(null);
  const [at] = useAt();
  const past = usePastPicture(id, at, environment);
  const shown = at === null ? environment : past.picture;
  const isPast = at !== null;
  const isPresented = usePresenter();
  const topology = (shown ?? environment).topology;
  const picture = useMemo(() => pictureOf(topology), [topology]);
  const adding = useAdding(id, picture, environment.services);
  const [showAs, show] = useShowAs();
  const context: SelectionContext = {
    ...useSelectionContext(environment),
    ...{ showAs: showAs ?? 'graph', show, onCover: setBeside },
  };
  const { openedId, open, several } = useOneOrSeveral();
  const opened = picture.byId.get(openedId ?? '') ?? null;
  const selection = selectionOf(picture, several.ids);
  const isDrawn = picture.topology.nodes.some((node) => node.kind === 'service');
  return (
    <PolicyMarks environmentId={id} nodes={topology.nodes} drafted={shown?.drafted ?? false}>
      {(connection === 'retrying' || connection === 'refused') && <Notice tone="attention">{t(connection)}</Notice>}
      {!isPast && (
        <div data-beside-wall className="contents">
          <NextServices environmentId={id} services={environment.services} />
        </div>
      )}
      {past.error !== null && (
        <Notice tone="failed" title={t('past.failed')}>
          {sentenceOf(past.error)}
        </Notice>
      )}
      {shown !== null && isDrawn && isPresented && (
        <Wall environment={shown} picture={picture} selectedId={opened?.id ?? null} onSelect={open} />
      )}
      {shown !== null && isDrawn && !isPresented && (
        <TopologyView
          picture={picture}
          selectedId={opened?.id ?? null}
          cover={cover}
          beside={beside}
          adding={isPast ? null : adding}
          several={isPast ? null : several}
          onSelect={open}
          foot={
            !isPast &&
            partsOf(selection).length > 0 && (
              <SelectionBar selection={selection} context={context} onClear={several.clear} />
            )
          }
        />
      )}
      {shown === null && past.error === null && <CanvasPlaceholder />}
      {shown !== null && !isDrawn && <EmptyState title={t('past.nothing')}>{t('past.nothingText')}</EmptyState>}
      <Drawer
        open={opened !== null}
        side={narrow === true ? 'bottom' : 'right'}
        onCover={setCover}
        onOpenChange={(next) => !next && open(null)}
        modal={false}
        title={opened?.title ?? ''}
        footer={
          opened &&
          !isPast && (
            <SelectionActions
              selection={selectionOf(picture, new Set([opened.id]))}
              context={context}
              onDone={() => open(null)}
            />
          )
        }
      >
        {opened && shown && <PartDetails picture={picture} environment={shown} part={opened} onSelect={open} />}
      </Drawer>
      {/* room to scroll to what lies at the end of the page, above the panel */}
      {cover?.side === 'bottom' && <div style={{ height: cover.size }} />}
    </PolicyMarks>
  );
}

/** One part is open, or several are selected: what is open is the first of those that are selected next. */
function useOneOrSeveral(): { openedId: string | null; open: (id: string | null) => void; several: SelectedParts } {
  const { id: openedId, open: openOne } = useOpened();
  const selected = useSelectedParts();
  const { ids, toggle, add, clear } = selected;
  const open = useCallback(
    (id: string | null) => {
      if (id !== null) clear();
      openOne(id);
    },
    [openOne, clear],
  );
  const several = useMemo((): SelectedParts => {
    const begin = () => {
      if (openedId === null) return;
      add([openedId]);
      openOne(null);
    };
    return {
      ...{ ids, clear },
      toggle: (id) => {
        begin();
        if (id !== openedId) toggle(id);
      },
      add: (more) => {
        begin();
        add(more);
      },
    };
  }, [ids, toggle, add, clear, openedId, openOne]);
  return { openedId, open, several };
}
