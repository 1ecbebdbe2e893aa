import type { ReportRequest } from '@/lib/ports/conductor';
import type { MuranoObject } from '../../objects/murano-object';

const ENVIRONMENT = 'io.murano.Environment';
const INSTANCE = 'io.murano.resources.Instance';

/** The environment that an object belongs to; itself if it is one; undefined outside of any. */
export function environmentOf(object: MuranoObject): MuranoObject | undefined {
  for (let at: MuranoObject | undefined = object; at; at = at.owner) if (isA(at, ENVIRONMENT)) return at;
  return undefined;
}

/** The object below the environment that an object belongs to; itself when nothing owns it. */
export function topOf(object: MuranoObject): MuranoObject {
  let top = object;
  while (top.owner && !isA(top.owner, ENVIRONMENT)) top = top.owner;
  return top;
}

/** Whom people take an object for: a machine is a unit, what stands below the environment a service. */
export function entityOf(object: MuranoObject): Pick<ReportRequest, 'entity' | 'id'> {
  if (isA(object, ENVIRONMENT)) return { entity: 'environment', id: object.id };
  if (isA(object, INSTANCE)) return { entity: 'unit', id: object.id };
  return { entity: 'service', id: topOf(object).id };
}

/** What people call an object: its display name, its property `name`, its class. */
export function titleOf(object: MuranoObject): string {
  const name = object.values.get('name');
  return object.displayName ?? (typeof name === 'string' ? name : object.type.name);
}

/** Whether an object is of a class or of one that extends it, by the full name. */
export function isA(object: MuranoObject, className: string): boolean {
  for (const type of object.type.ancestors) if (type.name === className) return true;
  return false;
}
