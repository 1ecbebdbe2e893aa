import type { MuranoObject } from '../objects/murano-object';
import { objectOf } from '../objects/murano-object';

/** A row of the model: id of the object, full name of the class whose code set it, name, value. */
export type AttributeRow = readonly [objectId: string, className: string, name: string, value: unknown];

/**
 * Values that code keeps about objects beside their properties. Classes do not see those of one another, base
 * and derived class neither.
 */
export class Attributes {
  private readonly rows = new Map<string, Map<string, unknown>>();

  /** Reads the rows of a model. What is no row is passed over. */
  load(rows: unknown): void {
    for (const row of Array.isArray(rows) ? rows : []) {
      if (!isRow(row)) continue;
      const [id, type, name, value] = row;
      this.put(id, type, name, value);
    }
  }

  /** The value, or undefined; an object that was stored is its id. */
  get(object: MuranoObject, className: string, name: string): unknown {
    return this.rows.get(object.id)?.get(keyOf(className, name));
  }

  /** Keeps a value; null forgets it. */
  set(object: MuranoObject, className: string, name: string, value: unknown): void {
    if (value === null) this.rows.get(object.id)?.delete(keyOf(className, name));
    else this.put(object.id, className, name, objectOf(value)?.id ?? value);
  }

  /** The rows of the objects that stand in a model. */
  rowsOf(objectIds: ReadonlySet<string>): AttributeRow[] {
    return [...this.rows].flatMap(([id, values]) =>
      objectIds.has(id)
        ? [...values].map(([key, value]): AttributeRow => {
            const [className = '', name = ''] = key.split('\n');
            return [id, className, name, value];
          })
        : [],
    );
  }

  private put(id: string, className: string, name: string, value: unknown): void {
    let values = this.rows.get(id);
    if (!values) {
      values = new Map();
      this.rows.set(id, values);
    }
    values.set(keyOf(className, name), value);
  }
}

function isRow(row: unknown): row is AttributeRow {
  return Array.isArray(row) && row.length === 4 && row.slice(0, 3).every((part) => typeof part === 'string');
}

function keyOf(className: string, name: string): string {
  return `${className}\n${name}`;
}
