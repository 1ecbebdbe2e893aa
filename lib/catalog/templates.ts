import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { keysOfPath, type PackageProblem, problemsOf, readYaml } from '@/lib/formats/yaml/read-yaml';
import type { FieldProblem } from '@/lib/model/field-problem';
import { schemaWords } from '@/lib/model/schema-words';
import { checkEnvironment, completeService } from '@/lib/model/service-rules';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { type Blueprint, type BlueprintLoss, ShippedBlueprintSchema } from '@/lib/model/templates/blueprint';
import { fillBlueprint } from '@/lib/model/templates/fill';

/** The folder of a catalog that holds templates of environments; every other folder is a package. */
export const TEMPLATES_FOLDER = 'templates';

/** A template of an environment that ships with the catalog. */
export interface ShippedTemplate {
  /** the name of its file without the ending */
  id: string;
  blueprint: Blueprint;
  /** its machines without which something ends; null: its file does not say */
  losses: readonly BlueprintLoss[] | null;
}

export interface LoadedTemplates {
  templates: ShippedTemplate[];
  /** files that are no blueprints: the catalog is wrong */
  problems: PackageProblem[];
  /** blueprints that do not fit the packages, which is why they are not offered */
  unfit: PackageProblem[];
}

/**
 * Reads the templates of a catalog directory: YAML or JSON files in its folder `templates`, which may be missing.
 *
 * @param types the service types of the catalog's packages: a template that needs another one, or that its type
 *   would refuse, is left out and told
 */
export async function loadTemplates(directory: string, types: readonly ServiceType[]): Promise<LoadedTemplates> {
  const loaded: LoadedTemplates = { templates: [], problems: [], unfit: [] };
  const folder = path.join(directory, TEMPLATES_FOLDER);
  for (const name of await templateFiles(folder)) {
    const file = `${TEMPLATES_FOLDER}/${name}`;
    const yaml = readYaml(file, await readFile(path.join(folder, name), 'utf8'));
    const read = yaml.problems.length > 0 ? null : ShippedBlueprintSchema.safeParse(yaml.value, { error: schemaWords });
    if (!read?.success) {
      loaded.problems.push(...yaml.problems, ...(read ? problemsOf(file, read.error, yaml) : []));
      continue;
    }
    const { losses = null, ...rest } = read.data;
    const blueprint = rest as Blueprint;
    const unfit = blueprintProblems(blueprint, types).map(({ path: at, code, sentence }): PackageProblem => {
      const line = yaml.lineOf(keysOfPath(at));
      return { file, path: at, ...(line === undefined ? {} : { line }), code, sentence };
    });
    loaded.unfit.push(...unfit);
    if (unfit.length === 0) loaded.templates.push({ id: path.parse(name).name, blueprint, losses });
  }
  return loaded;
}

async function templateFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => /^[a-z0-9-]{1,64}\.(ya?ml|json)$/.test(name)).sort();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return [];
    throw error;
  }
}

/** Keeps every rule for passwords, with a number for each; they only stand in while a blueprint is checked. */
const SAMPLE_PASSWORD = 'kT7m-Xq4R-zH9p-WdC3';

/**
 * What keeps a blueprint from becoming an environment, whatever the cloud offers: service types that no package
 * has, properties that a type does not know or would refuse, domains that no service of it provides.
 */
function blueprintProblems(blueprint: Blueprint, types: readonly ServiceType[]): FieldProblem[] {
  let made = 0;
  const filled = fillBlueprint(blueprint, {
    environmentName: 'Example',
    given: {},
    takenDomains: [],
    secrets: {},
    missingSecrets: 'generate',
    newPassword: () => {
      made += 1;
      return `${SAMPLE_PASSWORD}-${made}`;
    },
  });
  const services = filled.services.map((service, index) => {
    const type = types.find((known) => known.type === service.type);
    const whole = type ? completeService(service, type, anyOffer(blueprint, type)) : service;
    const id = String(index).padStart(32, '0');
    const units = Array.isArray(whole.units) ? whole.units : [];
    return { ...whole, id, type: String(service.type), name: String(whole.name ?? ''), units };
  });
  const model = { id: 'f'.repeat(32), name: blueprint.name, services } as Parameters<typeof checkEnvironment>[0];
  const found = checkEnvironment(model, { types });
  return [...filled.problems, ...found.filter(({ code }) => code !== 'id_taken')];
}

/** A cloud that offers one of each, for what a blueprint leaves to the cloud. */
function anyOffer(blueprint: Blueprint, { properties }: ServiceType): Offer {
  const types = new Set(properties.flatMap(({ kind, imageType = '' }) => (kind === 'image' ? [imageType] : [])));
  const none = { used: 0, limit: -1 };
  return {
    cloud: blueprint.name,
    simulated: true,
    flavors: [{ name: 'medium', vcpus: 1, memoryMb: 1024, diskGb: 1 }],
    images: [...types].map((type) => ({ id: `any ${type}`, name: 'any', title: 'any', type, marked: true })),
    availabilityZones: [],
    keyPairs: [],
    quota: { machines: none, vcpus: none, memoryMb: none },
  };
}
