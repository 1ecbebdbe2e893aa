import { createTranslator } from 'next-intl';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { buildTopology } from '@/lib/model/topology/build';
import {
  EXAMPLE_TYPES,
  exampleDomain,
  exampleEnvironment,
  exampleUnit,
  exampleWeb,
} from '@/lib/model/topology/testing/example';
import messages from '@/messages/en';
import { layOut } from '../layout/lay-out';
import { layoutPlan } from '../layout/plan';
import { pictureOf } from '../picture';
import { topologyWords } from '../words';
import { topologyData } from './data';
import { drawTopology } from './document';
import { escapeXml } from './svg';

const words = topologyWords(
  createTranslator({ locale: 'en', messages, namespace: 'topology' }),
  createTranslator({ locale: 'en', messages, namespace: 'common' }),
);
const TOPOLOGY = buildTopology({
  deployed: exampleEnvironment(
    exampleDomain(),
    exampleWeb({ name: 'Tom & <Jerry>', units: [exampleUnit('3', { state: { hostname: 'web1' } }), exampleUnit('4')] }),
  ),
  next: null,
  types: EXAMPLE_TYPES,
  deployment: null,
  machines: {},
});
const draw = (collapsed: string[] = []) => {
  const picture = pictureOf(TOPOLOGY);
  const shown = new Set(collapsed);
  const layout = layOut(layoutPlan(picture, shown, words.relationLine), {
    width: 1600,
    height: 1000,
    stretch: 1,
    narrow: false,
  });
  return drawTopology({
    ...{ picture, layout, collapsed: shown, words },
    title: 'Topology of demo',
    date: 'As of today',
    lines: { connected: 'Connected', willConnect: 'Will connect', visitors: 'Visitors' },
    machines: (count) => `${count} machines`,
    elsewhere: 'Already there',
  });
};
const texts = (svg: string): string[] => {
  const found: string[] = [];
  const parser = new SaxesParser();
  parser.on('text', (text) => {
    if (text.trim() !== '') found.push(text.trim());
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
  return found;
};

describe('the saved drawing', () => {
  it('is a document of its own with title, date, every machine and a legend', () => {
    const found = texts(draw().svg);
    for (const text of ['Topology of demo', 'As of today', 'web1', 'Tom & <Jerry>', 'Failed', 'Will connect']) {
      expect(found).toContain(text);
    }
    expect(found).toContain('acme.local');
  });

  it('shows a collapsed service as one box that tells how its machines are doing', () => {
    const found = texts(draw([`service:${'b'.repeat(32)}`]).svg);
    expect(found).not.toContain('web1');
    expect(found).toContain('2 machines, all in need of attention');
  });

  it('is as large as what it shows', () => {
    const { svg, width, height } = draw();
    expect(svg).toContain(`viewBox="0 0 ${width} ${height}"`);
    expect(draw([`service:${'a'.repeat(32)}`, `service:${'b'.repeat(32)}`]).height).toBeLessThan(height);
  });

  it('cannot be broken by what people call things', () => {
    expect(escapeXml('a<b>&"\u0000c')).toBe('a&lt;b&gt;&amp;&quot;c');
  });
});

describe('the saved data', () => {
  it('holds the parts and the relations, and when they were so', () => {
    const data = JSON.parse(topologyData(TOPOLOGY, new Date('2026-01-02T03:04:05Z')));
    expect(data).toMatchObject({ format: 'Topology/1.0', environment: 'demo', at: '2026-01-02T03:04:05.000Z' });
    expect(data.nodes).toHaveLength(TOPOLOGY.nodes.length);
    expect(data.edges).toHaveLength(TOPOLOGY.edges.length);
  });
});
