// The written law (.dependency-cruiser.cjs) and what it has no words for: no knot of folders, at any depth.
import { cruise, format } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { folderKnots } from './folder-knots.mjs';
import { root, say } from './setup.mjs';

process.chdir(root);
const HOUSE = ['agent', 'app', 'authoring', 'components', 'conformance', 'lib', 'packages'];
/** Tests may put anything together. */
const TESTS = /\.test\.tsx?$|\/testing\/|(^|\/)testing\.ts$/;

const { output } = await cruise(HOUSE, await extractDepcruiseOptions('./.dependency-cruiser.cjs'), undefined, {
  tsConfig: extractTSConfig('tsconfig.json'),
});
const law = await format(output, { outputType: 'err' });
say(law.output.trim());

const knots = folderKnots(importsOf(output));
for (const { folders, imports } of knots) {
  say(`\nA knot of folders: ${folders.join(', ')}${imports.map((one) => `\n  ${one}`).join('')}`);
}
process.exit(law.exitCode > 0 || knots.length > 0 ? 1 : 0);

function* importsOf({ modules }) {
  const isHouse = (file) => HOUSE.includes(file.split('/', 1)[0]) && !TESTS.test(file);
  for (const { source, dependencies } of modules.filter((module) => isHouse(module.source))) {
    for (const { resolved } of dependencies) if (isHouse(resolved)) yield [source, resolved];
  }
}
