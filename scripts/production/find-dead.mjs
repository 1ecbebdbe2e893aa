// Which declarations nobody reaches from the entries of a program.
import path from 'node:path';
import { ownModule } from '../own-modules.mjs';

/**
 * @typedef {import('./read-module.mjs').Module} Module
 * @typedef {{file: string, line: number, name: string, kind: 'file' | 'declaration' | 'member'}} Dead
 */

/**
 * Walks from the entries: a declaration lives when one that lives refers to it, a member of a class when its class
 * lives and something that lives reads or calls a property of that name.
 * @param {Map<string, Module>} modules by path
 * @param {string[]} entries programs: all that they declare and export is used by somebody
 * @returns {Dead[]} by path and line; of a file in which nothing lives the file alone, of a class the class alone
 */
export function findDead(modules, entries) {
  const walk = new Walk(modules);
  for (const entry of entries) walk.start(entry);
  walk.run();
  const dead = [...modules].flatMap(([file, module]) => deadOf(file, module, walk));
  return dead.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line);
}

function deadOf(file, { units, exports }, { live, loaded, used }) {
  const declared = units.filter(({ name }) => name !== '');
  const isReExported = [...exports].some(([name, { from }]) => from !== null && used.has(`${file}#${name}`));
  const isAlive = isReExported || loaded.has(file) || declared.some((unit) => live.has(unit));
  if (!isAlive) return [{ file, line: 1, name: path.basename(file), kind: 'file' }];
  const dead = declared.filter((unit) => !live.has(unit));
  const names = new Set(dead.map(({ name }) => name));
  return dead
    .filter(({ owner }) => !names.has(owner))
    .map(({ line, name, owner }) => ({ file, line, name, kind: owner === null ? 'declaration' : 'member' }));
}

class Walk {
  /** units that live */
  live = new Set();
  /** files whose statements run */
  loaded = new Set();
  /** `file#name` of exports that somebody imports */
  used = new Set();
  #pending = [];
  #accesses = new Set();
  /** members of classes that live, by name, as long as nobody has read or called it */
  #members = new Map();

  constructor(modules) {
    this.modules = modules;
  }

  /** A program: what it declares at its top is worked out as it starts. */
  start(file) {
    for (const unit of this.modules.get(file)?.units ?? []) if (unit.isVariable) this.#revive({ file, unit });
    this.#enter(file);
  }

  /** A module of which anything may be used. */
  #enter(file) {
    const module = this.modules.get(file);
    if (module === undefined) return;
    this.#load(file);
    for (const name of module.exports.keys()) this.#use(file, name);
    for (const from of module.stars) this.#enterFrom(file, from);
  }

  run() {
    for (let at = this.#pending.pop(); at !== undefined; at = this.#pending.pop()) this.#follow(at);
  }

  #follow({ file, unit }) {
    const module = this.modules.get(file);
    this.#load(file);
    for (const from of unit.loads) this.#enterFrom(file, from);
    for (const name of unit.references) this.#refer(file, module, name);
    for (const name of unit.accesses) {
      if (this.#accesses.has(name)) continue;
      this.#accesses.add(name);
      for (const member of this.#members.get(name) ?? []) this.#revive(member);
      this.#members.delete(name);
    }
    for (const member of module.units.filter(({ owner }) => owner === unit.name && unit.owner === null)) {
      const name = member.name.slice(member.name.lastIndexOf('.') + 1);
      const isCalled = member.isCalledFromOutside || this.#accesses.has(name);
      if (isCalled) this.#revive({ file, unit: member });
      else this.#members.set(name, [...(this.#members.get(name) ?? []), { file, unit: member }]);
    }
  }

  #refer(file, module, name) {
    const imported = module.imports.get(name);
    if (imported === undefined) this.declare(file, name);
    else if (imported.name === '*') this.#enterFrom(file, imported.from);
    else {
      const from = this.#resolve(file, imported.from);
      if (from !== null) this.#use(from, imported.name);
    }
  }

  /** Somebody imports `name` from this file: wherever it is declared, it lives. */
  #use(file, name) {
    const key = `${file}#${name}`;
    if (this.used.has(key)) return;
    this.used.add(key);
    const module = this.modules.get(file);
    const found = module.exports.get(name);
    if (found === undefined) {
      for (const star of module.stars) {
        const from = this.#resolve(file, star);
        if (from !== null) this.#use(from, name);
      }
    } else if (found.from === null) this.#refer(file, module, found.name);
    else if (found.name === '*') this.#enterFrom(file, found.from);
    else {
      const from = this.#resolve(file, found.from);
      if (from !== null) this.#use(from, found.name);
    }
  }

  declare(file, name) {
    for (const unit of this.modules.get(file)?.units ?? []) if (unit.name === name) this.#revive({ file, unit });
  }

  #revive(at) {
    if (this.live.has(at.unit)) return;
    this.live.add(at.unit);
    this.#pending.push(at);
  }

  #load(file) {
    if (this.loaded.has(file)) return;
    this.loaded.add(file);
    const module = this.modules.get(file);
    this.declare(file, '');
    for (const from of module.loads) {
      const target = this.#resolve(file, from);
      if (target !== null) this.#load(target);
    }
  }

  #enterFrom(file, specifier) {
    const target = this.#resolve(file, specifier);
    if (target !== null && !this.used.has(`${target}#*`)) {
      this.used.add(`${target}#*`);
      this.#enter(target);
    }
  }

  /** @returns {string | null} the file that a module names, null where it is none of the program's own */
  #resolve(file, specifier) {
    const base = ownModule(specifier, file);
    if (base === null) return null;
    const ends = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];
    return ends.map((end) => base + end).find((name) => this.modules.has(name)) ?? null;
  }
}
