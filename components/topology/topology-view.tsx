'use client';
import { List, Search, Workflow } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useDeferredValue, useId, useState, useSyncExternalStore } from 'react';
import { cn } from '@/components/ui/class-names';
import { Input } from '@/components/ui/input';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import type { Topology } from '@/lib/model/topology/graph';
import { UNIT_STATE_WORDS } from '@/lib/model/unit-state';
import { Legend } from './legend';
import { ListTwin } from './list-twin';
import { findHosts } from './search';
import { machinesSentence } from './words';

/** The graph library comes only when the graph is shown. */
const Canvas = dynamic(() => import('./canvas'), { ssr: false, loading: () => <CanvasPlaceholder /> });

export interface TopologyViewProps {
  topology: Topology;
  selectedId: string | null;
  onSelect: (hostId: string | null) => void;
}

/** The picture of an environment: as a graph, or as a list that says the same. */
export function TopologyView({ topology, selectedId, onSelect }: TopologyViewProps) {
  const narrow = useMedia('(max-width: 639px)');
  const [wanted, setWanted] = useState<'graph' | 'list' | null>(null);
  const [typed, setTyped] = useState('');
  const searchId = useId();
  const view = wanted ?? (narrow === null ? null : narrow ? 'list' : 'graph');
  const found = findHosts(topology, useDeferredValue(typed), (node) => UNIT_STATE_WORDS[node.state]);
  const hosts = topology.nodes.filter((node) => node.kind === 'host').length;
  return (
    <section aria-label="Topology" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="relative min-w-40 flex-1 sm:max-w-72">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
          />
          <label htmlFor={searchId} className="sr-only">
            Search machines
          </label>
          <Input
            id={searchId}
            type="search"
            value={typed}
            onValueChange={setTyped}
            placeholder="Search machines"
            className="pl-8"
            onKeyDown={(event) => {
              const first = found?.values().next().value;
              if (event.key === 'Enter' && first) onSelect(first);
            }}
          />
        </div>
        <p role="status" className="text-ink-muted">
          {found ? `${found.size} of ${hosts} machines` : machinesSentence(topology)}
        </p>
        <fieldset className="ml-auto flex rounded-md border bg-surface p-0.5">
          <legend className="sr-only">Show as</legend>
          <ViewButton active={view === 'graph'} onPress={() => setWanted('graph')} icon={<Workflow aria-hidden />}>
            Graph
          </ViewButton>
          <ViewButton active={view === 'list'} onPress={() => setWanted('list')} icon={<List aria-hidden />}>
            List
          </ViewButton>
        </fieldset>
      </div>
      {view === 'list' ? (
        <ListTwin topology={topology} found={found} selectedId={selectedId} onSelect={onSelect} />
      ) : (
        <div className="h-[min(62vh,44rem)] min-h-80 overflow-hidden rounded-xl border">
          {view === null ? (
            <CanvasPlaceholder />
          ) : (
            <Canvas topology={topology} found={found} selectedId={selectedId} onSelect={onSelect} />
          )}
        </div>
      )}
      <Legend />
    </section>
  );
}

function ViewButton({
  active,
  onPress,
  icon,
  children,
}: {
  active: boolean;
  onPress: () => void;
  icon: React.ReactNode;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-pressed={active}
      onClick={onPress}
      className={cn(
        'touch-target inline-flex h-8 items-center gap-1.5 rounded-sm px-2.5 font-medium text-[13px] [&_svg]:size-4',
        active ? 'bg-accent-soft text-accent-ink' : 'text-ink-muted hover:bg-hover',
      )}
    >
      {icon}
      {children}
    </button>
  );
}

function CanvasPlaceholder() {
  return (
    <div className="grid h-full w-full place-items-center bg-sunken">
      <LoadingWords>The topology is being drawn</LoadingWords>
      <div className="flex gap-24">
        <Skeleton className="h-44 w-64" />
        <Skeleton className="hidden h-32 w-64 sm:block" />
      </div>
    </div>
  );
}

/** Whether a media query holds; null while nobody can tell, on the server. */
function useMedia(query: string): boolean | null {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
    () => null,
  );
}
