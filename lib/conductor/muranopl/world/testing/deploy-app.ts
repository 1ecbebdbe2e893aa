import { ProcessorTime } from '@/lib/conductor/language/processor-time';
import type { EnvironmentModel } from '@/lib/model/environment';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { engineOf } from '../engine';
import type { RecordedWorld } from '../recorded-world';
import { runObjects } from '../run-objects';
import { shippedLibrary } from './shipped-library';

const digits = (digit: string) => digit.repeat(32);
const library = shippedLibrary();
let deployments = 0;

/**
 * A package of one class `test.App`, an application.
 *
 * @param members `Properties` and `Methods` of the class, as YAML
 * @param files further files of the package, by their paths
 */
function appPackage(members: string, files: Record<string, string>): ObjectPackage {
  const text = `Namespaces:
  =: test
  std: io.murano
  res: io.murano.resources
  sys: io.murano.system
  apps: io.murano.applications
  conf: io.murano.configuration
  py:
Name: App
Extends: std:Application
${members}`;
  const manifest =
    'Format: 1.4\nType: Application\nFullName: test\nRequire: {io.murano.applications: }\nClasses: {test.App: App.yaml}\n';
  return {
    name: 'test',
    version: '0.0.0',
    files: { 'manifest.yaml': manifest, 'Classes/App.yaml': text, ...files },
    binary: [],
  };
}

/** An application for tests, deployed on a world that is only recorded. */
export interface TestApp {
  /** deploys it with these properties; null takes it out of the environment. @returns the entry afterwards */
  deploy(properties: JsonObject | null): Promise<JsonObject>;
  /** the stack of the environment's applications, as last asked for */
  template(): JsonObject;
  resource(name: string): JsonObject;
  /** names of the resources of a type */
  resourcesOf(type: string): string[];
}

/** Makes the application; it is deployed as often as a test likes, each time on what there was before. */
export function testApp(world: RecordedWorld, members: string, files: Record<string, string> = {}): TestApp {
  const engine = engineOf([...library, appPackage(members, files)]);
  let model: EnvironmentModel = { id: digits('e'), name: 'env', services: [] };
  const template = () => world.stacks.get('applications')?.template ?? {};
  const resources = () => (isObject(template().resources) ? template().resources : {}) as Record<string, JsonObject>;
  return {
    deploy: async (properties) => {
      const entry = {
        '?': { id: digits('a'), type: 'test.App' },
        id: digits('a'),
        type: 'test.App',
        name: 'app',
        units: [],
      };
      deployments += 1;
      const end = await runObjects({
        operation: { kind: 'deploy' },
        engine,
        model: { ...model, services: properties === null ? [] : [{ ...entry, ...properties }] },
        effects: world.effects,
        time: new ProcessorTime(),
        planTimeoutMs: 60_000,
        startedAt: '2026-03-01T12:00:00.000Z',
        seed: `test ${deployments}`,
        identity: { project: { id: digits('f'), name: 'contoso' }, user: { id: digits('d'), name: 'max' } },
      });
      model = end.model;
      return (model.services[0] ?? {}) as JsonObject;
    },
    template,
    resource: (name) => resources()[name] ?? {},
    resourcesOf: (type) =>
      Object.entries(resources())
        .filter(([, resource]) => resource.type === type)
        .map(([name]) => name),
  };
}

/** An instance as a model writes it. */
export function instance(digit: string, name: string, more: JsonObject = {}, type = 'LinuxMuranoInstance'): JsonObject {
  return {
    '?': { id: digits(digit), type: `io.murano.resources.${type}` },
    name,
    image: 'debian',
    flavor: 'm1.small',
    ...more,
  };
}

/** An object as a model writes it. */
export function object(digit: string, type: string, properties: JsonObject = {}): JsonObject {
  return { '?': { id: digits(digit), type: `io.murano.${type}` }, ...properties };
}
