import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { createCatalogApplications, type DigestedPackage } from './applications';
import { readLibrary } from './library';
import { createPackageReaders, type PackageReader, readInPlace } from './reading/package-readers';

const library = await readLibrary(path.resolve('lib/conductor/muranopl/library'));
const brought = new Set(library.map(({ name }) => name));
const readers = createPackageReaders({}, library);
const impatient = createPackageReaders({ longestAnswerMs: 1 }, library);
afterAll(() => Promise.all([readers.close(), impatient.close()]));

/** An application with these properties, and what it requires. */
async function packed(name: string, properties: string[], { requires = '', base = 'std:Application' } = {}) {
  const files = {
    'manifest.yaml': [
      'Format: 1.4',
      'Type: Application',
      `FullName: ${name}`,
      `Name: ${name}`,
      'Version: 1.0.0',
      `Require: {${requires}}`,
      `Classes: {${name}: Main.yaml}`,
    ].join('\n'),
    'Classes/Main.yaml': [
      'Namespaces: {=: com.example, std: io.murano, res: io.murano.resources}',
      `Name: ${name.split('.').at(-1)}`,
      `Extends: ${base}`,
      'Properties:',
      ...properties.map((property) => `  ${property}`),
    ].join('\n'),
  };
  const bytes = new Map(Object.entries(files).map(([file, text]) => [file, new TextEncoder().encode(text)]));
  const { read, problems } = await readInPlace.read(bytes, name);
  if (!read) throw new Error(JSON.stringify(problems));
  return { digest: `${name} ${properties.length}`, pack: read.pack } satisfies DigestedPackage;
}

const port = 'port: {Contract: $.int(), Default: 80}';
const wiki = await packed('com.example.Wiki', [port, 'servers: {Contract: [$.class(res:Instance).notNull()]}']);
const blog = await packed('com.example.Blog', ['theme: {Contract: $.string(), Default: plain}'], {
  requires: 'com.example.Wiki: ">=1.0"',
  base: 'Wiki',
});
/** Its class decides about machines: none is asked for. */
const note = await packed('com.example.Note', [port]);
/** Reading so many properties takes far longer than a page should. */
const slow = await packed(
  'com.example.Slow',
  Array.from({ length: 4_000 }, (_, index) => `p${index}: {Contract: $.string().notNull(), Default: x}`),
);

/** A reader that notes which applications it is asked for, and gives one of them no time. */
function watched() {
  const asked: string[] = [];
  const reader: PackageReader = {
    ...readers,
    application: (question) => {
      const { name } = question.source.pack;
      asked.push(question.about ? `machines of ${name}` : name);
      return (name === slow.pack.name ? impatient : readers).application(question);
    },
  };
  return { asked, applications: createCatalogApplications(reader, brought) };
}

const propertiesOf = (types: Awaited<ReturnType<ReturnType<typeof watched>['applications']['serviceTypes']>>) =>
  Object.fromEntries(types.map(({ type, properties }) => [type, properties.map(({ name }) => name)]));

/** How often the event loop turned until something was over. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

describe('applications in MuranoPL', () => {
  it('have the form of their class, with what the packages that they require add', async () => {
    const found = propertiesOf(await watched().applications.serviceTypes([blog, wiki]));
    expect(found['com.example.Wiki']).toEqual(expect.arrayContaining(['name', 'port', 'osImage']));
    expect(found['com.example.Blog']).toEqual(expect.arrayContaining(['name', 'port', 'theme', 'osImage']));
  });

  it('are made beside the server, which has its turns meanwhile', async () => {
    const inPlace = createCatalogApplications(readInPlace, brought);
    expect(await turnsDuring(() => inPlace.serviceTypes([slow]))).toBe(0);
    const beside = createCatalogApplications(readers, brought);
    expect(await turnsDuring(() => beside.serviceTypes([slow]))).toBeGreaterThan(100);
  });

  it('are asked once for the same contents, whatever else is in the set', async () => {
    const { asked, applications } = watched();
    await Promise.all([applications.serviceTypes([wiki]), applications.serviceTypes([wiki, blog])]);
    await applications.serviceTypes([blog, wiki]);
    expect([...asked].sort()).toEqual(['com.example.Blog', 'com.example.Wiki']);
  });

  it('that take too long are without their form, and their neighbours as they were', async () => {
    const { applications } = watched();
    const types = await applications.serviceTypes([slow, wiki]);
    const found = propertiesOf(types);
    expect(found['com.example.Slow']).toEqual([]);
    expect(found['com.example.Wiki']).toContain('port');
    expect(types.filter(({ formUnread }) => formUnread).map(({ type }) => type)).toEqual(['com.example.Slow']);
  });

  it('that take too long are read again after half a minute, then ever later', async () => {
    let now = 1;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { asked, applications } = watched();
    const readings = async (seconds: number) => {
      now += seconds * 1000;
      await setTimeout(2); // the cache keeps the time that it has read for a millisecond
      await applications.serviceTypes([slow]);
      return asked.length;
    };
    const seen = [await readings(0), await readings(29), await readings(2), await readings(31), await readings(30)];
    vi.restoreAllMocks();
    expect(seen).toEqual([1, 1, 2, 2, 3]);
  });

  it('tell the machines of a service, once for the same answers', async () => {
    const { asked, applications } = watched();
    const service = {
      id: '1'.repeat(32),
      type: 'com.example.Note',
      '?': { id: '1'.repeat(32), type: 'com.example.Note', form: true },
      name: 'note',
      port: 80,
      units: [],
    } as unknown as Service;
    const model: EnvironmentModel = { id: 'e'.repeat(32), name: 'env', services: [service] };
    const twice = [1, 2].map(() => applications.outcomeOf([wiki, note], service, model));
    expect(await Promise.all(twice)).toEqual([
      { machines: [], problems: [] },
      { machines: [], problems: [] },
    ]);
    const changed = { ...service, port: 81 };
    await applications.outcomeOf([wiki, note], changed, { ...model, services: [changed] });
    const machines = 'machines of com.example.Note';
    expect(asked).toEqual(['com.example.Note', machines, machines]);
  });
});
