import type { CatalogPackage, PackageFormat, Requirement } from '@/lib/catalog/catalog-package';
import { comparePackageVersions } from '@/lib/formats/package/manifest';
import { type Package, readPackage } from '@/lib/formats/package/package';
import { readSimulation, type SimulationDescription } from '@/lib/simulation';
import { checkWorkflows } from './check-workflows';

const FORMAT = /^Format:\s*['"]?Vetro\//m;

/** Service types with workflows in the XML DSL of Murano v0.2 (docs/packages.md). */
export const vetro: PackageFormat = {
  name: 'Vetro/1.0',
  recognises: (manifest) => FORMAT.test(manifest),
  read: (files, label) => {
    const texts = new Map([...files].map(([file, bytes]) => [file, new TextDecoder().decode(bytes)]));
    const { package: pack, problems } = readPackage(texts, label);
    const { simulation, problems: wrong } = readSimulation(texts, label);
    const isSound = pack !== null && wrong.length === 0;
    return { package: isSound ? catalogPackage(pack, simulation) : null, problems: [...problems, ...wrong] };
  },
  requirement: requirementOf,
  checkTogether: (packages) => checkWorkflows(packages.flatMap(({ content }) => content.workflows)),
};

function requirementOf(oldest: string): Requirement {
  return {
    written: oldest,
    wanted: `${oldest} or newer`,
    accepts: (version) => comparePackageVersions(version, oldest) >= 0,
  };
}

function catalogPackage(
  { manifest, serviceType, logo, ...content }: Package,
  simulation: SimulationDescription | null,
): CatalogPackage {
  const requires = Object.entries(manifest.Require).map(([name, oldest]) => [name, requirementOf(oldest)] as const);
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
    classes: [],
    icon: logo === null ? null : { contentType: 'image/svg+xml; charset=utf-8', body: logo },
    content,
    simulation,
  };
}
