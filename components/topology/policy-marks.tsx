'use client';
import { ShieldAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { cn } from '@/components/ui/class-names';
import { useDraft } from '@/lib/client/draft';
import { useSessionPolicies } from '@/lib/client/policies';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { type PolicyMark, policyMarks } from './policy-marks-of';

const PolicyMarksContext = createContext<ReadonlyMap<string, PolicyMark>>(new Map());

/** Hands the boxes of a picture what policies say of the draft that it shows. */
export function PolicyMarks({
  environmentId,
  nodes,
  drafted,
  children,
}: {
  environmentId: string;
  nodes: readonly TopologyNode[];
  /** a draft is shown: what is deployed was asked about as it was deployed */
  drafted: boolean;
  children: ReactNode;
}) {
  const { mine } = useDraft(environmentId);
  const verdicts = useSessionPolicies(environmentId, drafted ? (mine?.id ?? null) : null).data?.verdicts;
  const marks = useMemo(() => policyMarks(drafted ? (verdicts ?? []) : [], nodes), [drafted, verdicts, nodes]);
  return <PolicyMarksContext value={marks}>{children}</PolicyMarksContext>;
}

/** What policies say of a box; null when nothing. */
export function usePolicyMark(nodeId: string): PolicyMark | null {
  return useContext(PolicyMarksContext).get(nodeId) ?? null;
}

/** The outline of a box that a policy objects to, and its sign: never colour alone. */
export function PolicySign({ mark }: { mark: PolicyMark }) {
  return (
    <span aria-hidden className="topology-policy" data-stops={mark.stops || undefined}>
      <span
        title={mark.sentences.join('\n')}
        className={cn(
          'absolute -top-3 -left-3 grid size-6 place-items-center rounded-full text-surface',
          mark.stops ? 'bg-failed-solid' : 'bg-attention-solid',
        )}
      >
        <ShieldAlert className="size-4" />
      </span>
    </span>
  );
}

/** The sentences of policies about a part, in the words of its details and its row. */
export function PolicySentences({ nodeId, className }: { nodeId: string; className?: string }) {
  const mark = usePolicyMark(nodeId);
  if (!mark) return null;
  return (
    <ul className={cn('flex flex-col gap-1', mark.stops ? 'text-failed-text' : 'text-attention-text', className)}>
      {mark.sentences.map((sentence) => (
        <li key={sentence} className="flex items-start gap-2">
          <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
