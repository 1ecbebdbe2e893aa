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
let catalog: Catalog;
let packages: CatalogPackage[];
let types: ServiceType[];

beforeAll(async () => {
  catalog = await loadCatalog('catalog');
  packages = (await catalog.newest(TENANT)).map(({ pack }) => pack);
  types = await catalog.serviceTypes(TENANT);
});

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

  it.each(OTHERS)('translate every text of every service type into %s, and no other', async (locale) => {
    const guides = await catalog.guides(TENANT);
    const translated = new Set(guides.flatMap((guide) => Object.keys(guide.translations[locale]?.texts ?? {})));
    const texts = new Set(types.flatMap(textsOf));
    expect([...texts].filter((text) => !translated.has(text))).toEqual([]);
    expect([...translated].filter((text) => !texts.has(text))).toEqual([]);
  });

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
