import fs from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '@/i18n/locales';
import { guideIn, typeIn } from '@/lib/formats/guide/in-language';
import type { ServiceType } from '@/lib/model/service-type';
import { textsOf } from '@/lib/model/service-type-words';
import type { CatalogPackage } from './catalog-package';
import type { Catalog } from './index';
import { loadCatalog } from './testing/load-catalog';

const TENANT = 'tenant';
const OTHERS = Object.keys(LOCALES).filter((locale) => locale !== 'en');
/** Categories and tags that are the same in every language. */
const NAMES = ['Web', 'windows', 'linux', 'web', 'iis', 'asp.net', 'git', 'sql', 'dns'];
let catalog: Catalog;
let packages: CatalogPackage[];
let types: ServiceType[];

beforeAll(async () => {
  catalog = await loadCatalog('catalog');
  packages = (await catalog.newest(TENANT)).map(({ pack }) => pack);
  types = await catalog.serviceTypes(TENANT);
});

/** What a library asks about the machines that it makes, in words. */
function textsOfMachines({ machines }: CatalogPackage): string[] {
  const properties = machines?.properties ?? [];
  return properties.flatMap(({ label, help, pattern }) => [label, help, ...(pattern ? [pattern.sentence] : [])]);
}

describe('the guides that ship', () => {
  it('say of every plan what it is, what it was and how long it takes', async () => {
    const { steps } = guideIn(await catalog.guides(TENANT), 'en');
    const plans = packages.flatMap(({ content }) => Object.keys(content.planTemplates));
    expect(plans.length).toBeGreaterThan(20);
    for (const plan of plans) {
      expect(steps[plan], plan).toMatchObject({ title: expect.any(String), done: expect.any(String) });
      expect(steps[plan]?.seconds, plan).toBeGreaterThan(0);
    }
    expect(steps['stack.update']?.seconds).toBeGreaterThan(0);
  });

  it('name no plan and no command in words for people', async () => {
    const { steps, failures, terms } = guideIn(await catalog.guides(TENANT), 'en');
    const said = [
      ...Object.values(steps).flatMap(({ title, done, about }) => [title, done, about]),
      ...failures.flatMap(({ means, causes }) => [means, ...causes]),
      ...terms.map(({ text }) => text),
    ];
    for (const text of said) expect(text ?? '').not.toMatch(/AOAG|\b[A-Z][a-z]+-[A-Z][a-z]+[A-Z]/);
  });

  it('propose something for every failure, and ask somebody where nothing else helps', async () => {
    const { failures } = guideIn(await catalog.guides(TENANT), 'en');
    const steps = new Set(packages.flatMap(({ content }) => Object.keys(content.planTemplates)));
    for (const { repairs, causes, step, means } of failures) {
      expect(repairs, means).not.toEqual([]);
      expect(causes, means).not.toEqual([]);
      if (step !== undefined) expect(steps).toContain(step);
    }
  });

  it.each(OTHERS)('say everything in %s, too', (locale) => {
    for (const { name, guide } of packages) {
      if (guide === null) continue;
      const translation = guide.translations[locale];
      for (const [plan, { about }] of Object.entries(guide.steps)) {
        expect(translation?.steps[plan]?.title, `${name} ${plan}`).toBeDefined();
        expect(translation?.steps[plan]?.about === undefined, `${name} ${plan}`).toBe(about === undefined);
      }
      for (const [failure, { causes }] of Object.entries(guide.failures)) {
        const other = translation?.failures[failure];
        expect(other?.means, `${name} ${failure}`).toBeDefined();
        expect(other?.causes, `${name} ${failure}`).toHaveLength(causes.length);
      }
      for (const term of Object.keys(guide.terms))
        expect(translation?.terms[term]?.text, `${name} ${term}`).toBeDefined();
    }
  });

  it.each(OTHERS)('say what machines promise in %s, too', (locale) => {
    const promised = packages.flatMap((one) => promisesOf(one).map((said) => ({ ...one, said })));
    expect(promised.length).toBeGreaterThan(10);
    for (const { name, guide, said } of promised)
      expect(guide?.translations[locale]?.sentences[said], `${name} ${said}`).toBeDefined();
  });

  it.each(OTHERS)('translate every text of every service type into %s, and no other', async (locale) => {
    const guides = await catalog.guides(TENANT);
    const translated = new Set(guides.flatMap((guide) => Object.keys(guide.translations[locale]?.texts ?? {})));
    const texts = new Set([...types.flatMap(textsOf), ...packages.flatMap(textsOfMachines)]);
    expect([...texts].filter((text) => !translated.has(text))).toEqual([]);
    expect([...translated].filter((text) => !texts.has(text))).toEqual([]);
  });

  it.each(OTHERS)(
    'say in %s what packages are for, where they stand and libraries are called, what workflows report, checks of machines find and machines promise, and nothing else',
    (locale) => {
      expect(packages.flatMap(({ name }) => reportsOf(name))).toContain('Creating the machine {1}');
      expect(packages.flatMap(({ name }) => findingsOf(name))).toContain('The directory on {1} does not answer.');
      for (const one of packages) {
        const { name, type, title, description, guide } = one;
        // applications are called as their service types are
        const words = type === 'Library' ? [title, description] : [description];
        const leaves = types.filter((each) => each.package === name).flatMap((each) => each.leaves ?? []);
        const stays = leaves.map(({ sentence }) => sentence);
        const own = [...words, ...reportsOf(name), ...findingsOf(name), ...promisesOf(one), ...stays];
        const translated = Object.keys(guide?.translations[locale]?.sentences ?? {});
        // what a package requires reports some of them, too
        const elsewhere = packages.flatMap((one) => Object.keys(one.guide?.translations[locale]?.sentences ?? {}));
        expect(
          own.filter((sentence) => !elsewhere.includes(sentence)),
          name,
        ).toEqual([]);
        const places = [...one.categories, ...one.tags];
        expect(
          places.filter((place) => !NAMES.includes(place) && !elsewhere.includes(place)),
          name,
        ).toEqual([]);
        expect(
          translated.filter((sentence) => !own.includes(sentence) && !places.includes(sentence)),
          name,
        ).toEqual([]);
      }
    },
  );

  it('change nothing but words of a service type', async () => {
    const guides = await catalog.guides(TENANT);
    for (const type of types) {
      const german = typeIn(type, guides, 'de');
      expect(german.properties.map(({ name, kind }) => [name, kind])).toEqual(
        type.properties.map(({ name, kind }) => [name, kind]),
      );
      expect(typeIn(type, guides, 'en')).toBe(type);
    }
  });
});

