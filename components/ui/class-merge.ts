// Which class names set the same thing. Tailwind's own names, as far as a caller of ours adjusts a primitive with them;
// class-merge.test.ts compares it with tailwind-merge for every class name that occurs in the dashboard.

/** The states and sizes a class name is for (`hover:sm:`), and what it sets. */
const PARTS = /^((?:(?:[^[\]:(]|\[[^\]]*\]|\([^)]*\))+:)*)(.*)$/;

/** Class names that tell by themselves what they set. */
const WORDS: Record<string, string> = {
  ...words('display', 'block inline inline-block flex inline-flex grid inline-grid contents hidden table'),
  ...words('isolation', 'isolate isolation-auto'),
  ...words('position', 'static fixed absolute relative sticky'),
  ...words('visibility', 'visible invisible collapse'),
  ...words('sr', 'sr-only not-sr-only'),
  ...words('decoration', 'underline line-through no-underline'),
  ...words('text-overflow', 'truncate'),
  ...words('font-variant', 'tabular-nums'),
  ...words('container', '@container'),
  ...words('filter', 'filter'),
  ...words('grayscale', 'grayscale'),
  ...words('snap-align', 'snap-start'),
  ...words('flex-direction', 'flex-row flex-col flex-row-reverse flex-col-reverse'),
  ...words('flex-wrap', 'flex-wrap flex-nowrap'),
  ...words('text-align', 'text-left text-center text-right'),
  ...words('text-wrap', 'text-wrap text-nowrap text-balance text-pretty'),
  ...words('font-family', 'font-sans font-mono'),
  ...words('border-style', 'border-solid border-dashed border-dotted border-none'),
  ...words('border-collapse', 'border-collapse border-separate'),
  ...words('table-layout', 'table-fixed table-auto'),
  ...words('snap-type', 'snap-x snap-y'),
};

/** Beginnings of class names, with what they set where that is not their own name; the longest that fits counts. */
const BEGINNINGS: Record<string, string> = {
  ...itself('p px py pt pr pb pl m mx my mt mr mb ml w h size min-w min-h max-w max-h gap gap-x gap-y space-x space-y'),
  ...itself('inset inset-x inset-y top right bottom left z opacity order basis grow shrink flex leading tracking font'),
  ...itself('grid-cols grid-rows col-span row-span col-start items justify justify-self self place-items content'),
  ...itself('overflow overflow-x overflow-y overscroll overscroll-x overscroll-y cursor select align whitespace break'),
  ...itself('rounded rounded-t rounded-b rounded-l rounded-r translate translate-x translate-y scale rotate duration'),
  ...itself('bg text border divide divide-x divide-y ring ring-offset shadow outline outline-offset underline-offset'),
  ...itself('border-t border-r border-b border-l brightness stroke fill'),
  ...itself('transition origin pointer-events object appearance accent touch list line-clamp scroll-px scroll-mt'),
  'animate-none': 'animate',
  'animate-spin': 'animate',
};

/** What else the setting of a thing sets anew. */
const COVERS: Record<string, string> = {
  p: 'px py pt pr pb pl',
  px: 'pr pl',
  py: 'pt pb',
  m: 'mx my mt mr mb ml',
  mx: 'mr ml',
  my: 'mt mb',
  size: 'w h',
  gap: 'gap-x gap-y',
  inset: 'inset-x inset-y top right bottom left',
  'inset-x': 'right left',
  'inset-y': 'top bottom',
  flex: 'basis grow shrink',
  overflow: 'overflow-x overflow-y',
  overscroll: 'overscroll-x overscroll-y',
  rounded: 'rounded-t rounded-b rounded-l rounded-r',
  translate: 'translate-x translate-y',
  'text-size': 'leading',
  'border-width': 'border-t-width border-r-width border-b-width border-l-width',
  'border-color': 'border-t-color border-r-color border-b-color border-l-color',
  'line-clamp': 'display overflow',
};

/** What was merged already: the texts come from code, so there are only so many. */
const merged = new Map<string, string>();

/** Of class names that set the same thing under the same conditions, keeps the last. */
export function mergeClasses(classes: string): string {
  const known = merged.get(classes);
  if (known !== undefined) return known;
  const result = lastOfEach(classes);
  merged.set(classes, result);
  return result;
}

function lastOfEach(classes: string): string {
  const set = new Set<string>();
  const kept: string[] = [];
  for (const name of classes.split(/\s+/).reverse()) {
    const [, conditions = '', rest = ''] = PARTS.exec(name) ?? [];
    const what = settingOf(rest.replace(/^[!-]+|!$/g, ''));
    const key = `${conditions}${rest.includes('!') ? '!' : ''}`;
    if (what !== null) {
      if (set.has(key + what)) continue;
      for (const one of [what, ...(COVERS[what]?.split(' ') ?? [])]) set.add(key + one);
    }
    if (name !== '') kept.push(name);
  }
  return kept.reverse().join(' ');
}

/** What a class name sets; null where nothing is known of it, and it stays. */
function settingOf(name: string): string | null {
  const word = WORDS[name];
  if (word) return word;
  const property = /^\[([a-z-]+):/.exec(name)?.[1];
  if (property) return `[${property}]`;
  for (let end = name.length; end > 0; end = name.lastIndexOf('-', end - 1)) {
    const what = BEGINNINGS[name.slice(0, end)];
    if (what) return exactly(what, name.slice(end + 1));
  }
  return null;
}

/** Names whose ending decides: `text-sm` is a size, `text-ink` a colour. */
function exactly(what: string, value: string): string {
  if (what === 'text') return /^(xs|sm|base|lg|\d?xl|\[\d.*)$/.test(value) ? 'text-size' : 'text-color';
  if (/^(border|divide|ring|outline)/.test(what) && !what.endsWith('line-offset')) {
    return `${what}-${/^(\d.*|\[\d.*)?$/.test(value) ? 'width' : 'color'}`;
  }
  if (what === 'shadow') return /^(xs|sm|md|lg|\d?xl|none|\[.*)?$/.test(value) ? 'shadow' : 'shadow-color';
  return what;
}

function words(what: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, what]));
}

function itself(names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, name]));
}
