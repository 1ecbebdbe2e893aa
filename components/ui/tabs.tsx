'use client';
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabDefinition {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

/** Several views of one thing on one page. */
export function Tabs({
  tabs,
  value,
  onValueChange,
  label,
}: {
  tabs: TabDefinition[];
  value: string;
  onValueChange: (value: string) => void;
  label: string;
}) {
  return (
    <Base.Root value={value} onValueChange={(next) => onValueChange(String(next))}>
      <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-10 rounded-t-md px-3 font-medium text-ink-muted whitespace-nowrap -outline-offset-2 hover:text-ink data-active:text-ink pointer-coarse:h-11"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width] duration-150" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
