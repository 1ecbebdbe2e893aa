import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Theme = Record<string, [lightness: number, chroma: number, hue: number]>;

/** The opaque OKLCH tokens of one theme block of globals.css. */
function tokensOf(selector: string): Theme {
  const css = readFileSync(new URL('./globals.css', import.meta.url), 'utf8');
  const start = css.indexOf(`\n${selector} {`);
  const block = css.slice(start, css.indexOf('\n}', start));
  const tokens: Theme = {};
  for (const match of block.matchAll(/--([a-z-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)) {
    const [, name = '', lightness, chroma, hue] = match;
    tokens[name] = [Number(lightness), Number(chroma), Number(hue)];
  }
  return tokens;
}

/** Relative luminance of an OKLCH colour, by way of linear sRGB clipped to the gamut. */
function luminance([lightness, chroma, hue]: [number, number, number]): number {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, one: string, other: string): number {
  const [first, second] = [theme[one], theme[other]];
  if (!first || !second) throw new Error(`no such token: ${first ? other : one}`);
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const STATES = ['draft', 'waiting', 'running', 'ready', 'stopped', 'suspended', 'attention', 'failed'];
const SURFACES = ['canvas', 'surface', 'sunken', 'overlay', 'hover'];

describe.each([
  ['light', tokensOf(':root')],
  ['dark', tokensOf('.dark')],
])('the %s theme', (_name, theme) => {
  it.each(SURFACES)('keeps text readable on %s', (surface) => {
    for (const ink of ['ink', 'ink-muted', 'accent-ink', 'ink-faint']) {
      expect(contrast(theme, ink, surface), ink).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('keeps the words on filled buttons readable', () => {
    for (const fill of ['accent', 'accent-hover']) {
      expect(contrast(theme, 'on-accent', fill), fill).toBeGreaterThanOrEqual(4.5);
    }
    for (const fill of ['danger', 'danger-hover']) {
      expect(contrast(theme, 'on-danger', fill), fill).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(theme, 'accent-ink', 'accent-soft')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(STATES)('tells the state %s in readable words and a visible shape', (state) => {
    expect(contrast(theme, `status-${state}-text`, `status-${state}-bg`)).toBeGreaterThanOrEqual(4.5);
    for (const surface of ['canvas', 'surface', 'overlay']) {
      expect(contrast(theme, `status-${state}-text`, surface), surface).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme, `status-${state}-solid`, surface), surface).toBeGreaterThanOrEqual(3);
    }
  });

  it('shows where a field ends and where the focus is', () => {
    for (const surface of ['canvas', 'surface', 'overlay']) {
      expect(contrast(theme, 'line-strong', surface), surface).toBeGreaterThanOrEqual(3);
      expect(contrast(theme, 'accent', surface), surface).toBeGreaterThanOrEqual(3);
    }
  });
});
