'use client';
import { StatusIcon } from '@/components/status/status-icon';
import type { TopologyNode } from '@/lib/model/topology/graph';
import type { UnitState } from '@/lib/model/unit-state';
import type { Picture } from '../picture';
import { useTopologyWords } from '../words';
import { FailureSentence } from './failure-sentence';

/** How an environment is, to be seen at arm's length: all of it in a word, what fails with its sentence, each service. */
export function OfficeStatus({
  name,
  state,
  picture,
  failed,
}: {
  name: string;
  state: UnitState;
  picture: Picture;
  failed: readonly TopologyNode[];
}) {
  const say = useTopologyWords();
  return (
    <div className="flex min-h-full flex-col justify-center gap-6 px-6 py-10 text-[18px] leading-7">
      <div className="flex flex-col items-center gap-3 text-center">
        <StatusIcon state={state} className="size-24" />
        <h1 className="break-words font-semibold text-[30px] leading-9">{name}</h1>
        <p className="text-[20px] text-ink-muted">{say.machines(picture.hosts)}</p>
      </div>
      <div role="alert">
        {failed.length > 0 && (
          <ul className="flex flex-col gap-3">
            {failed.map((host) => (
              <li key={host.id} className="break-words rounded-xl border-2 border-failed-solid bg-surface px-4 py-3">
                <FailureSentence host={host} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <ul className="flex flex-col gap-2">
        {picture.groups.map(({ node }) => (
          <li key={node.id} className="flex items-center gap-3">
            <StatusIcon state={node.state} className="size-6 shrink-0" />
            <span className="min-w-0 flex-1 break-words">{node.title}</span>
            <span className="text-ink-muted">{say.stateOf(node)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
