/**
 * Which points of a graph lead to each other and back (its strongly connected components, Tarjan 1972), in as many
 * steps as it has points and edges.
 *
 * @param edges to which points each point leads
 * @returns the number of each point's component: equal where there is a way there and back
 */
export function stronglyConnectedComponents(edges: readonly (readonly number[])[]): number[] {
  const index: number[] = [];
  const low: number[] = [];
  const component: number[] = [];
  const open: number[] = [];
  let count = 0;
  for (let start = 0; start < edges.length; start += 1) {
    if (index[start] !== undefined) continue;
    // by hand instead of by recursion: a chain may be as long as the graph
    const way: { at: number; edge: number }[] = [{ at: start, edge: 0 }];
    while (way.length > 0) {
      const here = way[way.length - 1] as { at: number; edge: number };
      const { at } = here;
      if (index[at] === undefined) {
        index[at] = count;
        low[at] = count;
        count += 1;
        open.push(at);
      }
      const next = edges[at]?.[here.edge];
      if (next !== undefined) {
        here.edge += 1;
        if (index[next] === undefined) way.push({ at: next, edge: 0 });
        else if (component[next] === undefined) low[at] = Math.min(low[at] ?? 0, index[next] ?? 0);
        continue;
      }
      way.pop();
      const from = way[way.length - 1]?.at;
      if (from !== undefined) low[from] = Math.min(low[from] ?? 0, low[at] ?? 0);
      if (low[at] !== index[at]) continue;
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        component[member] = at;
        if (member === at) break;
      }
    }
  }
  return component;
}
