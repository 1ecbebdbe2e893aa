'use client';
import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Command {
  id: string;
  label: string;
  /** other words that people look for it by */
  words?: string;
  icon?: ReactNode;
  /** keys that do the same */
  keys?: string[];
  run: () => void;
}

export interface CommandGroup {
  label: string;
  items: Command[];
}

/** A field to type in and the commands that match, to be chosen by arrow keys and Enter or by pointer. */
export function CommandList({
  label,
  placeholder,
  empty,
  groups,
  onDone,
  onTyped,
}: {
  label: string;
  placeholder: string;
  empty: string;
  groups: CommandGroup[];
  /** before a command runs: whatever held the list may close */
  onDone: () => void;
  /** what was typed so far, for commands that are looked up elsewhere */
  onTyped?: (typed: string) => void;
}) {
  const choose = (command: Command) => {
    onDone();
    command.run();
  };
  return (
    <Base.Root
      inline
      open
      items={groups}
      autoHighlight="always"
      keepHighlight
      onValueChange={onTyped}
      itemToStringValue={(command: Command) => [command.label, command.words].filter(Boolean).join(' ')}
    >
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <Base.Input
          aria-label={label}
          placeholder={placeholder}
          className="h-13 min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-faint"
        />
      </div>
      <Base.Empty className="px-4 py-6 text-center text-ink-muted empty:hidden">{empty}</Base.Empty>
      <Base.List className="max-h-[min(24rem,55dvh)] overflow-y-auto overscroll-contain p-1.5 empty:hidden">
        {(group: CommandGroup) => (
          <Base.Group key={group.label} items={group.items}>
            <Base.GroupLabel className="px-2.5 pt-2 pb-1 font-medium text-ink-muted text-xs">
              {group.label}
            </Base.GroupLabel>
            <Base.Collection>
              {(command: Command) => (
                <Base.Item
                  key={command.id}
                  value={command}
                  onClick={() => choose(command)}
                  className="flex min-h-10 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 outline-none data-highlighted:bg-hover pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-muted"
                >
                  {command.icon}
                  <span className="min-w-0 flex-1 truncate">{command.label}</span>
                  {command.keys && <Keys keys={command.keys} />}
                </Base.Item>
              )}
            </Base.Collection>
          </Base.Group>
        )}
      </Base.List>
    </Base.Root>
  );
}

/** Keys to press, one after the other. */
export function Keys({ keys }: { keys: string[] }) {
  return (
    <span className="flex shrink-0 items-center gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid h-5 min-w-5 place-items-center rounded border border-line bg-sunken px-1 font-mono text-[11px] text-ink-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
