'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useSentenceWords } from '@/components/status/sentence-words';
import { hasDrifted, isBroken } from '@/lib/model/operations/condition';
import { withFullStop } from '@/lib/model/sentence';
import type { TopologyEdge, TopologyNode } from '@/lib/model/topology/graph';
import { isResting, UNIT_STATES, type UnitState } from '@/lib/model/unit-state';
import type { Picture } from './picture';
import type { RelationLine } from './relation-lines';

type Words = ReturnType<typeof useTranslations<'topology'>>;
type CommonWords = ReturnType<typeof useTranslations<'common'>>;
/** What tells how a part changes. */
type Changed = Pick<TopologyNode, 'change' | 'removal'>;
/** Whether a machine is up, and all that is wrong with it is what somebody changed on it. */
function isChangedByHand({ state, host }: Pick<TopologyNode, 'state' | 'host'>): boolean {
  const isUp = state === 'ready' || state === 'attention';
  return isUp && host?.condition != null && hasDrifted(host.condition);
}

export type TopologyWords = ReturnType<typeof topologyWords>;

/** What the picture says in words, in the viewer's language. */
export function useTopologyWords(): TopologyWords {
  const topology = useTranslations('topology');
  const common = useTranslations('common');
  const inWords = useSentenceWords();
  return useMemo(() => topologyWords(topology, common, inWords), [topology, common, inWords]);
}

/** @param inWords puts what the server said into the viewer's language */
export function topologyWords(t: Words, common: CommonWords, inWords = (said: string) => said) {
  const state = (of: UnitState) => common(`unitStates.${of}`);
  /** The word for how a part stands: of what a deployment removes, what becomes of it. */
  const stateOf = ({ state: of, removal }: Pick<TopologyNode, 'state' | 'removal'>) =>
    removal ? t(`removal.${removal}`) : state(of);
  const change = ({ change: of, removal }: Changed) => (removal ? t(`removal.${removal}`) : of && t(`change.${of}`));

  /** The line under a host: what was last said of it, or what will happen to it. */
  const line = (node: TopologyNode): string => {
    const { host } = node;
    if (node.removal) return t(`removal.${node.removal}`);
    if (node.change === 'removed') return t('line.removed');
    if (node.state === 'draft') return t('line.draft');
    if (isResting(node.state)) return t(`line.resting.${node.state}`);
    if (host?.phase === 'rebooting') return t('line.restarting');
    if (host?.phase === 'booting') return t('line.starting');
    if (host?.phase === 'stopped') return t('line.stopped');
    if (host?.phase === 'failed') return t('line.failed');
    if (node.state === 'failed' && host?.condition && isBroken(host.condition)) {
      const { status } = host.condition;
      return status?.ok === false ? t('line.broken', { message: inWords(status.message) }) : t('line.unsure');
    }
    if (isChangedByHand(node)) return t('line.drifted');
    if (node.state === 'ready') return host?.memberOf ? t('line.memberOf', { name: host.memberOf }) : t('line.up');
    if (node.state === 'waiting') return t('line.waiting');
    return (node.state === 'running' && host?.doing) || (host?.sentence ? inWords(host.sentence.text) : stateOf(node));
  };

  /**
   * What is written on the box of a machine beside its name and state: what goes on with it. Of one that does its work
   * nothing needs to be said, and what it is part of is told by the area around it.
   */
  const remark = (node: TopologyNode): string =>
    node.state === 'ready' && !node.removal && node.change !== 'removed' && !isChangedByHand(node) ? '' : line(node);

  /** The same where its roles have no boxes of their own: of one that does its work or is planned, what it carries. */
  const brief = (node: TopologyNode, parts: readonly TopologyNode[]): string => {
    const isPlanned = node.state === 'draft' && node.change !== 'removed' && !node.removal;
    const said = isPlanned ? '' : remark(node);
    return said || parts.map(({ title }) => title).join(' · ') || line(node);
  };

  /** What there is to say of a machine that does its work or rests; of any other what was last said of it. */
  const situation = ({ state: of, host }: TopologyNode): string => {
    const isCalm = of === 'ready' || isResting(of);
    if (isChangedByHand({ state: of, host })) return t('line.drifted');
    if (!isCalm && host?.sentence) return inWords(host.sentence.text);
    return of === 'attention' && host?.phase === 'stopped'
      ? t('details.switchedOff')
      : common(`unitStateSentences.${of}`);
  };

  return {
    situation,
    state,
    stateOf,
    change,
    line,
    remark,
    brief,
    /** How a host, or a service without hosts, relates to others, a sentence each. */
    relations: (picture: Picture, id: string): string[] => relationSentences(t, picture, id),
    /** All that the box of a host shows, for screen readers. */
    host(node: TopologyNode, parts: readonly TopologyNode[]): string {
      const own = { title: node.title, service: node.subtitle, state: stateOf(node) };
      return [
        node.change ? t('host.labelChange', { ...own, change: change(node) ?? '' }) : t('host.label', own),
        ...parts.map((part) => t('host.part', { title: part.title, state: stateOf(part) })),
        withFullStop(line(node)),
      ].join(' ');
    },
    /** How machines are doing, in one line: "3 machines: 2 ready, 1 working". */
    machines: (hosts: readonly TopologyNode[]): string => countSentence(t, hosts),
    /** What is written on a line: what the one does with the other; nothing on the way of visitors. */
    relationLine({ edge }: Pick<RelationLine, 'edge'>): string {
      if (!edge?.relation) return '';
      return edge.relation.words ?? t('relations.lineUses', { name: edge.relation.name });
    },
  };
}

