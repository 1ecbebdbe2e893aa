import type { Kernel } from '@/lib/cloud/kernel/kernel';
import type { UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { Db, Tx } from '@/lib/db/client';
import { errors, type VetroError } from '@/lib/errors';
import type { ReplacesResource } from '@/lib/formats/hot/plan';
import type { PropertyRule as HotPropertyRule } from '@/lib/formats/hot/property-rules';
import type { Json, JsonObject } from '@/lib/model/json';
import type { SoftwareStep } from '@/lib/ports/cloud/cloud';
import type { TypeRules } from '@/lib/stack-engine';

/** One kind of resource: the facts of its properties, and what making one means. */
export interface ResourceType {
  type: string;
  properties: Readonly<Record<string, PropertyRule>>;
  /** the property that `get_resource` gives, where it is not the id */
  reference?: string;
  /** names that `get_attr` may ask for; `show` is always there; null: only the resource itself can tell */
  attributes: readonly string[] | null;
  /** what else is wrong with one, beside its properties */
  problems?: TypeRules['problems'];
  /** whether a change that could be made in place means another one all the same */
  replaces?: ReplacesResource;
  /** Makes one, in a transaction. @throws `refusal` when the cloud says no */
  create(context: ResourceContext): Promise<ResourceCreation>;
  /**
   * Changes one in place; without it a change in place has nothing to do but to be noted.
   * `before` are the properties it was made from.
   */
  update?(context: ResourceContext & { attributes: JsonObject; before: JsonObject }): Promise<ResourceCreation>;
  /**
   * What making or changing one waits for besides its time: null while it is not complete; what `waits` once more has
   * come to its next stage, which has a time of its own.
   */
  completed?(context: ResourceContext & { attributes: JsonObject }): Promise<ResourceCreation | Failed | null>;
  /** The same of removing, suspending and resuming. */
  acted?(context: ResourceContext & { attributes: JsonObject }): Promise<ResourceCreation | Failed | null>;
  /** Begins to remove one, in a transaction. */
  remove?(context: ResourceContext & { attributes: JsonObject }): Promise<ResourceCreation>;
  /** Begins to suspend or resume one, in a transaction; without it there is nothing to do but to note it. */
  act?(context: ResourceContext & { attributes: JsonObject }, action: 'SUSPEND' | 'RESUME'): Promise<ResourceCreation>;
  /** What of an action is a step on a machine, by the attributes as they are then; without it nothing is. */
  software?(name: string, attributes: JsonObject, at: { action: string; now: Date }): SoftwareStep[];
  /** The end of removal, in a transaction. */
  removed?(context: ResourceContext): Promise<void>;
  /** Whether the thing itself is still as it was made; what is broken is replaced. @param id of the resource */
  healthy?(db: Db, id: string): Promise<boolean>;
}

/** A rule of a property; what it must name is checked before anything is made. */
export interface PropertyRule extends HotPropertyRule {
  names?: 'image' | 'flavor' | 'keyPair' | 'network' | 'subnet';
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

export interface ResourceCreation {
  attributes: JsonObject;
  /** how long it takes at demo speed */
  seconds: number;
  /** wait until `completed` says so, at most `seconds` */
  waits?: boolean;
}

/** An action that came to nothing, with the reason. */
export interface Failed {
  failed: string;
  /** what is known of the thing then; absent: what was known before */
  attributes?: JsonObject;
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
