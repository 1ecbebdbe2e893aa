import { stringify } from 'yaml';
import { accountOptionProblems, componentProblems, SOFTWARE_RESOURCE_TYPES } from '@/lib/conductor/software';
import type { Tx } from '@/lib/db/client';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { type PropertyRule, type ResourceContext, type ResourceType, refusal, text } from './resource-type';
import { findStored, storedAttributes } from './stored-resource';

/** Texts for the first start of a machine, as Heat keeps them (Heat, `engine/resources/openstack/heat`). */

const replaced = (kind: PropertyRule['kind'], required = false): PropertyRule => ({
  kind,
  required,
  change: 'replace',
});

/** A script, or any other text. */
export const softwareConfig: ResourceType = {
  type: 'OS::Heat::SoftwareConfig',
  properties: {
    config: replaced('string'),
    group: replaced('string'),
    inputs: replaced('list'),
    outputs: replaced('list'),
    options: replaced('map'),
  },
  attributes: ['config'],
  create: async ({ properties }) => ({ attributes: { config: text(properties.config) ?? '' }, seconds: 0 }),
};

/** Everything that keeps what a tool is to do on a machine: scripts, structures, components of several. */
export const SOFTWARE_CONFIG_TYPES: readonly ResourceType[] = [...SOFTWARE_RESOURCE_TYPES].flatMap(
  ([type, { role, properties }]) => (role === 'config' ? [configType(type, properties)] : []),
);

/** What cloud-init is to do, as a structure. */
export const cloudConfig: ResourceType = {
  type: 'OS::Heat::CloudConfig',
  properties: { cloud_config: replaced('map') },
  attributes: ['config'],
  create: async ({ properties }) => ({
    attributes: { config: `#cloud-config\n${stringify(properties.cloud_config ?? {})}` },
    seconds: 0,
  }),
};

/** Several of them in one text; `config` of a part is a text or the id of one that is kept. */
export const multipartMime: ResourceType = {
  type: 'OS::Heat::MultipartMime',
  properties: { parts: replaced('list'), group: replaced('string') },
  attributes: ['config'],
  create: async (context) => {
    const given = Array.isArray(context.properties.parts) ? context.properties.parts : [];
    const parts: string[] = [];
    for (const part of given) parts.push(await partOf(context, part));
    const boundary = `=====${context.id}=====`;
    const head = `Content-Type: multipart/mixed; boundary="${boundary}"\nMIME-Version: 1.0\n\n`;
    const body = parts.map((part) => `--${boundary}\n${part}\n`).join('');
    return { attributes: { config: `${head}${body}--${boundary}--\n` }, seconds: 0 };
  },
};

/** The text of a config that is kept under an id, or what was given when it is none (Heat, `Server._userdata`). */
export async function configText(tx: Tx, tenantId: string, given: string): Promise<string> {
  if (!/^[0-9a-f]{32}$/.test(given)) return given;
  const kept = await findStored(tx, tenantId, given, softwareConfig.type, cloudConfig.type, multipartMime.type);
  return text(storedAttributes(kept).config) ?? given;
}

async function partOf({ tx, stack }: ResourceContext, part: Json): Promise<string> {
  const given = isObject(part) ? text(part.config) : null;
  if (!isObject(part) || given === null) throw refusal('StackValidationFailed', 'A part has no config.');
  const config = await configText(tx, stack.tenantId, given);
  // one that is several parts already stands as it is
  if (text(part.type) === 'multipart') return config;
  const file = text(part.filename);
  const place = file ? `Content-Disposition: attachment; filename="${file}"\n` : '';
  const kind = `text/${text(part.subtype) ?? 'plain'}`;
  return `Content-Type: ${kind}; charset="utf-8"\nMIME-Version: 1.0\n${place}\n${config}`;
}

function configType(type: string, properties: ResourceType['properties']): ResourceType {
  const isComponent = type === 'OS::Heat::SoftwareComponent';
  return {
    type,
    properties,
    attributes: ['config'],
    problems: (name, given) => [
      ...(isComponent ? componentProblems(name, given) : []),
      ...accountOptionProblems(type, name, given),
    ],
    create:
      type === softwareConfig.type
        ? softwareConfig.create
        : async ({ properties: given }) => ({ attributes: { config: bodyOf(given) }, seconds: 0 }),
  };
}

function bodyOf({ config, configs }: JsonObject) {
  return isObject(config) ? config : { configs: configs ?? [] };
}