function countSentence(t: Words, hosts: readonly TopologyNode[]): string {
  if (hosts.length === 0) return t('count.none');
  const there = hosts.filter(({ removal }) => removal !== 'removed');
  const gone = hosts.length - there.length;
  const counts = [
    ...UNIT_STATES.flatMap((of) => {
      const count = there.filter((host) => host.state === of).length;
      return count === 0 ? [] : [{ count, word: t(`stateWords.${of}`) }];
    }),
    ...(gone > 0 ? [{ count: gone, word: t('stateWords.removed') }] : []),
  ];
  const [first, ...others] = counts;
  if (first && others.length === 0) return t('count.uniform', { all: hosts.length, word: first.word });
  const states = counts.map((each) => t('count.ofState', each)).join(', ');
  return t('count.mixed', { all: hosts.length, states });
}

function relationSentences(t: Words, picture: Picture, id: string): string[] {
  const title = (of: string) => picture.byId.get(of)?.title ?? '';
  const out = (picture.outgoing.get(id) ?? []).map((edge) => {
    const other = title(edge.target);
    if (edge.relation === null) return t('relations.after', { other });
    const { name, joins } = edge.relation;
    if (!joins) return t('relations.uses', { name, other });
    return t(edge.state === 'established' ? 'relations.memberOf' : 'relations.joins', { name, other });
  });
  const back = picture.incoming.get(id) ?? [];
  return [
    ...out,
    ...incoming(
      back.filter(({ relation }) => relation?.joins === true),
      title,
      (other, name) => t('relations.joinedBy', { name, other }),
      (count, name) => t('relations.joinedByMany', { name, count }),
    ),
    ...incoming(
      back.filter(({ relation }) => relation?.joins === false),
      title,
      (other) => t('relations.usedBy', { other }),
      (count) => t('relations.usedByMany', { count }),
    ),
    ...incoming(
      back.filter(({ relation }) => relation === null),
      title,
      (other) => t('relations.before', { other }),
      (count) => t('relations.beforeMany', { count }),
    ),
  ];
}

/** So many are named one by one; of more it is told how many they are. */
const NAMED = 3;

function incoming(
  edges: readonly TopologyEdge[],
  title: (id: string) => string,
  one: (other: string, name: string) => string,
  many: (count: number, name: string) => string,
): string[] {
  const nameOf = (edge: TopologyEdge | undefined) => edge?.relation?.name ?? '';
  return edges.length > NAMED
    ? [many(edges.length, nameOf(edges[0]))]
    : edges.map((edge) => one(title(edge.source), nameOf(edge)));
}
