'use client';
import { Background, BackgroundVariant, MarkerType, ReactFlow, ReactFlowProvider, useStore } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import './canvas.css';
import { useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import { cn } from '@/components/ui/class-names';
import type { Cover } from '@/components/ui/drawer-panel';
import type { Adding } from './adding/open-places';
import { PlaceNode } from './adding/place-node';
import { BoundaryNode } from './boundary-node';
import { CanvasActionsContext } from './canvas-actions';
import { CanvasControls } from './canvas-controls';
import { CANVAS_HEIGHT } from './canvas-height';
import { CanvasPlaceholder } from './canvas-placeholder';
import { ON_WALL } from './canvas-scale';
import { HostNode } from './host-node';
import { isInSight } from './in-sight';
import { motionMs } from './motion';
import type { Picture } from './picture';
import { placeOf } from './place-of';
import { RelationEdge } from './relation-edge';
import type { SelectedParts } from './selection/use-selected-parts';
import { ServiceNode } from './service-node';
import { reachableBoxes, toFlow } from './to-flow';
import { type Focus, MIN_ZOOM, useCanvasView } from './use-canvas-view';
import { useFittedLayout } from './use-fitted-layout';
import { usePartGestures } from './use-part-gestures';
import { useReveal } from './use-reveal';
import { VisitorsNode } from './visitors-node';
import { type ZoomLevel, zoomLevel } from './zoom-level';

/** React Flow's own hints are in English, and for what cannot be done here: the drawing has its own. */
const WITHOUT_HINTS = {
  'node.a11yDescription.default': '',
  'node.a11yDescription.keyboardDisabled': '',
  'edge.a11yDescription.default': '',
};
/** The library is named where the product is described; its licence (MIT) asks for no mark in the drawing. */
const WITHOUT_MARK = { hideAttribution: true };
const NODE_TYPES = {
  boundary: BoundaryNode,
  host: HostNode,
  place: PlaceNode,
  service: ServiceNode,
  visitors: VisitorsNode,
};
const NOWHERE: Adding['places'] = [];
const NOTHING: ReadonlySet<string> = new Set();
const EDGE_TYPES = { relation: RelationEdge };
const EDGE_DEFAULTS = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: 'var(--line-strong)' },
};
/** With more machines, only what is in sight is in the document. */
const ALL_IN_DOCUMENT = 60;
const MAX_ZOOM = 1.75;
/** Among fewer machines nobody loses themselves. */
const OVERVIEW_HOSTS = 6;
/** It is looked at and moved; its boxes stay where they are, and take keys and presses themselves. */
const LOOKED_AT = {
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  zoomOnDoubleClick: false,
  preventScrolling: false,
  zoomOnScroll: false,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
};

export interface CanvasProps {
  picture: Picture;
  collapsed: ReadonlySet<string>;
  found: ReadonlySet<string> | null;
  words: readonly string[];
  currentId: string | null;
  selectedId: string | null;
  cover: Cover | null;
  /** what covers the window while all of the drawing is to be seen; null: nothing */
  beside: Cover | null;
  focus: Focus;
  /** where services can be added; null where none can be */
  adding: Adding | null;
  /** what is selected together; null where nothing can be */
  several: SelectedParts | null;
  /** it has the room that it has, and never grows */
  fixed: boolean;
  /** it hangs on a wall: nothing but the drawing, as large as its room lets it be, and what is in focus comes near */
  wall?: boolean;
  onSelect: (id: string | null) => void;
  onCollapse: (groupId: string, collapsed: boolean) => void;
  onCollapseAll: (collapsed: boolean) => void;
}

