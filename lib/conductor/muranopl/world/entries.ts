import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { networkObject } from '@/lib/model/network-object';
import { ENTRY_KEYS, isFormEntry, isObjectEntry, type ObjectEntry } from '@/lib/model/object-entry';
import type { ModelDocument } from '../serialization/document';
import type { ApplicationForms } from './application-forms';

/** Where the environment's document keeps its object model as it was last written: `state.objects`. */
interface StoredObjects {
  /** the environment as an object, with everything it holds */
  environment?: JsonObject;
  attributes?: Json[];
  /** what answers to forms gave the properties that programs set as well, by the ids of objects */
  answered?: JsonObject;
}

const ENVIRONMENT = 'io.murano.Environment';

/**
 * The object model to make true, of an environment's document: its objects as applications of an environment object,
 * beside what there was after the last deployment. Without objects there is none, and what there was goes. An entry that
 * holds answers to a form becomes what its package makes of them.
 */
export function objectModelOf(
  model: EnvironmentModel,
  forms: ApplicationForms,
): { Objects: Json; ObjectsCopy: Json; Attributes: Json } {
  const { environment, attributes = [], answered } = keptIn(model);
  const entries = model.services.filter(isObjectEntry);
  const asked: JsonObject = {
    ...environment,
    '?': { id: model.id, type: ENVIRONMENT, ...headerOf(environment) },
    name: model.name,
    ...(model.region === undefined ? {} : { region: model.region }),
    ...(model.network ? { defaultNetworks: { environment: networkObject(model.id, model.network), flat: null } } : {}),
    applications: entries.map((entry) =>
      isFormEntry(entry)
        ? (forms.objectOf(entry as Service, model, environment ?? null, answered ?? null) ?? objectOf(entry))
        : objectOf(entry as JsonObject),
    ),
  };
  return {
    Objects: entries.length === 0 ? null : asked,
    ObjectsCopy: environment ?? null,
    Attributes: attributes,
  };
}

/** A machine that objects have made. */
export interface MachineOfEntry {
  /** id of the entry that it belongs to */
  entryId: string;
  id: string;
  name: string;
  state: JsonObject;
}

/** An environment's document with its object model as it is now. */
export function withObjects(
  model: EnvironmentModel,
  written: ModelDocument,
  machines: readonly MachineOfEntry[],
  forms: ApplicationForms,
): EnvironmentModel {
  const root = isObject(written.Objects) ? written.Objects : null;
  const applications = root && Array.isArray(root.applications) ? root.applications.filter(isObjectEntry) : [];
  const services = model.services.map((service): Service => {
    if (!isObjectEntry(service)) return service;
    const { id } = service['?'];
    const now = applications.find((object) => object['?'].id === id);
    return now ? entryOf(service as Service, now, machines, forms) : (service as Service);
  });
  const { objects: _before, ...state } = model.state ?? {};
  const answered = Object.assign(
    {},
    ...services.filter(isFormEntry).map((one) => forms.answeredIn(one as Service, model)),
  );
  const kept: StoredObjects | null = isObject(written.ObjectsCopy)
    ? { environment: written.ObjectsCopy, attributes: written.Attributes as unknown as Json[], answered }
    : null;
  return { ...model, services, state: kept === null ? state : { ...state, objects: kept as JsonObject } };
}

function entryOf(
  service: Service,
  now: ObjectEntry,
  machines: readonly MachineOfEntry[],
  forms: ApplicationForms,
): Service {
  const made = machines.filter(({ entryId }) => entryId === now['?'].id);
  if (isFormEntry(service)) return answersWith(service as Service, now, made, forms);
  const own = Object.entries(service).filter(([key]) => isEnvelope(key));
  const units = made.map(({ id, name, state }) => ({ id, name, state }));
  return {
    ...(withHeaderKeys(now, headersIn(service as JsonObject)) as JsonObject),
    ...Object.fromEntries(own),
    name: service.name,
    units,
  } as Service;
}

/**
 * A service with the answers to its form, as it is now: what the object tells in its state, answers that programs have
 * changed as they are, and machines as units. Those
 * that nobody asked for are the package's own.
 */
function answersWith(
  service: Service,
  now: ObjectEntry,
  machines: readonly MachineOfEntry[],
  forms: ApplicationForms,
): Service {
  const outputs = forms.outputsOf(service.type);
  const isManaged = forms.formOf(service.type)?.units.managed === true;
  const asked = service.units.filter(
    ({ id, byPackage }) => byPackage !== true && (!isManaged || machines.some((machine) => machine.id === id)),
  );
  const own = machines.filter(({ id }) => !asked.some((unit) => unit.id === id));
  const state = new Map(machines.map((machine) => [machine.id, machine.state]));
  return {
    ...service,
    ...forms.formOf(service.type)?.answersIn?.(now),
    '?': { ...furtherKeys(service['?'] as JsonObject), ...now['?'], form: true },
    state: Object.fromEntries(outputs.flatMap((name) => (Object.hasOwn(now, name) ? [[name, now[name]]] : []))),
    units: [
      ...asked.map((unit) => ({ ...unit, state: state.get(unit.id) ?? {} })),
      ...own.map(({ id, name, state }) => ({ id, name, state, byPackage: true })),
    ],
  } as Service;
}

/** Keys of a header that the language writes itself. */
const WRITTEN_KEYS: ReadonlySet<string> = new Set(['type', 'id', 'name', 'metadata', 'dependencies', '_actions']);

/** What a header has beside what the language knows: notes of clients, which are kept for them. */
function furtherKeys(header: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(header).filter(([key]) => !WRITTEN_KEYS.has(key)));
}

/** The header of every object in a value, by its id. */
function headersIn(value: Json, found = new Map<Json | undefined, JsonObject>()): Map<Json | undefined, JsonObject> {
  if (Array.isArray(value)) for (const item of value) headersIn(item, found);
  else if (isObject(value)) {
    if (isObject(value['?'])) found.set(value['?'].id, value['?']);
    for (const [key, inner] of Object.entries(value)) if (key !== '?') headersIn(inner, found);
  }
  return found;
}

/** A value whose headers have the further keys that they had before. */
function withHeaderKeys(value: Json, before: ReadonlyMap<Json | undefined, JsonObject>): Json {
  if (Array.isArray(value)) return value.map((item) => withHeaderKeys(item, before));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]): [string, Json] => {
      if (key !== '?' || !isObject(inner)) return [key, withHeaderKeys(inner, before)];
      return [key, { ...furtherKeys(before.get(inner.id) ?? {}), ...inner }];
    }),
  );
}

/** The object of an entry: without what Vetro keeps beside it. */
function objectOf(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !isEnvelope(key)));
}

function isEnvelope(key: string): boolean {
  return (ENTRY_KEYS as readonly string[]).includes(key);
}

function keptIn(model: EnvironmentModel): StoredObjects {
  const objects = model.state?.objects;
  return isObject(objects) ? (objects as StoredObjects) : {};
}

function headerOf(environment: JsonObject | undefined): JsonObject {
  const header = environment?.['?'];
  return isObject(header) ? header : {};
}
