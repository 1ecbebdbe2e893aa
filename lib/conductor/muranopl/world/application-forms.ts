import { isVetroError } from '@/lib/errors';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { classNameIn } from '@/lib/model/object-entry';
import { isYaqlError } from '../../yaql';
import { runNow } from '../engine/drive';
import { ProgramExecution } from '../engine/program-execution';
import { isDslError } from '../errors';
import { isThrown } from '../execution/thrown';
import type { ApplicationForm, FormContext } from '../forms/application-form';
import { classForm, outputProperties } from '../forms/class-form';
import { dynamicForm } from '../forms/dynamic-form';
import { isMachine } from '../forms/machines';
import type { MuranoType } from '../types/murano-type';
import type { Package } from '../types/package';
import type { ObjectsEngine } from './engine';

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
    return type ? [...type.ancestors].map(({ name }) => name).filter((name) => !name.startsWith('io.murano.')) : [];
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
   * set.
   *
   * @param before objects as they were last written, anywhere in it
   * @throws what evaluating the package's form throws
   */
  objectOf(service: Service, model: EnvironmentModel, before: Json = null): JsonObject | null {
    const header = (service as JsonObject)['?'];
    const written = isObject(header) ? String(header.type) : service.type;
    const form = this.formOf(service.type, /\/([^@]+)/.exec(written)?.[1]);
    if (!form) return null;
    const earlier = new Map<string, JsonObject>();
    collectObjects(before, earlier);
    return this.withReached(form.objectOf(service, formContext(model)), earlier) as JsonObject;
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

  private made(type: MuranoType): ApplicationForm | null {
    const { form, name } = type.package_;
    const own = form && isMain(type, name) ? dynamicForm(form.file, form.text, type) : null;
    if (own) return own;
    // A class that cannot be made tells why when the package is checked, and when one of its objects is deployed.
    return unlessRefused(() => {
      const execution = new ProgramExecution(this.engine.engine, { newId: () => '' });
      return runNow(classForm(execution, type)) as ApplicationForm | null;
    });
  }

  private typeOf(className: string, version?: string): MuranoType | null {
    const holders = this.engine.packages.filter((pack: Package) => pack.classNames().includes(className));
    const holder = holders.find((pack) => pack.version === version) ?? holders[0];
    return holder ? unlessRefused(() => this.engine.engine.classes.of(holder, className)) : null;
  }

  private withReached(value: Json, earlier: ReadonlyMap<string, JsonObject>): Json {
    if (Array.isArray(value)) return value.map((item) => this.withReached(item, earlier));
    if (!isObject(value)) return value;
    const inner = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, key === '?' ? one : this.withReached(one as Json, earlier)]),
    );
    const header = value['?'];
    const before = isObject(header) ? earlier.get(String(header.id)) : undefined;
    return before ? { ...this.reachedIn(before), ...inner } : inner;
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

/** What work gives; null when the package's code is at fault. */
function unlessRefused<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch (error) {
    if (isDslError(error) || isYaqlError(error) || isThrown(error) || isVetroError(error)) return null;
    throw error;
  }
}

/** Whether a class is the application that its package is: the one with the package's name, or the only application. */
function isMain(type: MuranoType, packageName: string): boolean {
  return type.name === packageName || !type.package_.classNames().includes(packageName);
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
