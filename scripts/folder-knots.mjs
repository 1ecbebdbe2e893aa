/**
 * Folders that need each other. A folder can be read alone, and what it needs before it, only when no way of imports
 * from one folder leads back to it through its neighbours. A file that lies beside folders counts as none of them: it
 * puts them together, or serves them all.
 */

/**
 * @param {Iterable<readonly [from: string, to: string]>} imports between files, as paths from the root
 * @returns {{ folders: string[], imports: string[] }[]} each knot of sibling folders with one import of each kind that
 *   ties it, in alphabetic order
 */
export function folderKnots(imports) {
  const neighbours = new Map();
  for (const [from, to] of imports) {
    const [a, b] = siblings(from, to);
    if (a === b) continue;
    if (!neighbours.has(a)) neighbours.set(a, new Map());
    const known = neighbours.get(a);
    if (!known.has(b)) known.set(b, `${from} → ${to}`);
  }
  const knots = new Map();
  for (const folder of neighbours.keys()) {
    const knot = [...reached(neighbours, folder)].filter((other) => reached(neighbours, other).has(folder)).sort();
    if (knot.length > 1) knots.set(knot[0], knot);
  }
  return [...knots.values()]
    .sort(([a], [b]) => a.localeCompare(b))
    .map((folders) => ({
      folders,
      imports: folders.flatMap((from) =>
        folders.flatMap((to) => (from === to ? [] : (neighbours.get(from).get(to) ?? []))),
      ),
    }));
}

/** The two folders, one beside the other, that two files stand in; the same one where a file lies beside a folder. */
function siblings(from, to) {
  const a = from.split('/');
  const b = to.split('/');
  let depth = 0;
  while (a[depth] === b[depth]) depth += 1;
  if (depth >= a.length - 1 || depth >= b.length - 1) return ['', ''];
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
}

function reached(neighbours, folder) {
  const all = new Set();
  const next = [folder];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    for (const other of neighbours.get(at)?.keys() ?? []) {
      if (all.has(other)) continue;
      all.add(other);
      next.push(other);
    }
  }
  return all;
}
