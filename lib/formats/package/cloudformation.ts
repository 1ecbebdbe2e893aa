import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** The sections of a template as CloudFormation has them, and Heat besides its own (guide: "Parameters" section). */
const SECTIONS = [
  'AWSTemplateFormatVersion',
  'HeatTemplateFormatVersion',
  'Description',
  'Parameters',
  'Resources',
  'Outputs',
];

/** The version of HOT whose functions a converted template needs. */
const HOT_VERSION = '2015-04-30';

/** Something that HOT has no word for. */
export interface Unconverted {
  /** keys down to it */
  path: string[];
  sentence: string;
}

/** Whether a template has CloudFormation's sections and none of HOT's. */
export function isCloudFormation(template: JsonObject): boolean {
  return Object.keys(template).some((key) => SECTIONS.includes(key)) && !('heat_template_version' in template);
}

/** A template of CloudFormation as one of HOT, with everything in it that has no counterpart. */
export function fromCloudFormation(template: JsonObject): { template: JsonObject; unconverted: Unconverted[] } {
  const unconverted: Unconverted[] = [];
  const note = (path: string[], sentence: string) => void unconverted.push({ path, sentence });
  for (const key of Object.keys(template)) {
    if (!SECTIONS.includes(key))
      note([key], `There is nothing called "${key}" here; known are ${SECTIONS.join(', ')}.`);
  }
  const parameters = entriesIn(template.Parameters).map(([name, given]): [string, Json] => [name, parameterOf(given)]);
  const reading: Reading = { parameters: new Set(parameters.map(([name]) => name)), note };
  const resources = entriesIn(template.Resources).map(([name, given]): [string, Json] => [
    name,
    resourceOf(given, ['Resources', name], reading),
  ]);
  const outputs = entriesIn(template.Outputs).map(([name, given]): [string, Json] => [
    name,
    renamed(given, { Value: 'value', Description: 'description' }, ['Outputs', name], reading),
  ]);
  const sections = { parameters, resources, outputs };
  return {
    template: {
      heat_template_version: HOT_VERSION,
      ...(typeof template.Description === 'string' ? { description: template.Description } : {}),
      ...Object.fromEntries(
        Object.entries(sections)
          .filter(([, entries]) => entries.length > 0)
          .map(([name, entries]) => [name, Object.fromEntries(entries)]),
      ),
    },
    unconverted,
  };
}

interface Reading {
  parameters: ReadonlySet<string>;
  note(path: string[], sentence: string): void;
}

function entriesIn(section: Json | undefined): [string, JsonObject][] {
  if (!isObject(section ?? null)) return [];
  return Object.entries(section as JsonObject).map(([name, given]) => [name, isObject(given) ? given : {}]);
}

const PARAMETER_TYPES: Readonly<Record<string, string>> = {
  Number: 'number',
  CommaDelimitedList: 'comma_delimited_list',
  Json: 'json',
  Boolean: 'boolean',
};

function parameterOf(given: JsonObject): JsonObject {
  const limit = (least: string, most: string): JsonObject | null => {
    const range: JsonObject = {
      ...(given[least] === undefined ? {} : { min: Number(given[least]) }),
      ...(given[most] === undefined ? {} : { max: Number(given[most]) }),
    };
    return Object.keys(range).length === 0 ? null : range;
  };
  const [length, range] = [limit('MinLength', 'MaxLength'), limit('MinValue', 'MaxValue')];
  const constraints: Json[] = [
    ...(length ? [{ length }] : []),
    ...(range ? [{ range }] : []),
    ...(Array.isArray(given.AllowedValues) ? [{ allowed_values: given.AllowedValues }] : []),
    ...(typeof given.AllowedPattern === 'string' ? [{ allowed_pattern: given.AllowedPattern }] : []),
  ];
  return {
    type: PARAMETER_TYPES[String(given.Type)] ?? 'string',
    ...(given.Default === undefined ? {} : { default: given.Default }),
    ...(given.Description === undefined ? {} : { description: given.Description }),
    ...(given.NoEcho === true || given.NoEcho === 'true' ? { hidden: true } : {}),
    ...(constraints.length > 0 ? { constraints } : {}),
  };
}

const RESOURCE_KEYS = {
  Type: 'type',
  Properties: 'properties',
  DependsOn: 'depends_on',
  Metadata: 'metadata',
  DeletionPolicy: 'deletion_policy',
  UpdatePolicy: 'update_policy',
};

/** What Murano's templates ask of a machine by Amazon's words, in those of Nova. */
const MACHINE = 'AWS::EC2::Instance';
const MACHINE_PROPERTIES = {
  ImageId: 'image',
  InstanceType: 'flavor',
  KeyName: 'key_name',
  AvailabilityZone: 'availability_zone',
  UserData: 'user_data',
  SecurityGroups: 'security_groups',
};

function resourceOf(given: JsonObject, path: string[], reading: Reading): JsonObject {
  const resource = renamed(given, RESOURCE_KEYS, path, reading);
  if (given.Type !== MACHINE) return resource;
  const { NetworkInterfaces: ports, ...others } = isObject(given.Properties ?? null)
    ? (given.Properties as JsonObject)
    : {};
  const at = [...path, 'Properties'];
  const networks = Array.isArray(ports) ? ports.map((port): Json => ({ port: converted(port, at, reading) })) : [];
  return {
    ...resource,
    type: 'OS::Nova::Server',
    properties: {
      ...renamed(others, MACHINE_PROPERTIES, at, reading),
      ...(networks.length > 0 ? { networks } : {}),
      ...('UserData' in others ? { user_data_format: 'RAW' } : {}),
    },
  };
}

function renamed(
  given: JsonObject,
  names: Readonly<Record<string, string>>,
  path: string[],
  reading: Reading,
): JsonObject {
  const entries = Object.entries(given).flatMap(([key, value]): [string, Json][] => {
    const name = names[key];
    if (name !== undefined) return [[name, converted(value, [...path, key], reading)]];
    reading.note([...path, key], `HOT has nothing for "${key}". Known here are ${Object.keys(names).join(', ')}.`);
    return [];
  });
  return Object.fromEntries(entries);
}

const PSEUDO: Readonly<Record<string, string>> = { 'AWS::StackName': 'OS::stack_name', 'AWS::StackId': 'OS::stack_id' };

/** A value with its functions by the names that HOT has for them. */
function converted(value: Json, path: string[], reading: Reading): Json {
  const inside = (inner: Json) => converted(inner, path, reading);
  if (Array.isArray(value)) return value.map(inside);
  if (!isObject(value)) return value;
  const [[name = '', given = null] = [], ...more] = Object.entries(value);
  if (more.length > 0 || !/^(Ref$|Fn::)/.test(name))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inside(inner)]));
  switch (name) {
    case 'Ref': {
      const pseudo = PSEUDO[String(given)];
      if (pseudo !== undefined) return { get_param: pseudo };
      return reading.parameters.has(String(given)) ? { get_param: given } : { get_resource: given };
    }
    case 'Fn::GetAtt':
      return { get_attr: given };
    case 'Fn::Join':
      return { list_join: inside(given) };
    case 'Fn::Base64':
      return inside(given);
    case 'Fn::Replace': {
      const [params = {}, template = ''] = Array.isArray(given) ? given : [];
      return { str_replace: { params: inside(params), template: inside(template) } };
    }
    default:
      reading.note(path, `HOT has no function "${name}".`);
      return value;
  }
}
