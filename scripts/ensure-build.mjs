// A step of npm test: builds the product unless the build that is there was made from these very sources.
import { ensureBuild } from './setup.mjs';

await ensureBuild();
