import type { BrowserContext } from '@playwright/test';

/** What browsers complained about: errors on the console (refused by the content policy included), errors thrown. */
export interface Complaints {
  watch(context: BrowserContext): void;
  /** complaints that a story provokes on purpose */
  expectSome(pattern: RegExp): void;
  unexpected(): string[];
}

export function createComplaints(): Complaints {
  const heard: string[] = [];
  const provoked: RegExp[] = [];
  return {
    watch(context) {
      context.on('weberror', (problem) => {
        const { stack, message } = problem.error();
        heard.push(`thrown: ${stack ?? message} (on ${problem.page()?.url() ?? 'no page'})`);
      });
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        heard.push(`console: ${message.text()} (${message.location().url}, on ${message.page()?.url() ?? 'no page'})`);
      });
    },
    expectSome: (pattern) => void provoked.push(pattern),
    unexpected: () => heard.filter((text) => !provoked.some((pattern) => pattern.test(text))),
  };
}
