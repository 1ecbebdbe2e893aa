import { equals, isYaqlError } from '@vetro/yaql';
import { errors, isVetroError } from '@/lib/errors';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { FieldProblem } from '@/lib/model/field-problem';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { classNameIn } from '@/lib/model/object-entry';
import { runNow } from '../engine/drive';
import { ProgramExecution } from '../engine/program-execution';
import { isDslError } from '../errors';
import { isThrown } from '../execution/thrown';
import type { ApplicationForm, FormContext } from '../forms/application-form';
import { classForm, outputProperties } from '../forms/class-form';
import { dynamicForm } from '../forms/dynamic-form';
import { isMachine } from '../forms/machines';
import { LIBRARY_PACKAGES } from '../packages/package-registry';
import type { MuranoType } from '../types/murano-type';
import type { Package } from '../types/package';
import { callStatic } from './class-questions';
import { contractProblems } from './contract-problems';
import type { ObjectsEngine } from './engine';

/** A form is the same whenever it is shown. */
const NO_TIME = new Date(0).toISOString();

/** What a service that was filled in by a form is as objects of MuranoPL. */
export class ApplicationForms {
  private readonly forms = new Map<MuranoType, ApplicationForm | null>();

  constructor(private readonly engine: ObjectsEngine) {}

  /**
   * The form of an application: the package's own (`UI/ui.yaml`), else one made of the class.
   *
   * @param className full name; the newest version counts
   * @returns null for a class of no package, and for one that needs what no form can ask for
   */
  formOf(className: string, from?: string): ApplicationForm | null {
    const type = this.typeOf(className, from);
    if (!type) return null;
    const known = this.forms.get(type);
    if (known !== undefined) return known;
    const made = this.made(type);
    this.forms.set(type, made);
    return made;
  }

  /** The properties that objects of a class set themselves, for others to read. */
  outputsOf(className: string): string[] {
    const type = this.typeOf(className);
    return type ? outputProperties(type) : [];
  }

  /** The full names of a class and of all above it that are not the library's: what a service of the class can be used as. */
  usableAs(className: string): string[] {
    const type = this.typeOf(className);
    const own = [...(type?.ancestors ?? [])].filter(({ package_ }) => !LIBRARY_PACKAGES.has(package_.name));
    return own.map(({ name }) => name);
  }

  /** The full names of all classes above a class; none for a class of no package. */
  ancestorsOf(className: string): string[] {
    const type = this.typeOf(className);
    return type ? [...type.ancestors].map(({ name }) => name).filter((name) => name !== type.name) : [];
  }

  /** Whether a class has a property of this name, its own or inherited. */
  hasProperty(className: string, property: string): boolean {
    return (this.typeOf(className)?.propertyDeclarations(property).length ?? 0) > 0;
  }

  /**
   * The object that a service is, with what objects of the same ids had reached before: the properties that programs
   * set. What programs have changed of an answer stays until the answer is another one.
   *
   * @param before objects as they were last written, anywhere in it
   * @param answered what {@link answeredIn} was then
   * @throws what evaluating the package's form throws
   */
  objectOf(service: Service, model: EnvironmentModel, before: Json = null, answered: Json = null): JsonObject | null {
    const made = this.madeOf(service, model);
    if (!made) return null;
    const earlier = new Map<string, JsonObject>();
    collectObjects(before, earlier);
    const reached = (object: JsonObject, id: string) => {
      const was = earlier.get(id);
      if (!was) return {};
      const then = isObject(answered) && isObject(answered[id]) ? answered[id] : {};
      const changed = Object.entries(this.reachedIn(was)).filter(
        ([name]) => !Object.hasOwn(object, name) || equals(object[name], then[name]),
      );
      return Object.fromEntries(changed);
    };
    return withReached(made, reached) as JsonObject;
  }

  /** What the answers of a service give properties that programs set as well, by the ids of objects. */
  answeredIn(service: Service, model: EnvironmentModel): JsonObject {
    const objects = new Map<string, JsonObject>();
    collectObjects(
      unlessRefused(() => this.madeOf(service, model)),
      objects,
    );
    const given = [...objects].map(([id, object]): [string, JsonObject] => [id, this.reachedIn(object)]);
    return Object.fromEntries(given.filter(([, properties]) => Object.keys(properties).length > 0));
  }

  /** The object that the answers alone make. */
  private madeOf(service: Service, model: EnvironmentModel): JsonObject | null {
    const form = this.formFor(service);
    const [problem] = form?.problemsOf?.(service, formContext(model)) ?? [];
    if (problem) {
      const { path, code, sentence } = problem;
      const label = code === 'field_refused' ? form?.properties.find(({ name }) => name === path)?.label : undefined;
      throw errors.language('form_refused', label === undefined ? sentence : `${label}: ${sentence}`);
    }
    return form?.objectOf(service, formContext(model)) ?? null;
  }

