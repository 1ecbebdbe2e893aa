/** Machines behind glass: decoration of the sign-in page, drawn with the theme's own colours. */
export function GlassScene() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 720 900"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      fill="none"
    >
      <defs>
        <radialGradient id="scene-glow" cx="0.72" cy="0.2" r="0.9">
          <stop offset="0" stopColor="var(--accent)" stopOpacity="0.3" />
          <stop offset="0.55" stopColor="var(--accent)" stopOpacity="0.07" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="scene-pane" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="var(--surface)" stopOpacity="0.85" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0.16" />
        </linearGradient>
      </defs>
      <rect width="720" height="900" fill="url(#scene-glow)" />
      <g stroke="var(--accent-line)" strokeWidth="1.5" strokeDasharray="2 7" strokeLinecap="round">
        <path d="M262 218 C 380 218, 360 330, 474 330" />
        <path d="M262 418 C 380 418, 360 330, 474 330" />
        <path d="M560 372 C 560 450, 500 440, 500 510" />
      </g>
      <Pane x={92} y={170} title={92} state="var(--status-ready-solid)" />
      <Pane x={92} y={370} title={74} state="var(--status-ready-solid)" />
      <Pane x={474} y={282} title={104} state="var(--status-running-solid)" />
      <Pane x={414} y={510} title={82} state="var(--status-waiting-solid)" />
    </svg>
  );
}

function Pane({ x, y, title, state }: { x: number; y: number; title: number; state: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="170" height="96" rx="12" fill="url(#scene-pane)" stroke="var(--accent-line)" strokeOpacity="0.9" />
      <rect x="16" y="20" width={title} height="10" rx="5" fill="var(--ink)" fillOpacity="0.5" />
      <rect x="16" y="42" width="118" height="7" rx="3.5" fill="var(--ink)" fillOpacity="0.16" />
      <rect x="16" y="58" width="88" height="7" rx="3.5" fill="var(--ink)" fillOpacity="0.16" />
      <circle cx="148" cy="25" r="7" fill={state} />
      <path d="M118 1 H158 L98 95 H58 Z" fill="white" fillOpacity="0.07" />
    </g>
  );
}
