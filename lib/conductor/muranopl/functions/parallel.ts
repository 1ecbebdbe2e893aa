import { type Context, collect, define, type FunctionDefinition, type Lambda } from '@vetro/yaql';
import { defineHere } from '../execution/define-function';
import { evaluateFully } from '../execution/evaluation';
import { runBranches } from '../execution/fibers';
import { frameOf } from '../execution/frame';
import { freeze } from '../execution/freeze';
import { lazy, parentsOf } from './objects';

/** How many branches run beside one another. */
const MAX_BRANCHES = 1000;

/** `select` and `super` whose items are branches of their own. */
export const PARALLEL_FUNCTIONS: readonly FunctionDefinition[] = [
  define('pselect', 'both', 'collection:iterable, selector:lambda', (context, collection: unknown, body: Lambda) =>
    inParallel(context, collect(collection, context), body),
  ),
  defineHere(
    'psuper',
    'function',
    'sender:!object, func:lambda=null',
    (context, sender: unknown, body: Lambda | null) => {
      const views = parentsOf(context, sender);
      return body ? inParallel(context, views, body) : views;
    },
  ),
];

/** Evaluates an expression for each item, every one in a branch of its own. Answers the results in order. */
function inParallel(context: Context, items: readonly unknown[], body: Lambda): unknown {
  const frame = frameOf(context);
  const { execution } = frame;
  execution.runtime.spend(items.length);
  const branches = items.map((item) => () => {
    const run = () => freeze(body.apply(item), context);
    return evaluateFully(execution, { run, calls: true }, context);
  });
  return lazy(execution.runtime.attempt(() => runBranches(branches, MAX_BRANCHES, execution)) as unknown[]);
}
