import type { BrowserContext } from '@playwright/test';

/** Errors in the browsers: on the console (refused by the content policy included), errors thrown. */
export interface ConsoleErrors {
  watch(context: BrowserContext): void;
  /** errors that a story provokes on purpose */
  allow(pattern: RegExp): void;
  unexpected(): string[];
}

export function createConsoleErrors(): ConsoleErrors {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  return {
    watch(context) {
      context.on('weberror', (problem) => {
        const { stack, message } = problem.error();
        seen.push(`thrown: ${stack ?? message} (on ${problem.page()?.url() ?? 'no page'})`);
      });
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        seen.push(`console: ${message.text()} (${message.location().url}, on ${message.page()?.url() ?? 'no page'})`);
      });
    },
    allow: (pattern) => void allowed.push(pattern),
    unexpected: () => seen.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  };
}
