'use client';
import { useBrokenWords } from '@/components/status/broken-words';
import { useSentenceWords } from '@/components/status/sentence-words';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { useTopologyWords } from '../words';

/** What is wrong with a machine that fails, with its name once: some sentences begin with it. */
export function FailureSentence({ host }: { host: TopologyNode }) {
  const broken = useBrokenWords();
  const inWords = useSentenceWords();
  const say = useTopologyWords();
  const status = host.host?.condition?.status;
  const message = status?.ok === false ? inWords(status.message) : null;
  const isNamed = message?.startsWith(`${host.title} `);
  const words = isNamed ? message?.slice(host.title.length) : ` · ${broken(host) ?? say.situation(host)}`;
  return (
    <>
      <span className="font-semibold">{host.title}</span>
      {words}
    </>
  );
}
