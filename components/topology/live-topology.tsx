'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useCallback, useMemo, useState } from 'react';
import { Drawer } from '@/components/ui/drawer';
import type { Cover } from '@/components/ui/drawer-panel';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { useMedia } from '@/components/ui/use-media';
import { useEnvironmentEvents } from '@/lib/client/events/use-environment-events';
import type { EnvironmentPicture } from '@/lib/client/topology';
import { useAdding } from './adding/use-adding';
import { NextServices } from './next-services';
import { pictureOf } from './picture';
import { PolicyMarks } from './policy-marks';
import type { SelectionContext } from './selection/action';
import { partsOf, selectionOf } from './selection/selection';
import { type SelectedParts, useSelectedParts } from './selection/use-selected-parts';
import { useSelectionContext } from './selection/use-selection-context';
import { TopologyView } from './topology-view';
import { useOpened } from './use-opened';
import { useShowAs } from './use-wanted';

const PartDetails = onDemand<ComponentProps<typeof import('./details/part-details').PartDetails>>(
  async () => (await import('./details/part-details')).PartDetails,
);

const SelectionActions = onDemand<ComponentProps<typeof import('./selection/selection-actions').SelectionActions>>(
  async () => (await import('./selection/selection-actions')).SelectionActions,
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
  const picture = useMemo(() => pictureOf(environment.topology), [environment.topology]);
  const adding = useAdding(id, picture, environment.services);
  const [showAs, show] = useShowAs();
  const context: SelectionContext = { ...useSelectionContext(environment), showAs: showAs ?? 'graph', show };
  const { openedId, open, several } = useOneOrSeveral();
  const opened = picture.byId.get(openedId ?? '') ?? null;
  const selection = selectionOf(picture, several.ids);
  return (
    <PolicyMarks environmentId={id} nodes={environment.topology.nodes} drafted={environment.drafted}>
      {(connection === 'retrying' || connection === 'refused') && <Notice tone="attention">{t(connection)}</Notice>}
      <div data-beside-wall className="contents">
        <NextServices environmentId={id} services={environment.services} />
      </div>
      <TopologyView
        picture={picture}
        selectedId={opened?.id ?? null}
        cover={cover}
        adding={adding}
        several={several}
        onSelect={open}
        foot={
          partsOf(selection).length > 0 && (
            <SelectionBar selection={selection} context={context} onClear={several.clear} />
          )
        }
      />
      <Drawer
        open={opened !== null}
        side={narrow === true ? 'bottom' : 'right'}
        onCover={setCover}
        onOpenChange={(next) => !next && open(null)}
        modal={false}
        title={opened?.title ?? ''}
        footer={
          opened && (
            <SelectionActions
              selection={selectionOf(picture, new Set([opened.id]))}
              context={context}
              onDone={() => open(null)}
            />
          )
        }
      >
        {opened && <PartDetails picture={picture} environment={environment} part={opened} onSelect={open} />}
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
