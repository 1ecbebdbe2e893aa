import { NODE_PROPERTY } from '@/lib/model/blueprints/service-blueprint';
import { EntityTree } from '@/lib/model/lifecycle/entities';
import type { TopologyTemplate } from '@/lib/model/lifecycle/template';
import type { ServiceType } from '@/lib/model/service-type';
import { Places } from './topology';

type Connection = NonNullable<ServiceType['connections']>[number];

/**
 * The relationships of a blueprint that lead from one machine to another, as the graph draws them: each pair of parts
 * once. Of nodes that are scaled together only instances see which belong to which, so theirs are left out.
 */
export function connectionsOf(template: TopologyTemplate): Connection[] {
  const places = new Places(template);
  const tree = new EntityTree(template);
  const isMachine = new Set(places.hosts);
  const found = new Map<string, Connection>();
  for (const { id, relationships } of template.nodes) {
    for (const { type, target, properties } of relationships) {
      const [source, other] = [places.hostOf(id), places.hostOf(target)];
      if (type !== 'connected_to' && type !== 'depends_on') continue;
      if (source === null || other === null || source === other || tree.commonGroup(id, target) !== null) continue;
      const role = isMachine.has(target) ? null : target;
      found.set([source, other, role].join(' '), {
        property: NODE_PROPERTY,
        source,
        target: other,
        role,
        toOne: properties.connection_type === 'all_to_one',
      });
    }
  }
  return [...found.values()];
}
