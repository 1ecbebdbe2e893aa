import type { MuranoObject } from '../objects/murano-object';

/** All objects of a run that are not destroyed, by id, in the order they were made. */
export class ObjectStore {
  private readonly byId = new Map<string, MuranoObject>();

  find(id: string): MuranoObject | undefined {
    return this.byId.get(id);
  }

  put(object: MuranoObject): void {
    this.byId.set(object.id, object);
  }

  remove(object: MuranoObject): void {
    if (this.byId.get(object.id) === object) this.byId.delete(object.id);
  }

  get all(): Iterable<MuranoObject> {
    return this.byId.values();
  }

  get size(): number {
    return this.byId.size;
  }
}
