import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import { checkProperties, type PropertyRule } from './property-rules';

const RULES: Record<string, PropertyRule> = {
  name: { kind: 'string', required: true, change: 'inPlace' },
  size: { kind: 'integer', min: 1, max: 8, change: 'inPlace' },
  parts: {
    kind: 'list',
    minLength: 1,
    change: 'replace',
    items: {
      kind: 'map',
      fields: { tool: { kind: 'string', required: true }, on: { kind: 'list', oneOf: ['A', 'B'] } },
    },
  },
};

describe('rules of properties', () => {
  test.each<[JsonObject, string[]]>([
    [{ name: 'x', size: '3', parts: [{ tool: 't', on: ['A'] }] }, []],
    [{}, ['r.properties: Property name not assigned']],
    [{ name: 'x', colour: 1 }, ['r.properties: Unknown Property colour']],
    [{ name: ['x'] }, ['r.properties.name: ["x"] is not a string']],
    [{ name: 'x', size: 9 }, ['r.properties.size: 9 is out of range (min: 1, max: 8)']],
    [{ name: 'x', parts: { a: 1 } }, ['r.properties.parts: {"a": 1} is not a list']],
    [{ name: 'x', parts: [] }, ['r.properties.parts: length (0) is out of range (min: 1, max: None)']],
    [
      { name: 'x', parts: [{ tool: 't', on: ['C'] }, {}] },
      [
        'r.properties.parts[0].on: ["C"] is not an allowed value ["A", "B"]',
        'r.properties.parts[1]: Property tool not assigned',
      ],
    ],
  ])('%j: %j', (properties, expected) => {
    expect(checkProperties(RULES, properties, 'r.properties')).toEqual(expected);
  });
});
