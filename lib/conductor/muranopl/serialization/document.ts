import { toPlain, YaqlDict } from '@vetro/yaql';
import type { AttributeRow } from '../execution/attributes';
import type { Execution } from '../execution/execution';
import type { MuranoObject } from '../objects/murano-object';
import { metaOf } from '../types/meta';
import type { MuranoMethod } from '../types/murano-type';
import { serializable } from './notations';
import { serialize } from './serialize';

/** A whole object model as it is stored. */
export interface ModelDocument {
  readonly Objects: unknown;
  readonly ObjectsCopy: unknown;
  readonly Attributes: readonly AttributeRow[];
}

const TEXTS = [
  ['title', 'io.murano.metadata.Title'],
  ['description', 'io.murano.metadata.Description'],
  ['helpText', 'io.murano.metadata.HelpText'],
] as const;

/**
 * Writes the objects of a run as a model: `Objects` with the actions of each (its methods that `isPublic`),
 * `ObjectsCopy` without, `Attributes`.
 */
export function* writeDocument(
  execution: Execution,
  root: MuranoObject | undefined,
  isPublic: (method: MuranoMethod) => boolean,
): Generator<unknown, ModelDocument, unknown> {
  if (!root) return { Objects: null, ObjectsCopy: null, Attributes: [] };
  const type = (reference: { readonly type: { readonly modelName: string } }) => reference.type.modelName;
  const copy = serialize(root, { object: serializable, type }, false);
  const actions = new Map<MuranoObject, YaqlDict>();
  for (const id of copy.ids) {
    const object = execution.objects.find(id);
    if (object) actions.set(object, yield* actionsOf(execution, object, isPublic));
  }
  const withActions = (object: MuranoObject, properties: YaqlDict) => {
    const dict = serializable(object, properties);
    (dict.get('?') as YaqlDict).set('_actions', actions.get(object) ?? new YaqlDict());
    return dict;
  };
  const objects = serialize(root, { object: withActions, type }, false);
  const plain = (value: unknown) => execution.runtime.asHost(() => toPlain(value, execution.hostContext));
  return {
    Objects: plain(objects.value),
    ObjectsCopy: plain(copy.value),
    Attributes: execution.attributes.rowsOf(copy.ids).map((row) => plain(row) as AttributeRow),
  };
}

/**
 * What a method returned as the result of an action: objects in it are written out, or are ids.
 *
 * @param isAdded whether a property that is no part of the model is written as well
 */
export function writeResult(
  execution: Execution,
  value: unknown,
  allowRefs: boolean,
  isAdded: (object: MuranoObject, property: string) => boolean = () => false,
): unknown {
  const type = (reference: { readonly type: { readonly modelName: string } }) => reference.type.modelName;
  const written = serialize(value, { object: serializable, type, isAdded }, allowRefs);
  return execution.runtime.asHost(() => toPlain(written.value, execution.hostContext));
}

/** The public methods of an object, static ones among them: `<id>_<method>: {name, enabled, title, description?, helpText?}`. */
function* actionsOf(
  execution: Execution,
  object: MuranoObject,
  isPublic: (method: MuranoMethod) => boolean,
): Generator<unknown, YaqlDict, unknown> {
  const actions = new YaqlDict();
  for (const name of object.type.methodNames) {
    const [method, other] = object.type.methods(name);
    if (!method || other || !isPublic(method)) continue;
    actions.set(`${object.id}_${name}`, yield* actionOf(execution, method));
  }
  return actions;
}

function* actionOf(execution: Execution, method: MuranoMethod): Generator<unknown, YaqlDict, unknown> {
  const action = new YaqlDict();
  action.set('name', method.name);
  action.set('enabled', true);
  action.set('title', method.name);
  for (const [key, className] of TEXTS) {
    const meta = metaOf(method).find(({ type }) => type.name === className);
    if (!meta) continue;
    const text = (yield* execution.metaObject(meta)).values.get('text');
    if (text !== undefined && text !== null) action.set(key, text);
  }
  return action;
}
