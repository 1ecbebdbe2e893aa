import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ReactFlowProvider } from '@xyflow/react';
import { NextIntlClientProvider } from 'next-intl';
import { createElement, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { buildTopology } from '@/lib/model/topology/build';
import { hostNodeId } from '@/lib/model/topology/graph';
import { EXAMPLE_TYPES, exampleEnvironment, exampleUnit, exampleWeb } from '@/lib/model/topology/testing/example';
import type { UnitState } from '@/lib/model/unit-state';
import messages from '@/messages/en';
import { CanvasActionsContext } from './canvas-actions';
import { HostNode } from './host-node';
import { pictureOf } from './picture';
import { StateFlash, useLanded } from './state-flash';

const ACTIONS = {
  ...{ selectedId: null, currentId: null, words: [], level: 'near', marked: new Set<string>() },
  ...{ press: () => {}, open: () => {}, setCollapsed: () => {}, move: () => {}, approach: () => {} },
} as unknown as Parameters<typeof CanvasActionsContext>[0]['value'];

/** The box of a machine while a run has brought it to a state. */
function drawn(state: UnitState): string {
  const web = exampleWeb({ units: [exampleUnit('3', { state: { hostname: 'web1', iisInstalled: true } })] });
  const picture = pictureOf(
    buildTopology({
      deployed: exampleEnvironment(web),
      next: { model: exampleEnvironment(web), is: 'deploying' },
      types: EXAMPLE_TYPES,
      deployment: null,
      machines: {},
    }),
  );
  const node = picture.byId.get(hostNodeId('3'.repeat(32)));
  if (!node) throw new Error('web1 is not drawn');
  const data = { node: { ...node, state }, parts: picture.parts.get(node.id) ?? [], density: 'full', dimmed: false };
  const box = createElement(HostNode as never, { data, height: 200 });
  const canvas = createElement(ReactFlowProvider, null, createElement(CanvasActionsContext, { value: ACTIONS }, box));
  const said = { locale: 'en' as const, messages, timeZone: 'UTC', now: new Date(0), children: canvas };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, said));
}

/** What a part shows of a state after those before it, as it is drawn again for each. */
function afterStates<Shown>(states: readonly UnitState[], show: (state: UnitState) => Shown): Shown {
  let shown: Shown | undefined;
  renderToStaticMarkup(
    createElement(() => {
      const [at, setAt] = useState(0);
      shown = show(states[at] ?? 'draft');
      if (at < states.length - 1) setAt(at + 1);
      return null;
    }),
  );
  if (shown === undefined) throw new Error('nothing was drawn');
  return shown;
}

describe('while a run goes', () => {
  it('a machine that is worked on pulses, and says so; one that is ready does not', () => {
    expect(drawn('running')).toContain('topology-pulse');
    expect(drawn('running')).toContain('web1, Web Server, Working.');
    expect(drawn('ready')).not.toContain('topology-pulse');
  });

  it('a machine lands when it comes to be where it was planned, and stays landed', () => {
    expect(afterStates(['draft', 'waiting'], useLanded)).toBe(false);
    expect(afterStates(['waiting', 'running'], useLanded)).toBe(true);
    expect(afterStates(['draft', 'running', 'ready'], useLanded)).toBe(true);
  });

  it('a machine that was there when the page was opened does not land', () => {
    expect(afterStates(['running', 'ready'], useLanded)).toBe(false);
  });

  it('a role that was taken spreads once, in the colour of its new state; one that was there already does not', () => {
    const flash = (state: UnitState) => StateFlash({ state });
    expect(afterStates(['waiting', 'running', 'ready'], flash)?.props).toMatchObject({
      className: expect.stringMatching(/topology-flash.* text-ready-solid/),
    });
    expect(afterStates(['ready', 'ready'], flash)).toBeNull();
  });

  it('nothing moves for those who asked for less motion', () => {
    const css = readFileSync(path.resolve('components/topology/canvas.css'), 'utf8');
    const still = /@media \(prefers-reduced-motion: reduce\) \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? '';
    const moving = [...css.matchAll(/\.(topology-[\w-]+) \{[^}]*?\n {2}animation: /g)].map(([, name]) => name);
    expect(moving).toContain('topology-land');
    expect(moving.filter((name) => !still.includes(`.${name}`))).toEqual([]);
  });
});
