import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { endpoints } from './endpoints';
import { describedPath, openApi } from './openapi';
import { createSchemaWriter } from './openapi-schemas';

const described = endpoints.filter(({ page }) => !page);
const document = openApi(endpoints, 'https://vetro.test');

function resolve(reference: string): Json | undefined {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<Json | undefined>((at, key) => (isObject(at ?? null) ? (at as JsonObject)[key] : undefined), document);
}

function references(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
}

describe('the description of the API', () => {
  it('holds every endpoint once, but those that are pages,, with what it needs and answers', () => {
    const paths = document.paths as Record<string, Record<string, JsonObject>>;
    const entries = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(entries.map(({ operationId }) => operationId).sort()).toEqual(described.map(({ id }) => id).sort());
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
    for (const operation of described) {
      const entry = paths[describedPath(operation.path)]?.[operation.method.toLowerCase()];
      const responses = entry?.responses as JsonObject;
      for (const status of [operation.success ?? 200, ...operation.errors, 500])
        expect(responses, `${operation.id} ${status}`).toHaveProperty(String(status));
      const parameters = (entry?.parameters ?? []) as JsonObject[];
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${String(name)}}`);
      expect(inPath.sort()).toEqual([...(describedPath(operation.path).match(/\{\w+\}/g) ?? [])].sort());
      if (operation.body) expect(entry).toHaveProperty('requestBody');
    }
  });

  it('documents 401 and 403 wherever one must be signed in', () => {
    for (const operation of described.filter(({ role }) => role !== 'anyone')) {
      expect(operation.errors, operation.id).toContain(401);
      if (operation.role !== 'reader' && operation.role !== 'agent')
        expect(operation.errors, operation.id).toContain(403);
    }
  });

  it('refers only to what it holds', () => {
    const all = references(document);
    expect(all.length).toBeGreaterThan(10);
    for (const reference of all) {
      expect(reference).toMatch(/^#\/components\/schemas\//);
      expect(resolve(reference), reference).toBeDefined();
    }
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});

describe('schemas in the description', () => {
  it('with an id appear once under it', () => {
    const { toSchema, components } = createSchemaWriter();
    const Unit = z.object({ name: z.string() }).meta({ id: 'Unit' });
    expect(toSchema(z.object({ a: Unit }), 'output')).toMatchObject({
      properties: { a: { $ref: '#/components/schemas/Unit' } },
    });
    expect(toSchema(z.array(Unit), 'output')).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Unit' } });
    expect(Object.keys(components)).toEqual(['Unit']);
  });

  it('that refer to themselves resolve, at the root and below', () => {
    const { toSchema, components } = createSchemaWriter();
    const root = toSchema(z.json(), 'output');
    toSchema(z.object({ any: z.json() }), 'input');
    toSchema(z.object({ other: z.json() }), 'input');
    expect(root.$ref).toBe('#/components/schemas/Shared');
    for (const reference of references([root, components]))
      expect(Object.keys(components)).toContain(reference.replace('#/components/schemas/', ''));
    expect(Object.keys(components).length).toBeLessThanOrEqual(2);
  });
});