/** The graph, to be looked at, moved and zoomed. The list beside it says the same. */
export default function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ picture, collapsed, found, words, currentId, selectedId, cover, beside, focus, ...more }: CanvasProps) {
  const { adding, several, fixed, wall = false, onSelect, onCollapse, onCollapseAll } = more;
  const t = useTranslations('topology');
  const frame = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const places = adding?.places ?? NOWHERE;
  const fitted = useFittedLayout(probe, picture, collapsed, places, { fixed, wall });
  const { layout, scale } = fitted;
  const drawn = layout && picture.hosts.filter((host) => layout.boxes.has(host.id)).length;
  const level = useStore((store) => zoomLevel(store.transform[2], drawn ?? 0));
  const allInSight = useStore(({ transform: [x, y, zoom], width, height }) =>
    layout === null ? true : isInSight(layout.bounds, { x, y, zoom }, { width, height }),
  );

  const { nodes, edges } = useMemo(
    () => (layout ? toFlow(picture, { layout, found, cells: level === 'cells', adding }) : { nodes: [], edges: [] }),
    [picture, layout, found, level, adding],
  );
  const boxes = useMemo(() => reachableBoxes(picture, layout?.boxes ?? new Map(), places), [picture, layout, places]);
  const { move, press, selecting } = usePartGestures(frame, picture, boxes, several, onSelect);
  const { viewOf, fitAll, approach, ...moves } = useCanvasView(frame, picture, layout, scale, focus, beside);
  const selectedBox = selectedId === null || !layout ? null : placeOf(picture, layout.boxes, selectedId);
  useReveal(frame, selectedBox, cover, layout?.turn);
  const actions = useMemo(
    () => ({
      ...{ selectedId, currentId, words, level, press, open: onSelect, setCollapsed: onCollapse, move, approach },
      marked: several?.ids ?? NOTHING,
    }),
    [selectedId, several?.ids, currentId, words, level, press, onSelect, onCollapse, move, approach],
  );

  const groups = picture.groups.filter((group) => group.hosts.length > 0);
  return (
    <CanvasActionsContext value={actions}>
      <div ref={probe} aria-hidden="true" className={cn('invisible absolute inset-x-0 top-0', CANVAS_HEIGHT)} />
      <div
        ref={frame}
        style={fitted.fullHeight === null ? undefined : { height: fitted.fullHeight }}
        onMouseDownCapture={selecting.onMouseDownCapture}
        className={cn(
          CANVAS_HEIGHT,
          'relative w-full',
          (drawn ?? 0) <= ALL_IN_DOCUMENT ? 'topology-settling' : 'topology-large',
        )}
      >
        {layout === null || drawn === null ? (
          <CanvasPlaceholder />
        ) : (
          <ReactFlow
            {...LOOKED_AT}
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            defaultEdgeOptions={EDGE_DEFAULTS}
            onlyRenderVisibleElements={drawn > ALL_IN_DOCUMENT}
            defaultViewport={viewOf(layout.bounds)}
            minZoom={MIN_ZOOM}
            maxZoom={wall ? ON_WALL : MAX_ZOOM}
            {...moves}
            onPaneClick={() => {
              onSelect(null);
              several?.clear();
            }}
            proOptions={WITHOUT_MARK}
            ariaLabelConfig={WITHOUT_HINTS}
            aria-label={t('name')}
          >
            <Ground level={level} />
            {!wall && (
              <CanvasControls
                height={fitted.roomHeight}
                scale={scale.largest}
                onFit={() => fitAll(motionMs(250))}
                overview={picture.hosts.length > OVERVIEW_HOSTS && !allInSight}
                onExpandAll={layout.collapsed.size > 0 ? () => onCollapseAll(false) : null}
                onCollapseAll={
                  groups.length > 1 && layout.collapsed.size < groups.length ? () => onCollapseAll(true) : null
                }
              />
            )}
          </ReactFlow>
        )}
        {selecting.shown}
      </div>
    </CanvasActionsContext>
  );
}

/** The dots behind everything, which show that it moves: from afar fewer and larger ones. */
function Ground({ level }: { level: ZoomLevel }) {
  return (
    <Background
      variant={BackgroundVariant.Dots}
      gap={level === 'cells' ? 120 : 20}
      size={level === 'cells' ? 6 : 1.2}
      color="var(--line)"
      bgColor="var(--sunken)"
    />
  );
}
