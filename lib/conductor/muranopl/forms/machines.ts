import type { Service, Unit } from '@/lib/model/environment';
import { hostNameOf } from '@/lib/model/installed';
import { isObject, type JsonObject } from '@/lib/model/json';
import { property } from '@/lib/model/property';
import type { Property } from '@/lib/model/service-type';
import { expectedHost } from '@/lib/model/unit-title';
import { metaOfType } from '../types/meta';
import type { MuranoType } from '../types/murano-type';

const INSTANCE = 'io.murano.resources.Instance';
/** What classes of machines say of their images. */
const IMAGE_TYPE = 'io.vetro.metadata.ImageType';
/** Classes of which no machine that takes plans can be made: one that can, and is of their kind, takes their place. */
const INSTEAD: Readonly<Record<string, string>> = {
  'io.murano.resources.Instance': 'io.murano.resources.LinuxMuranoInstance',
  'io.murano.resources.LinuxInstance': 'io.murano.resources.LinuxMuranoInstance',
};

/** Whether objects of a class are machines. */
export function isMachine(type: MuranoType): boolean {
  return [...type.ancestors].some(({ name }) => name === INSTANCE);
}

/** The class of the machines that a form makes where a class of machines is wanted. */
export function machineClass(type: MuranoType): string {
  return INSTEAD[type.name] ?? type.name;
}

/** The names under which a form asks about machines. */
export interface MachineQuestions {
  readonly flavor: string;
  readonly image: string;
  readonly pattern: string;
  readonly keyPair: string;
  readonly zone: string;
}

/** What a form asks about all machines of a service; `taken` are the names of the class's own properties. */
export function machineQuestions(
  types: readonly MuranoType[],
  prefix: string,
  taken: ReadonlySet<string>,
): { names: MachineQuestions; properties: Property[] } {
  const free = (name: string) => (taken.has(name) ? `machine${name.charAt(0).toUpperCase()}${name.slice(1)}` : name);
  const names: MachineQuestions = {
    flavor: free('flavor'),
    image: free('osImage'),
    pattern: free('unitNamingPattern'),
    keyPair: free('keyPair'),
    zone: free('availabilityZone'),
  };
  const imageTypes = new Set(types.map(imageTypeOf));
  const [imageType] = imageTypes;
  const help = {
    flavor: 'How big each machine is.',
    image: 'What each machine starts from.',
    pattern: '# is the number of the machine.',
    keyPair: 'The key with which one signs in on the machines.',
    zone: 'Where in the cloud the machines are.',
  };
  return {
    names,
    properties: [
      property({ name: names.flavor, kind: 'flavor', label: 'Machine size', help: help.flavor, required: true }),
      property({
        name: names.image,
        kind: 'image',
        label: 'Image',
        help: help.image,
        required: true,
        ...(imageTypes.size === 1 && imageType !== undefined && { imageType }),
        change: 'replace',
      }),
      property({
        name: names.pattern,
        kind: 'hostnamePattern',
        label: 'Machine names',
        help: help.pattern,
        suggest: `${prefix}#`,
        expert: true,
      }),
      property({ name: names.keyPair, kind: 'keyPair', label: 'Key pair', help: help.keyPair, expert: true }),
      property({ name: names.zone, kind: 'availabilityZone', label: 'Location', help: help.zone, expert: true }),
    ],
  };
}

/** The type of the images that machines of a class start from, as the nearest class says; undefined: any. */
function imageTypeOf(type: MuranoType): string | undefined {
  const said = metaOfType(type).find((meta) => meta.type.name === IMAGE_TYPE)?.declaration.properties;
  if (said?.kind !== 'map') return undefined;
  const entry = said.entries.find(({ key }) => key.kind === 'constant' && key.value === 'type')?.value;
  return entry?.kind === 'constant' && typeof entry.value === 'string' ? entry.value : undefined;
}

/** The object of one machine of a service. */
export function machineOf(service: Service, unit: Unit, className: string, names: MachineQuestions): JsonObject {
  const image = service[names.image];
  const chosen = {
    image: isObject(image) ? image.name : image,
    keyname: service[names.keyPair],
    availabilityZone: service[names.zone],
  };
  return {
    '?': { id: unit.id, type: className },
    name: hostName(service, unit, names.pattern),
    flavor: String(service[names.flavor] ?? ''),
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined && value !== '')),
  } as JsonObject;
}

/** The host name of a machine: the one it has, the one that the pattern gives it, else one made of its id. */
function hostName(service: Service, unit: Unit, pattern: string): string {
  return hostNameOf(unit) ?? expectedHost(service[pattern], service, unit) ?? `m-${unit.id.slice(0, 8)}`;
}
