'use client';
import {
  Background,
  BackgroundVariant,
  MarkerType,
  MiniMap,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import './canvas.css';
import { Maximize, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import type { Topology } from '@/lib/model/topology/graph';
import { CanvasActionsContext } from './canvas-actions';
import { HostNode } from './host-node';
import { layOut } from './layout';
import { directionOf, neighbour } from './neighbours';
import { RelationEdge } from './relation-edge';
import { ServiceNode } from './service-node';
import { absoluteHostBoxes, type FlowNode, toFlow } from './to-flow';

const NODE_TYPES = { host: HostNode, service: ServiceNode };
const EDGE_TYPES = { relation: RelationEdge };
const EDGE_DEFAULTS = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: 'var(--line-strong)' },
};
const FIT = { padding: 0.12, maxZoom: 1 };
/** Beyond this many machines a failed one would be hard to find, so the view begins there. */
const MANY_HOSTS = 12;

export interface CanvasProps {
  topology: Topology;
  found: ReadonlySet<string> | null;
  selectedId: string | null;
  onSelect: (hostId: string | null) => void;
}

/** The graph, to be looked at, moved and zoomed. The list beside it says the same. */
export default function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ topology, found, selectedId, onSelect }: CanvasProps) {
  const flow = useReactFlow();
  const frame = useRef<HTMLDivElement>(null);
  // positions depend on what there is, never on how it is doing
  const shape = topology.nodes.map((node) => node.id).join() + topology.edges.map((edge) => edge.id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` is what the layout depends on
  const boxes = useMemo(() => layOut(topology), [shape]);
  const { nodes, edges } = useMemo(() => toFlow(topology, boxes, found), [topology, boxes, found]);
  const hostBoxes = useMemo(() => absoluteHostBoxes(topology, boxes), [topology, boxes]);

  const move = useCallback(
    (event: KeyboardEvent, hostId: string) => {
      const direction = directionOf(event.key);
      const next = direction && neighbour(hostBoxes, hostId, direction);
      if (!next) return;
      event.preventDefault();
      frame.current?.querySelector<HTMLElement>(`[data-host="${next}"]`)?.focus({ preventScroll: true });
      const box = hostBoxes.get(next);
      if (box) {
        const options = { zoom: flow.getZoom(), duration: motionMs(250) };
        void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, options);
      }
    },
    [hostBoxes, flow],
  );
  const actions = useMemo(() => ({ selectedId, open: onSelect, move }), [selectedId, onSelect, move]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new shape wants a new view
  useEffect(() => {
    const failed = topology.nodes.filter((node) => node.kind === 'host' && node.state === 'failed');
    const focus = hostBoxes.size > MANY_HOSTS && failed.length > 0 ? { nodes: failed } : {};
    const timer = setTimeout(() => void flow.fitView({ ...FIT, ...focus, duration: motionMs(300) }), 30);
    return () => clearTimeout(timer);
  }, [shape]);

  return (
    <CanvasActionsContext value={actions}>
      <div ref={frame} className="h-full w-full">
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          defaultEdgeOptions={EDGE_DEFAULTS}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          zoomOnScroll={false}
          minZoom={0.15}
          maxZoom={1.75}
          fitView
          fitViewOptions={FIT}
          onPaneClick={() => onSelect(null)}
          attributionPosition="top-right"
          aria-label="Topology"
        >
          <Background
            variant={BackgroundVariant.Dots}
            gap={20}
            size={1.2}
            color="var(--line)"
            bgColor="var(--sunken)"
          />
          <Panel position="bottom-left" className="m-3! flex flex-col gap-1 rounded-lg border bg-surface p-1">
            <IconButton label="Zoom in" size="sm" onClick={() => void flow.zoomIn({ duration: motionMs(150) })}>
              <Plus aria-hidden />
            </IconButton>
            <IconButton label="Zoom out" size="sm" onClick={() => void flow.zoomOut({ duration: motionMs(150) })}>
              <Minus aria-hidden />
            </IconButton>
            <IconButton
              label="Show all"
              size="sm"
              onClick={() => void flow.fitView({ ...FIT, duration: motionMs(250) })}
            >
              <Maximize aria-hidden />
            </IconButton>
          </Panel>
          <MiniMap<FlowNode>
            pannable
            zoomable
            ariaLabel="Overview of the topology"
            className="m-3! hidden overflow-hidden rounded-lg border md:block"
            style={{ width: 148, height: 96, backgroundColor: 'var(--surface)' }}
            maskColor="color-mix(in srgb, var(--sunken) 70%, transparent)"
            nodeColor={(node) => (node.type === 'host' ? `var(--status-${node.data.node.state}-solid)` : 'var(--line)')}
            nodeBorderRadius={8}
          />
        </ReactFlow>
      </div>
    </CanvasActionsContext>
  );
}

function motionMs(ms: number): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms;
}
