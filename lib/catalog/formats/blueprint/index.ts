import type {
  CatalogPackage,
  MachinesFrom,
  PackageFormat,
  PackageReading,
  Requirement,
} from '@/lib/catalog/catalog-package';
import { readGuide } from '@/lib/formats/guide/read-guide';
import { comparePackageVersions, readManifest } from '@/lib/formats/package/manifest';
import { readResources } from '@/lib/formats/package/package';
import { type PackageProblem, readYaml, type YamlText } from '@/lib/formats/yaml/read-yaml';
import { textsOf } from '@/lib/model/service-type-words';
import { readSimulation } from '@/lib/simulation';
import { toolPlans } from './interfaces';
import { machinesWorkflow, NO_FURTHER_ACCESS, USUAL_MACHINES } from './machines';
import { notesOf } from './notes';
import { BLUEPRINT_FILE, readBlueprint } from './read-blueprint';
import type { BlueprintFile } from './schema';
import { blueprintType } from './service-type';

const NAME = 'Blueprint/1.0';

const OWN = {
  own: /^blueprint\.yaml$/,
  places: `manifest.yaml, blueprint.yaml, Resources/stacks/*.yaml, Resources/files/…, Resources/plans/*.json, Resources/scripts/*.ps1, Simulation/*.yaml, Guide/*.yaml, logo.svg`,
};

/** A topology of nodes, relationships and groups, whose operations are execution plans (docs/blueprints.md). */
export const blueprint: PackageFormat = {
  name: NAME,
  recognises: (format) => format?.startsWith('Blueprint/') ?? false,
  requirement: requirementOf,
  read: (files, label) => {
    const texts = new Map([...files].map(([file, bytes]) => [file, new TextDecoder().decode(bytes)]));
    return readPackage(texts, label);
  },
};

function readPackage(texts: ReadonlyMap<string, string>, label: string): PackageReading {
  const at = (file: string) => `${label}/${file}`;
  const manifestText = texts.get('manifest.yaml') ?? '';
  const { manifest, problems: unnamed } = readManifest(at('manifest.yaml'), manifestText, NAME);
  const { resources, problems: misplaced } = readResources(texts, label, OWN);
  const { simulation, problems: unsimulated } = readSimulation(texts, label);
  const problems: PackageProblem[] = [...unnamed, ...misplaced, ...unsimulated];
  const missing = (file: string, sentence: string) =>
    problems.push({ file: at(file), path: '', code: 'missing', sentence });
  if (manifest?.Type === 'Library') {
    const place = readYaml(at('manifest.yaml'), manifestText).placeOf(['Type']);
    const sentence = 'A blueprint is what services are: make the package an Application.';
    problems.push({ file: at('manifest.yaml'), path: 'Type', ...place, code: 'invalid', sentence });
  }
  if (resources.logo === null) missing('logo.svg', 'An application needs an icon.');
  const text = texts.get(BLUEPRINT_FILE);
  if (text === undefined) {
    missing(BLUEPRINT_FILE, 'A blueprint package has its topology in this file.');
    return { package: null, problems };
  }
  const read = readBlueprint(at(BLUEPRINT_FILE), text, {
    planTemplates: resources.planTemplates,
    stackTemplates: Object.keys(resources.stackTemplates),
    requires: Object.keys(manifest?.Require ?? {}).some((name) => name !== USUAL_MACHINES),
  });
  problems.push(...read.problems);
  if (!manifest || !read.blueprint || !read.written) return { package: null, problems };
  const yaml = readYaml(at(BLUEPRINT_FILE), text);
  const { problems: unfit, note } = notesOf(at(BLUEPRINT_FILE), yaml);
  const machinesFrom = machinesOf(read.written, yaml);
  if (!Object.hasOwn(manifest.Require, machinesFrom.library)) {
    const sentence = `Machines are made by the library ${machinesFrom.library}: name it under Require of manifest.yaml.`;
    problems.push({ ...machinesFrom.at, file: at(BLUEPRINT_FILE), code: 'not_required', sentence });
  }
  const described = {
    ...{ name: manifest.FullName, version: manifest.Version, title: manifest.Name, description: manifest.Description },
    ...{ categories: manifest.Categories, tags: manifest.Tags },
  };
  const serviceType = blueprintType(described, read.written, read.blueprint, note);
  const plans = Object.keys(resources.planTemplates);
  const { guide, problems: unsaid } = readGuide(texts, label, { plans, texts: textsOf(serviceType) });
  problems.push(...unfit, ...unsaid);
  if (problems.length > 0) return { package: null, problems };
  const access = read.written.access ?? `${manifest.FullName}.Access`;
  const pack: CatalogPackage = {
    ...described,
    type: 'Application',
    author: manifest.Author,
    requires: new Map(Object.entries(manifest.Require).map(([name, oldest]) => [name, requirementOf(oldest)])),
    serviceTypes: [serviceType],
    classes: [],
    icon: { contentType: 'image/svg+xml; charset=utf-8', body: resources.logo as string },
    content: {
      workflows: [{ file: at(BLUEPRINT_FILE), xml: machinesWorkflow(manifest.FullName, access) }],
      stackTemplates: {
        ...resources.stackTemplates,
        ...(read.written.access === undefined && { [access]: NO_FURTHER_ACCESS }),
      },
      planTemplates: { ...resources.planTemplates, ...toolPlans(read.written.software_components) },
      scripts: resources.scripts,
      steps: guide?.steps ?? {},
      blueprints: { [manifest.FullName]: read.blueprint },
    },
    simulation,
    guide,
    machinesFrom,
  };
  return { package: pack, problems: [] };
}

/** Which library makes the machines, and where the blueprint says so and what it asks itself. */
function machinesOf({ machines, inputs }: BlueprintFile, { placeOf }: Pick<YamlText, 'placeOf'>): MachinesFrom {
  const placed = (path: readonly string[]) => ({ file: BLUEPRINT_FILE, path: path.join('.'), ...placeOf(path) });
  return {
    library: machines ?? USUAL_MACHINES,
    at: placed(machines === undefined ? [] : ['machines']),
    inputs: Object.keys(inputs).map((name) => ({ name, at: placed(['inputs', name]) })),
  };
}

/** @param oldest the oldest version that will do */
function requirementOf(oldest: string): Requirement {
  return {
    written: oldest,
    wanted: `${oldest} or newer`,
    accepts: (version) => comparePackageVersions(version, oldest) >= 0,
  };
}
