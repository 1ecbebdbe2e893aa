import { createHash } from 'node:crypto';
import type { LoadedPackages } from '@/lib/conductor/ports';
import { type CompiledWorkflows, compileWorkflows, runWorkflows } from '@/lib/conductor/xml';
import type { Language } from './language';

/** Sets of workflows kept compiled: environments of a tenant use few different ones. */
const MOST_COMPILED = 32;

/** Every language that Vetro speaks, in the order they run. */
export function createLanguages(): readonly Language[] {
  return [createXml()];
}

/** The XML workflows of Murano v0.2 (guide, chapter 5), compiled once for each content. */
function createXml(): Language {
  const compiled = new Map<string, CompiledWorkflows>();

  function compile(files: LoadedPackages['workflows']): CompiledWorkflows {
    const content = createHash('sha256').update(JSON.stringify(files)).digest('base64');
    const workflows = compiled.get(content) ?? compileWorkflows(files);
    // Last used, last dropped.
    compiled.delete(content);
    compiled.set(content, workflows);
    for (const oldest of compiled.keys()) {
      if (compiled.size <= MOST_COMPILED) break;
      compiled.delete(oldest);
    }
    return workflows;
  }

  return {
    name: 'xml',
    speaks: (packages) => packages.workflows.length > 0,
    run: async ({ packages, model, effects, limits }) => {
      const workflows = compile(packages.workflows);
      const end = await runWorkflows({ workflows, model, resources: packages, effects, options: limits });
      return { model: end.model, cancelled: end.outcome === 'cancelled' };
    },
  };
}
