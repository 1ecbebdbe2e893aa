import { EditorView } from '@codemirror/view';

/** The editor in the colours of the dashboard, light and dark. */
export const EDITOR_LOOK = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'var(--font-geist-mono), monospace',
    lineHeight: '1.6',
    minHeight: '14rem',
    maxHeight: '32rem',
  },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-muted)', border: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--overlay)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent-ink)',
  },
  '.cm-completionDetail': { color: 'var(--ink-muted)', fontStyle: 'normal' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--status-failed-solid)', padding: '6px 10px' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-changedLine': { backgroundColor: 'var(--status-ready-bg)' },
  '.cm-collapsedLines': { color: 'var(--ink-muted)', background: 'var(--sunken)', padding: '4px 8px' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: 'none' },
  '.cm-deletedChunk': { backgroundColor: 'var(--status-failed-bg)' },
});
