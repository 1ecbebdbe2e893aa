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
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Cover } from '@/components/ui/drawer-panel';
import { CanvasActionsContext } from './canvas-actions';
import { CanvasControls, FIT } from './canvas-controls';
import { CanvasPlaceholder } from './canvas-placeholder';
import { HostNode } from './host-node';
import type { Box } from './layout/box';
import { useLayout } from './layout/use-layout';
import { motionMs } from './motion';
import type { Picture } from './picture';
import { RelationEdge } from './relation-edge';
import { ServiceNode } from './service-node';
import { reachableBoxes, toFlow } from './to-flow';
import { useKeyboardMoves } from './use-keyboard-moves';
import { useReveal } from './use-reveal';
import { zoomLevel } from './zoom-level';

const NODE_TYPES = { host: HostNode, service: ServiceNode };
const EDGE_TYPES = { relation: RelationEdge };
const EDGE_DEFAULTS = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: 'var(--line-strong)' },
};
/** With more machines, only what is in sight is in the document. */
const ALL_IN_DOCUMENT = 60;

const MIN_ZOOM = 0.03;
/** Fewer machines are in sight at once. */
const OVERVIEW_HOSTS = 6;

/** What the canvas is to show: a part, or everything; `turn` tells a second request for the same from the first. */
export interface Focus {
  id: string | null;
  turn: number;
}

export interface CanvasProps {
  picture: Picture;
  collapsed: ReadonlySet<string>;
  /** grows when everything is to be arranged anew */
  arrangement: number;
  found: ReadonlySet<string> | null;
  words: readonly string[];
  currentId: string | null;
  selectedId: string | null;
  cover: Cover | null;
  focus: Focus;
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

function Flow({
  picture,
  collapsed,
  arrangement,
  found,
  words,
  currentId,
  selectedId,
  cover,
  focus,
  ...on
}: CanvasProps) {
  const { onSelect, onCollapse, onCollapseAll } = on;
  const t = useTranslations('topology');
  const flow = useReactFlow();
  const frame = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const layout = useLayout(picture.topology, collapsed, arrangement);
  const drawn = layout && picture.hosts.filter((host) => layout.boxes.has(host.id)).length;
  const level = useStore((store) => zoomLevel(store.transform[2], drawn ?? 0));

  const { nodes, edges } = useMemo(
    () =>
      layout
        ? toFlow(picture, { boxes: layout.boxes, collapsed: layout.collapsed, found, cells: level === 'cells' })
        : { nodes: [], edges: [] },
    [picture, layout, found, level],
  );
  const boxes = useMemo(() => reachableBoxes(picture, layout?.boxes ?? new Map()), [picture, layout]);
  const move = useKeyboardMoves(frame, boxes);
  const actions = useMemo(
    () => ({
      ...{ selectedId, currentId, words, level, open: onSelect, setCollapsed: onCollapse, move },
      approach: (groupId: string) => {
        moved.current = true;
        void flow.fitView({ nodes: [{ id: groupId }], minZoom: 0.5, maxZoom: 1, duration: motionMs(300) });
      },
    }),
    [selectedId, currentId, words, level, onSelect, onCollapse, move, flow],
  );

  const fitAll = useCallback(
    (duration: number) => {
      const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
      if (!layout || clientWidth === 0) return;
      const view = getViewportForBounds(
        boundsOf(picture, layout.boxes),
        clientWidth,
        clientHeight,
        MIN_ZOOM,
        FIT.maxZoom,
        FIT.padding,
      );
      void flow.setViewport(view, { duration });
    },
    [picture, layout, flow],
  );

  // a new layout wants a new view, until somebody has chosen their own
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn tells a new layout
  useEffect(() => {
    if (!layout) return;
    const box = focus.id === null ? null : placeOf(picture, layout.boxes, focus.id);
    if (focus.id !== null && !box) return;
    if (!box && moved.current) return;
    const timer = setTimeout(() => {
      if (!box) return fitAll(layout.turn === 1 ? 0 : motionMs(300));
      const zoom = Math.min(1, Math.max(flow.getZoom(), 0.6));
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

  if (!layout || drawn === null) return <CanvasPlaceholder />;
  const groups = picture.groups.filter((group) => group.hosts.length > 0);
  return (
    <CanvasActionsContext value={actions}>
      <div
        ref={frame}
        className={drawn <= ALL_IN_DOCUMENT ? 'topology-settling h-full w-full' : 'topology-large h-full w-full'}
      >
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
          minZoom={MIN_ZOOM}
          maxZoom={1.75}
          fitView
          fitViewOptions={FIT}
          onMoveStart={(event) => {
            if (event) moved.current = true;
            frame.current?.setAttribute('data-moving', '');
          }}
          onMoveEnd={() => frame.current?.removeAttribute('data-moving')}
          onPaneClick={() => onSelect(null)}
          attributionPosition="top-right"
          aria-label={t('name')}
        >
          <Background
            variant={BackgroundVariant.Dots}
            gap={level === 'cells' ? 120 : 20}
            size={level === 'cells' ? 6 : 1.2}
            color="var(--line)"
            bgColor="var(--sunken)"
          />
          <CanvasControls
            onFit={() => fitAll(motionMs(250))}
            overview={picture.hosts.length > OVERVIEW_HOSTS}
            onExpandAll={layout.collapsed.size > 0 ? () => onCollapseAll(false) : null}
            onCollapseAll={
              groups.length > 1 && layout.collapsed.size < groups.length ? () => onCollapseAll(true) : null
            }
          />
        </ReactFlow>
      </div>
    </CanvasActionsContext>
  );
}

/** The rectangle around all services. */
function boundsOf(picture: Picture, boxes: ReadonlyMap<string, Box>): Box {
  const placed = picture.groups.flatMap(({ node }) => boxes.get(node.id) ?? []);
  const x = Math.min(...placed.map((box) => box.x));
  const y = Math.min(...placed.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...placed.map((box) => box.x + box.width)) - x,
    height: Math.max(...placed.map((box) => box.y + box.height)) - y,
  };
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
