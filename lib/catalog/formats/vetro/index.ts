import type { CatalogPackage, PackageFormat, Requirement } from '@/lib/catalog/catalog-package';
import { componentProblems } from '@/lib/catalog/formats/check-components';
import type { PackageGuide } from '@/lib/formats/guide/guide-file';
import { type GuideOf, readGuide } from '@/lib/formats/guide/read-guide';
import { readOperations } from '@/lib/formats/lifecycle/read-operations';
import { readMachines } from '@/lib/formats/machines/read-machines';
import { comparePackageVersions } from '@/lib/formats/package/manifest';
import { type Package, readPackage } from '@/lib/formats/package/package';
import type { MachineDescription } from '@/lib/model/machine-description';
import type { UnitType } from '@/lib/model/operations/declared';
import { textsOf, textsOfOperations } from '@/lib/model/service-type-words';
import { readSimulation, type SimulationDescription } from '@/lib/simulation';
import { checkWorkflows } from './check-workflows';

/** Service types with workflows in the XML DSL of Murano v0.2 (docs/packages.md). */
export const vetro: PackageFormat = {
  name: 'Vetro/1.0',
  recognises: (format) => format?.startsWith('Vetro/') ?? false,
  read: (files, label) => {
    const texts = new Map([...files].map(([file, bytes]) => [file, new TextDecoder().decode(bytes)]));
    const { package: whole, partial: pack, problems } = readPackage(texts, label);
    const { simulation, problems: wrong } = readSimulation(texts, label);
    const { unitType, problems: undone } = readOperations(texts, label, pack && operationSubjectsOf(pack));
    const { machines, problems: unmade } = readMachines(texts, label);
    const { guide, problems: unsaid } = readGuide(texts, label, pack ? guideSubjectsOf(pack, unitType) : {});
    const doubled = componentProblems(
      [...texts].filter(([file]) => file.startsWith('Resources/stacks/')),
      label,
    );
    const found = [...problems, ...wrong, ...unsaid, ...undone, ...unmade, ...doubled];
    const read = pack && catalogPackage(pack, { simulation, guide, unitType, machines });
    if (whole && found.length === 0) return { package: read, problems: [] };
    return { package: null, problems: found, ...(read ? { partial: read } : {}) };
  },
  requirement: requirementOf,
  checkTogether: checkWorkflows,
};

/** A library may say what service types of others say, once for all of them. */
function guideSubjectsOf({ planTemplates, serviceType }: Package, unitType: UnitType | null): GuideOf {
  const operations = Object.entries(unitType?.customOperations ?? {}).map(([name, one]) => ({ name, ...one }));
  const texts = serviceType && [...textsOf(serviceType), ...textsOfOperations(operations)];
  return { plans: Object.keys(planTemplates), ...(texts && { texts }) };
}

function operationSubjectsOf({ planTemplates, manifest }: Package) {
  const extended = Object.keys(manifest.Extends);
  return { planTemplates, requires: [...Object.keys(manifest.Require), ...extended], extends: extended.length > 0 };
}

function requirementOf(oldest: string): Requirement {
  return {
    written: oldest,
    wanted: `${oldest} or newer`,
    accepts: (version) => comparePackageVersions(version, oldest) >= 0,
  };
}

function catalogPackage(
  { manifest, serviceType, extension, logo, ...content }: Package,
  read: {
    simulation: SimulationDescription | null;
    guide: PackageGuide | null;
    unitType: UnitType | null;
    machines: MachineDescription | null;
  },
): CatalogPackage {
  const { simulation, guide, unitType, machines } = read;
  const needed = { ...manifest.Require, ...manifest.Extends };
  const requires = Object.entries(needed).map(([name, oldest]) => [name, requirementOf(oldest)] as const);
  const [extended] = Object.keys(manifest.Extends);
  return {
    name: manifest.FullName,
    version: manifest.Version,
    type: manifest.Type,
    title: manifest.Name,
    description: manifest.Description,
    author: manifest.Author,
    categories: manifest.Categories,
    tags: manifest.Tags,
    requires: new Map(requires),
    serviceTypes: serviceType ? [serviceType] : [],
    ...(extended !== undefined && { extends: { package: extended, form: extension } }),
    classes: [],
    icon: logo === null ? null : { contentType: 'image/svg+xml; charset=utf-8', body: logo },
    content: {
      ...content,
      steps: guide?.steps ?? {},
      ...(unitType && { unitTypes: { [manifest.FullName]: unitType } }),
    },
    simulation,
    guide,
    ...(machines && { machines }),
  };
}
