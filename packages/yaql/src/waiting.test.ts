import { describe, expect, it } from 'vitest';
import { type Context, createLibrary, define, HostObject, YaqlEngine } from '.';
import { failure } from './testing/evaluate';

/** An object whose `deploy` waits for the outside, and whose `state` may change meanwhile. */
class Instance extends HostObject {
  state = 'new';
  typeName(): string {
    return 'Instance';
  }
  override getProperty(name: string, context: Context): unknown {
    return name === 'state' ? context.runtime?.recall(() => this.state) : undefined;
  }
  override methods(name: string) {
    return name === 'deploy' ? DEPLOY : undefined;
  }
}
const DEPLOY = [
  [
    define('deploy', 'method', 'self:some, size:any=null', (context, _self: Instance, size: unknown) =>
      context.runtime?.ask({ deploy: size }),
    ),
  ],
];

/** Runs an expression; answers what it asked and what came out. */
function drive(expression: string, answer: (request: unknown, instance: Instance) => unknown) {
  const instance = new Instance();
  const context = createLibrary().child();
  context.set('$', instance);
  const run = new YaqlEngine().parse(expression).drive(context);
  const asked: unknown[] = [];
  let turn = run.next();
  while (!turn.done) {
    asked.push(turn.value);
    turn = run.next(answer(turn.value, instance));
  }
  return { asked, value: turn.value };
}

describe('An expression that waits', () => {
  it('asks each thing once and goes on with the answers', () => {
    const { asked, value } = drive(
      '$.deploy(1) + $.deploy(2) * 10',
      (request) => (request as { deploy: number }).deploy,
    );
    expect(asked).toEqual([{ deploy: 1 }, { deploy: 2 }]);
    expect(value).toBe(21);
  });

  it('sees what it read before it waited, and what has changed after', () => {
    const change = (_request: unknown, instance: Instance) => {
      instance.state = 'ready';
      return ' deployed ';
    };
    expect(drive('$.state + $.deploy() + $.state', change).value).toBe('new deployed ready');
  });

  it('waits inside a list as well', () => {
    const { asked, value } = drive('let(it => $) -> [1, 2, 3].select($it.deploy($)).toList()', () => 'ok');
    expect(asked).toEqual([{ deploy: 1 }, { deploy: 2 }, { deploy: 3 }]);
    expect(value).toEqual(['ok', 'ok', 'ok']);
  });

  it('lets an answer be an error, which comes out where it was asked', () => {
    const context = createLibrary().child();
    context.set('$', new Instance());
    const run = new YaqlEngine().parse('$.deploy()').drive(context);
    expect(run.next().value).toEqual({ deploy: null });
    expect(() => run.throw(new Error('no quota'))).toThrow('no quota');
  });

  it('is refused where nobody drives it', () => {
    expect(failure('$.deploy()', new Instance())).toMatchObject({ kind: 'RuntimeError', at: 'deploy()' });
  });
});