/** What the workflows of a package report, with `{1}`, `{2}` where values stand. */
function reportsOf(name: string): string[] {
  const folder = `catalog/${name}/Workflows`;
  const files = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const texts = files.flatMap((file) => [
    ...fs.readFileSync(`${folder}/${file}`, 'utf8').matchAll(/<parameter name="text">(.*?)<\/parameter>/gs),
  ]);
  return texts.map(([, text = '']) => {
    let places = 0;
    return text.replace(/<select [^>]*\/>/g, () => {
      places += 1;
      return `{${places}}`;
    });
  });
}

/** What machines of a package promise, kept or not, with `{1}`, `{2}` where values stand; and values that are words. */
function promisesOf({ simulation }: CatalogPackage): string[] {
  const texts = Object.values(simulation?.promises ?? {}).flatMap(({ kept, broken, moved }) => [kept, broken, moved]);
  return texts.flatMap((text) => {
    let places = 0;
    if (text === undefined) return [];
    const values = text.match(/<%[\s\S]*?%>/g) ?? [];
    const words = values.flatMap((value) => [...value.matchAll(/'([^']* [^']*)'/g)].map(([, said = '']) => said));
    return [text.replace(/<%[\s\S]*?%>/g, () => `{${++places}}`), ...words];
  });
}

/** What the scripts of a package find out about a machine when it is checked, with `{1}`, `{2}` where values stand. */
function findingsOf(name: string): string[] {
  const folder = `catalog/${name}/Resources/scripts`;
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.endsWith('Operations.ps1')) : [];
  const texts = files.flatMap((file) => [
    ...fs.readFileSync(`${folder}/${file}`, 'utf8').matchAll(/(?:throw |\{ |^\s+)(["'])((?:(?!\1).)*)\1/gm),
  ]);
  const sentences = texts
    .map(([, , text = '']) => text)
    .filter((text) => /^(\$env:|[A-Z]).* .*(\.|Message\))$/.test(text));
  return sentences.map((text) => {
    let places = 0;
    return text.replace(/\$\([^)]*\)|\$\{[^}]*\}|\$env:\w+|\$\w+/g, () => {
      places += 1;
      return `{${places}}`;
    });
  });
}
