'use client';
import {
  Background,
  BackgroundVariant,
  getViewportForBounds,
  MarkerType,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import './canvas.css';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { cn } from '@/components/ui/class-names';
import type { Cover } from '@/components/ui/drawer-panel';
import { usePresenter } from '@/lib/client/presenter';
import type { Adding } from './adding/open-places';
import { PlaceNode } from './adding/place-node';
import { BoundaryNode } from './boundary-node';
import { CanvasActionsContext } from './canvas-actions';
import { CanvasControls, fitPadding, isNarrow } from './canvas-controls';
import { CANVAS_HEIGHT } from './canvas-height';
import { CanvasPlaceholder } from './canvas-placeholder';
import { HostNode } from './host-node';
import { isInSight } from './in-sight';
import type { Box } from './layout/box';
import { useElementSize } from './layout/use-element-size';
import { useLayout } from './layout/use-layout';
import { motionMs } from './motion';
import type { Picture } from './picture';
import { RelationEdge } from './relation-edge';
import { useBoxSelection } from './selection/box-selection';
import { selectsMore } from './selection/selection';
import type { SelectedParts } from './selection/use-selected-parts';
import { ServiceNode } from './service-node';
import { reachableBoxes, toFlow } from './to-flow';
import { useKeyboardMoves } from './use-keyboard-moves';
import { useReveal } from './use-reveal';
import { VisitorsNode } from './visitors-node';
import { useTopologyWords } from './words';
import { zoomLevel } from './zoom-level';

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

/** How many times as high as the window leaves room the canvas becomes so that all of it can be read. */
const STRETCH = { wide: 2.4, narrow: 8 };
const MIN_ZOOM = 0.03;
/** What is looked for is shown at least so large. */
const SEEN = 0.6;
/** So much larger everything is drawn before an audience, where there is room. */
const PRESENTED = 1.25;
/** On a wall a few machines are drawn so many times as large. */
const ON_WALL = 3;
/** The smallest words on a wall, in pixels: read from some metres away. */
const READABLE_ON_WALL = 16;
const WALL_PADDING = { top: 12, bottom: 12, left: 12, right: 12 };
/** So much nearer than the whole comes what is in focus on a wall. */
const NEARER = 1.6;
/** Among fewer machines nobody loses themselves. */
const OVERVIEW_HOSTS = 6;

/** What the canvas is to show: a part, or everything; `turn` tells a second request for the same from the first. */
export interface Focus {
  id: string | null;
  turn: number;
}

export interface CanvasProps {
  picture: Picture;
  collapsed: ReadonlySet<string>;
  found: ReadonlySet<string> | null;
  words: readonly string[];
  currentId: string | null;
  selectedId: string | null;
  cover: Cover | null;
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

function Flow({ picture, collapsed, found, words, currentId, selectedId, cover, focus, ...more }: CanvasProps) {
  const { adding, several, fixed, wall = false, onSelect, onCollapse, onCollapseAll } = more;
  const places = adding?.places ?? NOWHERE;
  const presenting = usePresenter();
  const largest = wall ? ON_WALL : presenting ? PRESENTED : 1;
  const enlarged = wall ? 1 : largest;
  const t = useTranslations('topology');
  const flow = useReactFlow();
  const frame = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const say = useTopologyWords();
  const probe = useRef<HTMLDivElement>(null);
  const room = useElementSize(probe);
  const padding = wall ? WALL_PADDING : fitPadding(room.width, room.height, largest);
  const narrow = isNarrow(room.width);
  const layout = useLayout(picture, collapsed, say.relationLine, places, {
    width: Math.max(0, room.width - padding.left - padding.right) / enlarged,
    height: Math.max(0, room.height - padding.top - padding.bottom) / enlarged,
    stretch: fixed || (presenting && !narrow) ? 1 : narrow ? STRETCH.narrow : STRETCH.wide,
    narrow,
    ...(wall ? { readable: READABLE_ON_WALL } : {}),
  });
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
  const go = useKeyboardMoves(frame, boxes);
  const move = useCallback(
    (event: KeyboardEvent, id: string) => {
      if (several && event.key === 'Enter' && selectsMore(event)) {
        event.preventDefault();
        several.toggle(id);
        return;
      }
      const next = go(event, id);
      if (several && next !== null && event.shiftKey) several.add([id, next].filter((one) => picture.byId.has(one)));
    },
    [go, several, picture],
  );
  const press = useCallback(
    (event: MouseEvent, id: string, open = () => onSelect(id)) => {
      if (several && selectsMore(event)) several.toggle(id);
      else open();
    },
    [several, onSelect],
  );
  const selecting = useBoxSelection(
    frame,
    boxes,
    several && ((ids) => several.add(ids.filter((id) => picture.byId.has(id)))),
  );
  const actions = useMemo(
    () => ({
      ...{ selectedId, currentId, words, level, press, open: onSelect, setCollapsed: onCollapse, move },
      marked: several?.ids ?? NOTHING,
      approach: (groupId: string) => {
        moved.current = true;
        void flow.fitView({ nodes: [{ id: groupId }], minZoom: 0.5, maxZoom: 1, duration: motionMs(300) });
      },
    }),
    [selectedId, several?.ids, currentId, words, level, press, onSelect, onCollapse, move, flow],
  );

  const viewOf = useCallback(
    (bounds: Box) => {
      const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
      const { left, right, top, bottom } = wall ? WALL_PADDING : fitPadding(clientWidth, clientHeight, largest);
      return getViewportForBounds(bounds, clientWidth, clientHeight, MIN_ZOOM, largest, {
        ...{ left: `${left}px`, right: `${right}px`, top: `${top}px`, bottom: `${bottom}px` },
      });
    },
    [largest, wall],
  );
  const fitAll = useCallback(
    (duration: number) => {
      if (layout && frame.current) void flow.setViewport(viewOf(layout.bounds), { duration });
    },
    [layout, flow, viewOf],
  );

  // a new layout wants a new view, until somebody has chosen their own
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn tells a new layout
  useEffect(() => {
    if (!layout) return;
    const box = focus.id === null ? null : placeOf(picture, layout.boxes, focus.id);
    if (focus.id !== null && !box) return;
    if (!box && moved.current) return;
    const timer = setTimeout(() => {
      // what can be read with all of it fitted in is in sight already
      const whole = viewOf(layout.bounds).zoom;
      const inSight = !wall && !moved.current && whole >= SEEN;
      if (!box || inSight) return fitAll(layout.turn === 1 ? 0 : motionMs(300));
      const zoom = wall ? Math.min(ON_WALL, whole * NEARER) : Math.min(1, Math.max(flow.getZoom(), SEEN));
      void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom, duration: motionMs(300) });
    }, 30);
    return () => clearTimeout(timer);
  }, [layout?.turn, focus]);

  // so does another size of the frame: a tablet that is turned, a window made narrow
  const size = useStore((store) => `${store.width} ${store.height}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout is fitted above
  useEffect(() => {
    if (focus.id === null && !moved.current) fitAll(0);
  }, [size]);

  const selectedBox = selectedId === null || !layout ? null : placeOf(picture, layout.boxes, selectedId);
  useReveal(frame, selectedBox, cover, layout?.turn);

  const groups = picture.groups.filter((group) => group.hosts.length > 0);
  return (
    <CanvasActionsContext value={actions}>
      <div ref={probe} aria-hidden="true" className={cn('invisible absolute inset-x-0 top-0', CANVAS_HEIGHT)} />
      <div
        ref={frame}
        style={layout && !fixed ? { height: layout.height * largest + padding.top + padding.bottom } : undefined}
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
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            defaultEdgeOptions={EDGE_DEFAULTS}
            onlyRenderVisibleElements={drawn > ALL_IN_DOCUMENT}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            zoomOnDoubleClick={false}
            preventScrolling={false}
            zoomOnScroll={false}
            defaultViewport={viewOf(layout.bounds)}
            minZoom={MIN_ZOOM}
            maxZoom={wall ? ON_WALL : 1.75}
            onMoveStart={(event) => {
              if (event) moved.current = true;
              frame.current?.setAttribute('data-moving', '');
            }}
            onMoveEnd={() => frame.current?.removeAttribute('data-moving')}
            onPaneClick={() => {
              onSelect(null);
              several?.clear();
            }}
            selectionKeyCode={null}
            multiSelectionKeyCode={null}
            proOptions={WITHOUT_MARK}
            ariaLabelConfig={WITHOUT_HINTS}
            aria-label={t('name')}
          >
            <Background
              variant={BackgroundVariant.Dots}
              gap={level === 'cells' ? 120 : 20}
              size={level === 'cells' ? 6 : 1.2}
              color="var(--line)"
              bgColor="var(--sunken)"
            />
            {!wall && (
              <CanvasControls
                height={room.height}
                scale={largest}
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

/** Where a part stands on the canvas: a machine of a collapsed service is where the service is. */
function placeOf(picture: Picture, boxes: ReadonlyMap<string, Box>, id: string): Box | null {
  const node = picture.byId.get(id);
  const own = boxes.get(id);
  if (!node) return null;
  if (node.kind !== 'host') return own ?? null;
  const parent = boxes.get(node.parentId ?? '');
  if (!own || !parent) return null;
  return { ...own, x: own.x + parent.x, y: own.y + parent.y };
}
