import type { Kernel } from '@/lib/cloud/embedded/kernel';
import type { UnitOfWork } from '@/lib/cloud/embedded/unit-of-work';
import type { Tx } from '@/lib/db/client';
import { errors, type VetroError } from '@/lib/errors';
import type { PropertyChange } from '@/lib/formats/hot/diff';
import type { Json, JsonObject } from '@/lib/model/json';

/** One kind of resource: the facts of its properties, and what making one means. */
export interface ResourceType {
  type: string;
  properties: Readonly<Record<string, PropertyRule>>;
  /** the property that `get_resource` gives, where it is not the id */
  reference?: string;
  /** names that `get_attr` may ask for; `show` is always there */
  attributes: readonly string[];
  /** Makes one, in a transaction. @throws `refusal` when the cloud says no */
  create(context: ResourceContext): Promise<Made>;
  /**
   * Changes one in place; without it a change in place has nothing to do but to be noted.
   * `before` are the properties it was made from.
   */
  update?(context: ResourceContext & { attributes: JsonObject; before: JsonObject }): Promise<Made>;
  /** Waits for more than time: null while it is not complete. */
  completed?(context: ResourceContext): Promise<Made | null>;
  /** Begins to remove one, in a transaction. @returns seconds it takes */
  remove?(context: ResourceContext): Promise<number>;
  /** The end of removal, in a transaction. */
  removed?(context: ResourceContext): Promise<void>;
  /** Whether the thing itself is still as it was made; what is broken is replaced. */
  healthy?(context: ResourceContext): Promise<boolean>;
}

export interface PropertyRule {
  kind: 'string' | 'integer' | 'boolean' | 'list' | 'map' | 'any';
  required?: boolean;
  change: PropertyChange;
  /** what the value must name; checked before anything is made */
  names?: 'image' | 'flavor' | 'keyPair' | 'network' | 'subnet';
  /** the only texts allowed */
  oneOf?: readonly string[];
  /** bounds of an integer */
  min?: number;
  max?: number;
}

export interface ResourceContext {
  kernel: Kernel;
  uow: UnitOfWork;
  /** the transaction of the unit of work */
  tx: Tx;
  stack: { id: string; name: string; tenantId: string };
  /** physical id of the resource */
  id: string;
  /** its name in the template */
  name: string;
  /** resolved; secrets sealed */
  properties: JsonObject;
}

export interface Made {
  attributes: JsonObject;
  /** how long it takes at demo speed */
  seconds: number;
  /** wait until `completed` says so, at most `seconds` */
  waits?: boolean;
}

/**
 * The cloud's no.
 *
 * @param exception the exception's name, as Heat puts it before the message: `Forbidden`
 * @param message the words of the service that refused
 */
export function refusal(exception: string, message: string): VetroError {
  return errors.cloud('resource_refused', message, { details: { exception } });
}

/** A text property; null when it is absent. */
export function text(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
}
