import { expect, type Page } from '@playwright/test';

/** What a farm serves through its load balancer. */
export class SitePage {
  constructor(readonly page: Page) {}

  /** The host that answered. */
  async answerer(): Promise<string> {
    const note = this.page.getByRole('region', { name: 'Load balancer' }).getByText(/ answered; /);
    await expect(note).toBeVisible();
    return ((await note.locator('strong').textContent()) ?? '').trim();
  }

  /** Asks so many times. @returns the hosts that answered, in order */
  async ask(times: number): Promise<string[]> {
    const hosts: string[] = [];
    for (let i = 0; i < times; i++) {
      const again = this.page.waitForEvent('load');
      await this.page.getByRole('link', { name: 'Ask again' }).click();
      await again;
      hosts.push(await this.answerer());
    }
    return hosts;
  }

  /** Asks twice as often as there are hosts: each answers when it is its turn. */
  async expectInTurn(hosts: readonly string[]): Promise<void> {
    const after = hosts.indexOf(await this.answerer()) + 1;
    const expected = [...hosts, ...hosts].map((_, step) => hosts[(after + step) % hosts.length]);
    expect(await this.ask(expected.length)).toEqual(expected);
  }
}
