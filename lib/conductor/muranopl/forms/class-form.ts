import type { Service, Unit } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { ENTRY_KEYS } from '@/lib/model/object-entry';
import { property } from '@/lib/model/property';
import type { FormStep, Property } from '@/lib/model/service-type';
import type { Execution } from '../execution/execution';
import { typeSchema } from '../schema/index';
import type { JsonSchema } from '../schema/json-schema';
import type { MuranoType } from '../types/murano-type';
import { type ApplicationForm, type FormContext, labelOf, SERVICE_NAME } from './application-form';
import { scalarProperty } from './class-property';
import { isMachine, machineClass, machineOf, machineQuestions } from './machines';

/** More machines than this nobody asks for in a form; the quota bounds them before. */
const MAX_MACHINES = 100;

/** A property of the class that holds machines. */
interface MachineSlot {
  readonly name: string;
  readonly className: string;
  readonly type: MuranoType;
  readonly isList: boolean;
  readonly min: number;
  readonly max: number;
}

/** The unit property that tells which property of the class a machine is for. */
const SLOT = 'purpose';

/**
 * The form of a class that has none of its own: what its properties take (`Contract`), begin with (`Default`), are
 * called (`Meta`) and where they stand in the form; machines become units of the service.
 *
 * @returns null for a class that needs something no form can ask for
 */
export function* classForm(
  execution: Execution,
  type: MuranoType,
): Generator<unknown, ApplicationForm | null, unknown> {
  const schema = yield* typeSchema(execution, type);
  const asked: { property: Property; section: string | null; index: number }[] = [];
  const slots: MachineSlot[] = [];
  const constants: JsonObject = {};
  for (const [name, said] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    if (name === 'name' || (ENTRY_KEYS as readonly string[]).includes(name)) continue;
    const slot = machineSlot(name, said, type);
    if (slot) slots.push(slot);
    else if (isFixed(said)) constants[name] = fixedValue(said);
    else {
      const made = scalarProperty(name, said, type);
      if (made) asked.push({ property: made, ...placeOf(said) });
      else if (isNeeded(name, said, type)) return null;
    }
  }
  // one machine of each kind before those of which there may be many: the units' templates are in this order
  slots.sort((a, b) => Number(a.isList) - Number(b.isList));
  const machines =
    slots.length === 0
      ? null
      : machineQuestions(
          slots.map((slot) => slot.type),
          prefixOf(type),
          new Set(Object.keys(schema.properties ?? {})),
        );
  asked.sort((a, b) => a.index - b.index);
  return {
    properties: [SERVICE_NAME, ...asked.map((one) => one.property), ...(machines?.properties ?? [])],
    ...unitsOf(slots),
    steps: [...settingSteps(asked, schema), ...(machines ? [machineStep(machines.properties)] : [])],
    facts: factsOf(type, new Set(asked.map((one) => one.property.name))),
    objectOf: (service, context) => ({
      '?': headerOf(service, type),
      name: service.name,
      ...constants,
      ...valuesOf(
        asked.map((one) => one.property),
        service,
        context,
      ),
      ...(machines
        ? machinesIn(slots, service, (unit, className) => machineOf(service, unit, className, machines.names))
        : {}),
    }),
    answersIn: (object) =>
      Object.fromEntries(
        asked.flatMap(({ property: { name, kind, required } }) => {
          const value = object[name];
          if (type.property(name)?.declaration.usage !== 'InOut' || kind === 'serviceRef') return [];
          return value === undefined || (value === null && required) ? [] : [[name, value] satisfies [string, Json]];
        }),
      ),
  };
}

/** The header of the object that a service is. */
export function headerOf(service: Service, type: MuranoType): JsonObject {
  const kept = isObject(service['?']) ? service['?'].type : undefined;
  return { id: service.id, type: kept ?? type.modelName, name: service.name };
}

function machineSlot(name: string, said: JsonSchema, type: MuranoType): MachineSlot | null {
  const isList = said.type === 'array';
  const inner = (isList ? said.items : said) as JsonSchema | undefined;
  if (!inner || typeof inner.muranoType !== 'string') return null;
  const found = type.findClass(inner.muranoType);
  if (!isMachine(found)) return null;
  const least = isList ? Number(said.minItems ?? 0) : allowsNull(inner) ? 0 : 1;
  const most = isList ? Math.min(Number(said.maxItems ?? MAX_MACHINES), MAX_MACHINES) : 1;
  return { name, className: machineClass(found), type: found, isList, min: least, max: most };
}