  private formFor(service: Service): ApplicationForm | null {
    const header = (service as JsonObject)['?'];
    const written = isObject(header) ? String(header.type) : service.type;
    return this.formOf(service.type, /\/([^@]+)/.exec(written)?.[1]);
  }

  /**
   * The machines that a service asks for, known by the ids of their objects; null when it has no form, or when its form
   * makes nothing of these answers: deploying it tells why.
   */
  machinesOf(service: Service, model: EnvironmentModel): { id: string; name: string }[] | null {
    const object = unlessRefused(() => this.objectOf(service, model));
    if (!object) return null;
    const objects = new Map<string, JsonObject>();
    collectObjects(object, objects);
    return [...objects].flatMap(([id, { '?': header, name }]) => {
      const type = isObject(header) ? this.typeOf(classNameIn(header.type)) : null;
      return type && isMachine(type) ? [{ id, name: typeof name === 'string' ? name : id }] : [];
    });
  }

  /**
   * What is wrong with the answers of a service besides the rules of their kinds: what the form's own rules and the
   * contracts of the class refuse, each at the property that was answered.
   */
  problemsOf(service: Service, model: EnvironmentModel): FieldProblem[] {
    const form = this.formFor(service);
    const type = this.typeOf(service.type);
    if (!form || !type) return [];
    const found = unlessRefused(() => form.problemsOf?.(service, formContext(model)) ?? []);
    if (found === null || found.length > 0) return found ?? [];
    const object = unlessRefused(() => form.objectOf(service, formContext(model)));
    if (!object) return [];
    const labels = new Map(form.properties.map(({ name, label }) => [name, label]));
    const fieldOf = (property: string) => form.fieldOf?.(property) ?? (labels.has(property) ? property : null);
    const judge = {
      execution: new ProgramExecution(this.engine.engine, { newId: () => '' }),
      typeOf: (className: string) => this.typeOf(className),
      fieldOf,
      labelOf: (field: string) => labels.get(field) ?? field,
    };
    return contractProblems(judge, type, object);
  }

  private made(type: MuranoType): ApplicationForm | null {
    const { form, mainClass } = type.package_;
    const own =
      form && type.name === mainClass
        ? dynamicForm(form.file, form.text, type, (source) => this.parametersOf(source))
        : null;
    if (own) return own;
    // A class that cannot be made tells why when the package is checked, and when one of its objects is deployed.
    return unlessRefused(() => {
      const execution = new ProgramExecution(this.engine.engine, { newId: () => '' });
      return runNow(classForm(execution, type)) as ApplicationForm | null;
    });
  }

  /** What a static method returns that a form names as the source of its parameters; none where it returns no map. */
  private parametersOf(source: string): JsonObject {
    const at = source.lastIndexOf('.');
    const call = { className: source.slice(0, at), method: source.slice(at + 1), arguments: {}, at: NO_TIME };
    const outcome = unlessRefused(() => callStatic(this.engine, call));
    return outcome && 'result' in outcome && isObject(outcome.result) ? outcome.result : {};
  }

  private typeOf(className: string, version?: string): MuranoType | null {
    const holders = this.engine.packages.filter((pack: Package) => pack.classNames().includes(className));
    const holder = holders.find((pack) => pack.version === version) ?? holders[0];
    return holder ? unlessRefused(() => this.engine.engine.classes.of(holder, className)) : null;
  }

  /** The properties of an object that programs set, as it was written. */
  private reachedIn(object: JsonObject): JsonObject {
    const header = object['?'];
    const written = isObject(header) ? String(header.type) : '';
    const type = this.typeOf(classNameIn(written), /\/([^@]+)/.exec(written)?.[1]);
    return Object.fromEntries(
      Object.entries(object).filter(([name]) => {
        const usage = type?.property(name)?.declaration.usage;
        return usage === 'Out' || usage === 'InOut';
      }),
    );
  }
}

/** A value in which every object has what it had reached in the place of what was made of it. */
function withReached(value: Json, reached: (object: JsonObject, id: string) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => withReached(item, reached));
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === '?' ? one : withReached(one as Json, reached)]),
  );
  const header = value['?'];
  return isObject(header) ? { ...inner, ...reached(value, String(header.id)) } : inner;
}

/** What work gives; null when the package's code, or what it was given, is at fault. */
export function unlessRefused<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch (error) {
    if (isDslError(error) || isYaqlError(error) || isThrown(error) || isVetroError(error)) return null;
    throw error;
  }
}

/** Every object in a value, by its id. */
function collectObjects(value: Json, found: Map<string, JsonObject>): void {
  if (Array.isArray(value)) for (const item of value) collectObjects(item, found);
  if (!isObject(value)) return;
  const header = value['?'];
  if (isObject(header) && typeof header.id === 'string') found.set(header.id, value);
  for (const [key, inner] of Object.entries(value)) if (key !== '?') collectObjects(inner as Json, found);
}

function formContext(model: EnvironmentModel): FormContext {
  return { idOf: (name) => model.services.find((service) => service.name === name)?.id ?? null };
}
