import { compileWorkflows, runWorkflows } from '@/lib/conductor/xml';
import type { Language } from './language';

/** The XML workflows of Murano v0.2 (guide, chapter 5). */
const xml: Language = {
  name: 'xml',
  speaks: (packages) => packages.workflows.length > 0,
  run: async ({ packages, model, effects, limits }) => {
    const workflows = compileWorkflows(packages.workflows);
    const end = await runWorkflows({ workflows, model, resources: packages, effects, options: limits });
    return { model: end.model, cancelled: end.outcome === 'cancelled' };
  },
};

/** Every language that Vetro speaks, in the order they run. */
export const LANGUAGES: readonly Language[] = [xml];