/** How many machines there are, and which of the class's properties each is for: singles first, then the first list. */
function unitsOf(slots: readonly MachineSlot[]): Pick<ApplicationForm, 'units' | 'unitTemplates' | 'unitProperties'> {
  const singles = slots.filter(({ isList, min }) => !isList && min > 0);
  const list = slots.find(({ isList }) => isList);
  const min = singles.length + (list?.min ?? 0);
  const max = slots.length === 0 ? MAX_MACHINES : singles.length + (list?.max ?? 0);
  const templates = [...singles, ...(list ? [list] : [])].map(({ name }) => ({ [SLOT]: name }));
  return {
    units: {
      min,
      max,
      default: Math.max(min, list ? singles.length + 1 : 0),
      noun: 'machine',
      ...(slots.length === 0 ? { managed: true } : {}),
    },
    unitTemplates: templates.length > 0 ? templates : [{}],
    unitProperties: slots.length > 0 ? [property({ name: SLOT, kind: 'string', label: 'Purpose', hidden: true })] : [],
  };
}

function machinesIn(
  slots: readonly MachineSlot[],
  service: Service,
  machine: (unit: Unit, className: string) => JsonObject,
): JsonObject {
  const own = service.units.filter((unit) => unit.byPackage !== true);
  return Object.fromEntries(
    slots.flatMap(({ name, className, isList }): [string, Json][] => {
      const made = own.filter((unit) => unit[SLOT] === name).map((unit) => machine(unit, className));
      if (isList) return [[name, made]];
      return made[0] ? [[name, made[0]]] : [];
    }),
  );
}

/** What was answered, as the class takes it; what was left empty takes the class's own default. */
function valuesOf(properties: readonly Property[], service: Service, context: FormContext): JsonObject {
  return Object.fromEntries(
    properties.flatMap(({ name, kind }): [string, Json][] => {
      const value = service[name] as Json | undefined;
      if (value === undefined || value === null || value === '') return [];
      if (kind !== 'serviceRef') return [[name, value]];
      const id = typeof value === 'string' ? context.idOf(value) : null;
      return id === null ? [] : [[name, id]];
    }),
  );
}

function settingSteps(
  asked: readonly { property: Property; section: string | null }[],
  schema: JsonSchema,
): FormStep[] {
  const sections = (schema.formSections ?? {}) as Record<string, { title?: unknown }>;
  const named = Object.keys(sections).filter((section) => asked.some((one) => one.section === section));
  const fieldsOf = (section: string | null) =>
    asked
      .filter((one) => (named.includes(one.section ?? '') ? one.section : null) === section && !one.property.hidden)
      .map((one) => one.property.name);
  return [
    { title: 'Settings', help: '', fields: [SERVICE_NAME.name, ...fieldsOf(null)] },
    ...named.map((section) => ({
      title: typeof sections[section]?.title === 'string' ? String(sections[section].title) : labelOf(section),
      help: '',
      fields: fieldsOf(section),
    })),
  ];
}

function machineStep(properties: readonly Property[]): FormStep {
  return { title: 'Machines', help: '', fields: ['unitCount', ...properties.map(({ name }) => name)] };
}

/** The properties that objects of a class set themselves, for others to read. */
export function outputProperties(type: MuranoType): string[] {
  return [...type.propertyNames].filter((name) => {
    const usage = type.property(name)?.declaration.usage;
    return usage === 'Out' || usage === 'InOut';
  });
}

/**
 * What a service of the class tells once it is deployed.
 *
 * @param asked names of properties that stand among the answers
 */
export function factsOf(type: MuranoType, asked: ReadonlySet<string> = new Set()): ApplicationForm['facts'] {
  return outputProperties(type)
    .filter((name) => !asked.has(name))
    .map((name) => ({ label: labelOf(name), path: `state.${name}`, kind: 'text' }));
}

function placeOf(said: JsonSchema): { section: string | null; index: number } {
  const { formSection, formIndex } = said;
  return {
    section: typeof formSection === 'string' ? formSection : null,
    index: typeof formIndex === 'number' ? formIndex : Number.MAX_SAFE_INTEGER,
  };
}

function isFixed(said: JsonSchema): boolean {
  return said.type === undefined && Array.isArray(said.enum) && said.enum.length === 1;
}

function fixedValue(said: JsonSchema): Json {
  return (said.enum as Json[])[0] ?? null;
}

/** Whether an object cannot be without the property. */
function isNeeded(name: string, said: JsonSchema, type: MuranoType): boolean {
  if (type.property(name)?.declaration.default !== undefined || allowsNull(said)) return false;
  // lists and mappings may be empty unless they say otherwise
  if (said.type === 'array') return Number(said.minItems ?? 0) > 0;
  return said.type !== 'object';
}

function allowsNull(said: JsonSchema): boolean {
  return said.type === undefined || (Array.isArray(said.type) && said.type.includes('null'));
}

/** What machines are called before anyone says otherwise: `WebPair` gives `webpair`. */
function prefixOf(type: MuranoType): string {
  const short = (type.name.split('.').at(-1) ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 10);
  return /^[a-z]/.test(short) ? short : 'machine';
}
