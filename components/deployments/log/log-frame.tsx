'use client';
import type { ReactNode, RefObject } from 'react';
import { LogLine } from './log-line';
import type { LogScroll } from './use-log-scroll';
import type { ShownLines } from './use-shown-lines';

/** The lines of a log in a frame that scrolls; only those near what is seen are in the document. */
export function LogFrame({
  frame,
  label,
  lines: { shown, words },
  scroll,
  detailed,
  lit,
  presentSeq,
  empty,
}: {
  frame: RefObject<HTMLDivElement | null>;
  label: string;
  lines: ShownLines;
  scroll: LogScroll;
  /** lines are shown with their details */
  detailed: boolean;
  /** effect whose lines are lit */
  lit: string | null;
  presentSeq: number | null;
  /** what to say when there is no line */
  empty: ReactNode;
}) {
  return (
    <div
      ref={frame}
      onScroll={scroll.onScroll}
      role="log"
      aria-live="off"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
      tabIndex={0}
      className="run-log relative h-96 w-full overflow-y-auto overscroll-contain py-2 font-mono text-[13px] leading-5 focus-visible:-outline-offset-2"
    >
      <ol style={{ height: scroll.list.getTotalSize() }} className="relative">
        {scroll.list.getVirtualItems().map((item) => {
          const line = shown[item.index];
          return (
            line && (
              <li
                key={item.key}
                ref={scroll.list.measureElement}
                data-index={item.index}
                data-seq={line.seq}
                aria-setsize={shown.length}
                aria-posinset={item.index + 1}
                style={{ transform: `translateY(${item.start}px)` }}
                className="absolute top-0 left-0 w-full"
              >
                <LogLine
                  line={line}
                  words={words}
                  lit={lit !== null && line.effectId === lit}
                  present={line.seq === presentSeq}
                  detailed={detailed}
                />
              </li>
            )
          );
        })}
      </ol>
      {shown.length === 0 && <p className="px-3 py-6 text-center font-sans text-ink-muted">{empty}</p>}
    </div>
  );
}
