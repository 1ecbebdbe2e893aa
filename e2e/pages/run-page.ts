import { expect, type Locator, type Page } from '@playwright/test';
import { RUN_MS } from '../support/waits';

/** The page of one deployment, live. */
export class RunPage {
  readonly log: Locator;
  /** the rows of the timeline that stand for a machine */
  readonly machines: Locator;
  readonly problem: Locator;
  readonly progress: Locator;

  constructor(private readonly page: Page) {
    this.log = page.getByRole('log', { name: 'Log' });
    this.machines = page.locator('li[data-machine]');
    this.problem = page.getByRole('region', { name: 'What went wrong' });
    this.progress = page.getByRole('progressbar');
  }

  machine(name: string): Locator {
    return this.machines.filter({ hasText: name });
  }

  /** Looks at the run as its timeline, its steps or its log. */
  async show(part: 'Timeline' | 'Steps' | 'Log'): Promise<void> {
    await this.page.getByRole('group', { name: 'Show as' }).getByRole('button', { name: part, exact: true }).click();
  }

  /** Waits for the end. `removed`: so many machines went with it. */
  async finished(machines: number, removed = 0): Promise<void> {
    const ready = machines === 1 ? '1 machine is ready.' : `${machines} machines are ready.`;
    const gone = removed === 1 ? '1 machine was removed.' : `${removed} machines were removed.`;
    const words = removed > 0 ? `${gone} ${ready}` : `Everything is up. ${ready}`;
    await expect(this.page.getByText(words)).toBeVisible({ timeout: RUN_MS });
  }

  async failed(): Promise<void> {
    await expect(this.problem.getByRole('button', { name: 'Deploy again' })).toBeVisible({ timeout: RUN_MS });
  }

  /** Shows every line of the log, the details too. */
  async showEverything(): Promise<void> {
    await this.show('Log');
    await this.page.getByRole('combobox', { name: 'Level' }).click();
    await this.page.getByRole('option', { name: 'Everything' }).click();
  }
}
