'use client';
import { useReactFlow } from '@xyflow/react';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type Box, overlap } from '../layout/box';

interface Drag {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** Less than this is a press, in pixels. */
const LEAST = 4;

/**
 * A box drawn over the canvas with the shift key held: all that it touches is selected.
 *
 * @param boxes what can be selected, in the coordinates of the canvas
 */
export function useBoxSelection(
  frame: RefObject<HTMLElement | null>,
  boxes: ReadonlyMap<string, Box>,
  onSelected: ((ids: string[]) => void) | null,
) {
  const flow = useReactFlow();
  const [drag, setDrag] = useState<Drag | null>(null);
  const last = useRef<Drag | null>(null);
  last.current = drag;
  const active = drag !== null;
  const finish = useRef(() => {});
  finish.current = () => {
    const box = last.current && boxOf(last.current);
    setDrag(null);
    const place = frame.current?.getBoundingClientRect();
    if (!box || !place || !onSelected || box.width + box.height < LEAST) return;
    const { x, y } = flow.screenToFlowPosition({ x: box.x + place.x, y: box.y + place.y });
    const zoom = flow.getZoom();
    const drawn = { x, y, width: box.width / zoom, height: box.height / zoom };
    onSelected([...boxes].flatMap(([id, one]) => (overlap(one, drawn) ? [id] : [])));
  };
  useEffect(() => {
    if (!active) return;
    const at = (event: globalThis.MouseEvent) => {
      const { x = 0, y = 0 } = frame.current?.getBoundingClientRect() ?? {};
      return { x: event.clientX - x, y: event.clientY - y };
    };
    const move = (event: globalThis.MouseEvent) => setDrag((begun) => begun && { ...begun, to: at(event) });
    const up = () => finish.current();
    window.addEventListener('mousemove', move);
    window.addEventListener('mouseup', up);
    return () => {
      window.removeEventListener('mousemove', move);
      window.removeEventListener('mouseup', up);
    };
  }, [active, frame]);

  const onMouseDownCapture = (event: MouseEvent<HTMLElement>) => {
    if (!onSelected || !event.shiftKey || event.button !== 0) return;
    if ((event.target as Element).closest('[data-part], button, a')) return;
    // the canvas would be moved otherwise
    event.preventDefault();
    event.stopPropagation();
    const { x, y } = event.currentTarget.getBoundingClientRect();
    const from = { x: event.clientX - x, y: event.clientY - y };
    setDrag({ from, to: from });
  };
  const shown = drag && boxOf(drag);
  return {
    onMouseDownCapture,
    shown: shown && (
      <div
        aria-hidden
        className="pointer-events-none absolute z-10 rounded-sm border border-accent bg-accent/10"
        style={{ left: shown.x, top: shown.y, width: shown.width, height: shown.height }}
      />
    ),
  };
}

function boxOf({ from, to }: Drag): Box {
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
}
