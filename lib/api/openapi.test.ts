import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiRoutes as served } from '@/app/api-routes';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { openApi } from './openapi';
import { createSchemaWriter } from './openapi-schemas';
import { operations } from './operations';

const document = openApi(operations, 'https://vetro.test');

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

/** Route files and the addresses they answer at. */
function routeFiles(directory: string): string[] {
  return fs.readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) return routeFiles(file);
    return entry.name === 'route.ts' ? [file] : [];
  });
}
const apiRoutes = ['app/v1', 'app/identity', 'app/openapi.json', 'app/healthz', 'app/readyz', 'app/metrics'].flatMap(
  routeFiles,
);
const addressOf = (file: string) =>
  file
    .replace(/^app/, '')
    .replace(/\/route\.ts$/, '')
    .replace(/\[\[?(?:\.\.\.)?(\w+)\]?\]/g, '{$1}');

describe('the description of the API', () => {
  it('holds every operation once, with what it needs and answers', () => {
    const paths = document.paths as Record<string, Record<string, JsonObject>>;
    const described = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(operations.map(({ id }) => id).sort());
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    for (const operation of operations) {
      const entry = paths[operation.path]?.[operation.method.toLowerCase()];
      const responses = entry?.responses as JsonObject;
      for (const status of [operation.success ?? 200, ...operation.errors, 500])
        expect(responses, `${operation.id} ${status}`).toHaveProperty(String(status));
      const parameters = (entry?.parameters ?? []) as JsonObject[];
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${String(name)}}`);
      expect(inPath.sort()).toEqual([...(operation.path.match(/\{\w+\}/g) ?? [])].sort());
      if (operation.body) expect(entry).toHaveProperty('requestBody');
    }
  });

  it('documents 401 and 403 wherever one must be signed in', () => {
    for (const operation of operations.filter(({ role }) => role !== 'anyone')) {
      expect(operation.errors, operation.id).toContain(401);
      if (operation.role !== 'reader') expect(operation.errors, operation.id).toContain(403);
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

  it('has a route file for each operation, and no route file without one', () => {
    const files = new Map(apiRoutes.map((file) => [addressOf(file), fs.readFileSync(file, 'utf8')]));
    // People get a page there: the dispatcher alone serves what programs get.
    for (const { id, path: address, method } of operations.filter(({ path: address }) => address !== '/')) {
      const text = files.get(address) ?? files.get(address.replace(/\/\{path\}$/, '/{path}'));
      expect(text, `${id}: ${address}`).toBeDefined();
      expect(text, `${id}: ${method} ${address}`).toMatch(new RegExp(`export const ${method}\\b`));
    }
    const addresses = new Set(operations.map((operation) => operation.path));
    for (const address of files.keys()) expect(addresses).toContain(address);
  });

  it('has every address served by the dispatcher', () => {
    const folders = apiRoutes.map((file) => file.replace(/^app/, '').replace(/\/route\.ts$/, ''));
    expect(Object.keys(served).sort()).toEqual(['/', ...folders].sort());
  });

  it('has a refusal for every method that an address does not take, and tells OPTIONS the truth', () => {
    for (const file of apiRoutes) {
      const text = fs.readFileSync(file, 'utf8');
      expect(text, file).toContain('tellMethods as OPTIONS');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        expect(text, `${file} ${method}`).toMatch(new RegExp(`export const ${method}\\b|refuseMethod as ${method}\\b`));
    }
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
