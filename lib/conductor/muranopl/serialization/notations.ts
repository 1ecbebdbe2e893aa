import { YaqlDict } from '@vetro/yaql';
import type { MuranoObject } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';

/** `{'?': {type: 'Name/version@package', id, name, metadata}, property: …}` */
export function serializable(object: MuranoObject, properties: YaqlDict): YaqlDict {
  return withHeader(object, object.type.modelName, properties);
}

/** `{'?': {type: <class>, id, name, metadata}, property: …}` */
export function mixed(object: MuranoObject, properties: YaqlDict): YaqlDict {
  return withHeader(object, TypeReference.to(object.type), properties);
}

/** `{<class>: {property: …}, id, name, metadata}` */
export function inline(object: MuranoObject, properties: YaqlDict): YaqlDict {
  const dict = new YaqlDict();
  dict.set(TypeReference.to(object.type), properties);
  dict.set('id', object.id);
  dict.set('name', object.displayName);
  dict.set('metadata', object.metadata);
  const dependencies = dependenciesOf(object);
  if (dependencies) dict.set('dependencies', dependencies);
  return dict;
}

function withHeader(object: MuranoObject, type: unknown, properties: YaqlDict): YaqlDict {
  const header = new YaqlDict();
  header.set('type', type);
  header.set('id', object.id);
  header.set('name', object.displayName);
  header.set('metadata', object.metadata);
  const dependencies = dependenciesOf(object);
  if (dependencies) header.set('dependencies', dependencies);
  const dict = new YaqlDict();
  dict.set('?', header);
  for (const [name, value] of properties.entries()) dict.set(name, value);
  return dict;
}

/** Who is told when the object is destroyed; undefined when nobody is. */
function dependenciesOf(object: MuranoObject): unknown {
  if (object.subscriptions.length === 0) return undefined;
  return {
    onDestruction: object.subscriptions.map(({ subscriber, handler }) => ({ subscriber: subscriber.id, handler })),
  };
}
