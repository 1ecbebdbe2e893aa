import { StatusIcon } from '@/components/status/status-icon';
import { UNIT_STATE_SENTENCES, UNIT_STATE_WORDS, UNIT_STATES } from '@/lib/model/unit-state';
import { RELATION_DASHES } from './relation-edge';

const LINES = [
  { label: 'Connected', dash: RELATION_DASHES.established },
  { label: 'Will connect', dash: RELATION_DASHES.planned },
  { label: 'Comes after', dash: RELATION_DASHES.depends, round: true },
];

/** What shapes, colours and lines mean. */
export function Legend() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-ink-muted text-xs">
      <ul aria-label="States" className="flex flex-wrap gap-x-4 gap-y-1.5">
        {UNIT_STATES.map((state) => (
          <li key={state} title={UNIT_STATE_SENTENCES[state]} className="inline-flex items-center gap-1.5">
            <StatusIcon state={state} className="size-3.5 animate-none" />
            {UNIT_STATE_WORDS[state]}
          </li>
        ))}
      </ul>
      <ul aria-label="Lines" className="flex flex-wrap gap-x-4 gap-y-1.5">
        {LINES.map((line) => (
          <li key={line.label} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" width="28" height="6" className="text-line-strong">
              <line
                x1="1"
                y1="3"
                x2="27"
                y2="3"
                stroke="currentColor"
                strokeWidth="2"
                strokeDasharray={line.dash}
                strokeLinecap={line.round ? 'round' : 'butt'}
              />
            </svg>
            {line.label}
          </li>
        ))}
      </ul>
    </div>
  );
}
