import fs from 'node:fs';
import path from 'node:path';
import { twMerge } from 'tailwind-merge';
import { describe, expect, it } from 'vitest';
import { cases } from '@/lib/testing/cases';
import { mergeClasses } from './class-merge';

/** Every class name that occurs in the dashboard, with the conditions it stands under (`hover:`). */
const NAMES = classNames();
/** Those that stand after each of them. */
const LATER = NAMES.slice(-cases(NAMES.length));

describe('of class names that set the same thing the later wins', () => {
  it('as tailwind-merge has it, for any two class names of the dashboard that stand under the same conditions', () => {
    expect(NAMES.length).toBeGreaterThan(400);
    const wrong: string[] = [];
    for (const first of NAMES) {
      for (const second of LATER) {
        if (first.conditions !== second.conditions) continue;
        const both = `${first.name} ${second.name}`;
        if (mergeClasses(both) !== twMerge(both)) wrong.push(`${both}: ${mergeClasses(both)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('and never touches what stands under other conditions', () => {
    const both = 'p-4 sm:p-5 hover:p-6 sm:hover:p-7 [&_svg]:p-8 data-[side=top]:p-9 p-1!';
    expect(mergeClasses(both)).toBe(both);
    expect(twMerge(both)).toBe(both);
  });

  it('for any number of them, whatever stands between', () => {
    const many = 'h-9 px-4  py-1 text-ink\n text-[13px] sm:px-2 unknown w-9 px-0 size-4 sm:px-3 text-lg';
    expect(mergeClasses(many)).toBe('py-1 text-ink unknown px-0 size-4 sm:px-3 text-lg');
    expect(mergeClasses(many)).toBe(twMerge(many));
  });
});

function classNames(): { name: string; conditions: string }[] {
  const found = new Set(['components', 'app'].flatMap((folder) => sources(folder)).flatMap(literals));
  return [...found].flatMap((name) => {
    const [, conditions = '', rest = ''] = /^((?:(?:[^[\]:(]|\[[^\]]*\]|\([^)]*\))+:)*)(.*)$/.exec(name) ?? [];
    // what tailwind-merge knows it merges with itself
    return rest !== '' && twMerge(`${name} ${name}`) === name ? { name, conditions } : [];
  });
}

function literals(file: string): string[] {
  const strings = fs.readFileSync(file, 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g);
  return [...strings].flatMap(([, one, two, three]) => (one ?? two ?? three ?? '').split(/\s+/)).filter(isClassName);
}

/** Not pieces of code or attributes that stand between quotes as well. */
function isClassName(word: string): boolean {
  return /^[@[!-]?[a-z][^"'`{}$;=]*$|^\[[^"'`{}$;]+$/.test(word);
}

function sources(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|class-merge/.test(file))
    .map((file) => path.join(folder, file));
}
