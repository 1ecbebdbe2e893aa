// How much JavaScript each page of a build loads at first, from the build's own manifests: what the document names, as
// it travels (gzipped). `npm test` runs it after the build; `npm run bench -- pages` measures the same in a browser.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { root, say } from './setup.mjs';

/** Kilobytes (of 1000 bytes) that the first load of a page weighs at most. */
export const AIM_KB = 200;

/**
 * The pages of a build with the weight of their scripts.
 * @param {string} build its folder
 * @returns {{route: string, kb: number}[]} the heaviest first
 */
export function pageWeights(build) {
  const read = (name) => JSON.parse(fs.readFileSync(path.join(build, name), 'utf8'));
  const shared = read('build-manifest.json').rootMainFiles;
  const known = new Map();
  const weigh = (file) => {
    if (!known.has(file)) known.set(file, gzipSync(fs.readFileSync(path.join(build, file))).length);
    return known.get(file);
  };
  return Object.entries(read('server/app-paths-manifest.json'))
    .filter(([name]) => name.endsWith('/page') && !name.startsWith('/_'))
    .map(([name, file]) => {
      const scripts = new Set([...shared, ...scriptsOf(path.join(build, 'server', file), name)]);
      const bytes = [...scripts].reduce((sum, script) => sum + weigh(script), 0);
      return { route: routeOf(name), kb: bytes / 1000 };
    })
    .sort((a, b) => b.kb - a.kb);
}

/** Prints the weights. @returns {number} how many pages are too heavy */
export function printWeights(weights) {
  for (const { route, kb } of weights) {
    say(`${(kb > AIM_KB ? 'TOO HEAVY' : 'ok').padEnd(9)} ${kb.toFixed(1).padStart(6)} kB  ${route}`);
  }
  const heavy = weights.filter(({ kb }) => kb > AIM_KB);
  if (heavy.length > 0) {
    const named = heavy.map(({ route, kb }) => `${route} (${kb.toFixed(1)} kB)`).join(', ');
    say(`\nFirst-load JavaScript, gzipped: at most ${AIM_KB} kB a page; above it: ${named}.`);
    say('What a page does not need at once belongs behind onDemand() of components/ui/on-demand.tsx.');
  }
  return heavy.length;
}

/** The scripts of a page and of the layouts around it; the manifest is a program that sets a global. */
function scriptsOf(pageFile, name) {
  const code = fs.readFileSync(pageFile.replace(/\.js$/, '_client-reference-manifest.js'), 'utf8');
  const scope = {};
  vm.runInNewContext(code, { globalThis: scope });
  const manifest = scope.__RSC_MANIFEST?.[name];
  if (!manifest) throw new Error(`the build tells nothing of the scripts of ${name}`);
  return Object.values(manifest.entryJSFiles).flat();
}

function routeOf(name) {
  return name.replace(/\/page$/, '').replace(/\/\([^/]+\)/g, '') || '/';
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = printWeights(pageWeights(path.join(root, '.next'))) > 0 ? 1 : 0;
}
