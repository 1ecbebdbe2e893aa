import type { ArgumentNode, Node } from '@vetro/yaql';
import { type Code, type Context, type Expression, YaqlDict } from '@vetro/yaql';
import type { Template } from '../source/value';
import type { Evaluation } from './evaluation';
import { freeze } from './freeze';
import { bounded } from './weight';

const compiled = new WeakMap<Template, Evaluation>();
const compiledExpressions = new WeakMap<Expression, Evaluation>();

/** A value written in YAML as something to evaluate; the result is frozen, see `freeze`. */
export function evaluationOf(template: Template): Evaluation {
  const known = compiled.get(template);
  if (known) return known;
  const made = { run: codeOf(template), calls: mayCall(template) };
  compiled.set(template, made);
  return made;
}

/** One expression as something to evaluate; the result is frozen. */
export function evaluationOfExpression(expression: Expression): Evaluation {
  const known = compiledExpressions.get(expression);
  if (known) return known;
  const made = { run: expressionCode(expression), calls: mayCallNode(expression.tree) };
  compiledExpressions.set(expression, made);
  return made;
}

/** Whether evaluating a template can call anything. */
function mayCall(template: Template): boolean {
  switch (template.kind) {
    case 'constant':
      return false;
    case 'expression':
      return mayCallNode(template.expression.tree);
    case 'list':
      return template.items.some(mayCall);
    case 'map':
      return template.entries.some(({ key, value }) => mayCall(key) || mayCall(value));
  }
}

/** Whether evaluating a node can call anything: only what is called can wait. */
export function mayCallNode(node: ArgumentNode): boolean {
  switch (node.kind) {
    case 'constant':
    case 'keyword':
    case 'variable':
    case 'skip':
      return false;
    case 'call':
    case 'invoke':
      return true;
    case 'group':
      return mayCallNode(node.inner);
    case 'unary':
      return mayCallNode(node.operand);
    case 'binary':
      return mayCallNode(node.left) || mayCallNode(node.right);
    case 'index':
      return mayCallNode(node.target) || node.args.some(mayCallNode);
    case 'list':
    case 'map':
      return node.items.some(mayCallNode);
    case 'rule':
      return mayCallNode(node.source) || mayCallNode(node.destination);
  }
}

function codeOf(template: Template): Code {
  switch (template.kind) {
    case 'constant': {
      const { value } = template;
      return () => value;
    }
    case 'expression':
      return expressionCode(template.expression);
    case 'list': {
      const items = template.items.map(codeOf);
      return (context) => bounded(items.map((item) => item(context)));
    }
    case 'map': {
      const entries = template.entries.map(({ key, value }) => ({ key: codeOf(key), value: codeOf(value) }));
      return (context) => {
        const dict = new YaqlDict();
        for (const { key, value } of entries) dict.set(key(context), value(context));
        return bounded(dict);
      };
    }
  }
}

/** An operator between two numbers answers what needs no freezing; so do a variable and a constant. */
function isPlain(node: Node): boolean {
  return node.kind === 'constant' || node.kind === 'keyword' || node.kind === 'variable';
}

function expressionCode(expression: Expression): Code {
  const code = expression.compiled();
  if (isPlain(expression.tree)) return code;
  return (context: Context) => {
    try {
      const value = code(context);
      return typeof value === 'object' && value !== null
        ? freeze(bounded(value), context)
        : value === undefined
          ? null
          : value;
    } catch (error) {
      throw expression.explained(error);
    }
  };
}
