'use client';
import { Accordion as Base } from '@base-ui/react/accordion';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** A list of subjects, each folded under its title. */
export function Accordion({
  items,
  defaultOpen = [],
}: {
  items: { value: string; title: ReactNode; content: ReactNode }[];
  defaultOpen?: string[];
}) {
  return (
    <Base.Root
      defaultValue={defaultOpen}
      multiple
      className="divide-y divide-line rounded-xl border border-line bg-surface"
    >
      {items.map((item) => (
        <Base.Item key={item.value} value={item.value}>
          <Base.Header>
            <Base.Trigger className="group flex min-h-11 w-full items-center justify-between gap-3 px-4 py-2.5 text-left font-medium -outline-offset-2 hover:bg-hover">
              {item.title}
              <ChevronDown
                aria-hidden
                className="size-4 shrink-0 text-ink-muted transition-transform duration-150 group-data-panel-open:rotate-180"
              />
            </Base.Trigger>
          </Base.Header>
          <Base.Panel className="h-(--accordion-panel-height) overflow-hidden transition-[height] duration-150 data-ending-style:h-0 data-starting-style:h-0">
            <div className="px-4 pt-1 pb-4">{item.content}</div>
          </Base.Panel>
        </Base.Item>
      ))}
    </Base.Root>
  );
}
