import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import type { TopologyNode } from '@/lib/model/topology/graph';

/** What policies say of one box of the picture. */
export interface PolicyMark {
  /** at least one of them stops a deployment */
  stops: boolean;
  sentences: string[];
}

/**
 * Which boxes policies speak of: a machine where a rule is about one, else its service. What they change by themselves is
 * nobody's to put right.
 *
 * @returns marks by the id of the node
 */
export function policyMarks(
  verdicts: readonly PolicyVerdict[],
  nodes: readonly Pick<TopologyNode, 'id' | 'kind' | 'serviceId' | 'unitId'>[],
): Map<string, PolicyMark> {
  const marks = new Map<string, PolicyMark>();
  for (const { kind, stops, sentence, service_id: serviceId, unit_id: unitId } of verdicts) {
    if (kind === 'modification' || serviceId === null) continue;
    const node =
      nodes.find((one) => one.kind === 'host' && unitId !== null && one.unitId === unitId) ??
      nodes.find((one) => one.kind === 'service' && one.serviceId === serviceId);
    if (!node) continue;
    const mark = marks.get(node.id) ?? { stops: false, sentences: [] };
    mark.stops ||= stops;
    if (!mark.sentences.includes(sentence)) mark.sentences.push(sentence);
    marks.set(node.id, mark);
  }
  return marks;
}
