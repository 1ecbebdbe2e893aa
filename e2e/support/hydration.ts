import type { BrowserContext, Locator, Page } from '@playwright/test';

/** What acts upon an element, which hears of it only once React has taken over the server's markup. */
const ACTIONS = [
  'click',
  'dblclick',
  'fill',
  'clear',
  'press',
  'pressSequentially',
  'focus',
  'check',
  'uncheck',
] as const;

type Action = (this: Locator, ...args: unknown[]) => Promise<unknown>;

/**
 * From now on every action of a story of this process waits until its element is hydrated: a page is drawn by the
 * server before it listens, and on a busy machine a story is quicker than the scripts of the page.
 *
 * @param page any page: all are made alike
 */
export function installHydrationWait(page: Page): void {
  const prototype: Record<string, Action> = Object.getPrototypeOf(page.locator('body'));
  for (const name of ACTIONS) {
    const action = prototype[name] as Action;
    prototype[name] = async function (...args) {
      await hydrated(this, timeoutOf(args));
      return action.apply(this, args);
    };
  }
}

/**
 * The same for keys that go to whatever has the focus, or to those that listen on the whole page.
 *
 * @param context whose pages wait, those that it opens later
 */
export function waitBeforeKeys(context: BrowserContext): void {
  context.on('page', (page) => {
    const press = page.keyboard.press.bind(page.keyboard);
    page.keyboard.press = async (key, options) => {
      await hydrated(page.locator('body'));
      await press(key, options);
    };
  });
}

/** How long an action may take that was given a time of its own, in milliseconds. */
function timeoutOf(args: unknown[]): number | undefined {
  return (args.at(-1) as { timeout?: number } | undefined)?.timeout;
}

/**
 * A page that goes away meanwhile is waited for by the action itself, which says so better.
 *
 * @param timeout how long an element is waited for that is not there, as long as the action itself would
 */
async function hydrated(locator: Locator, timeout?: number): Promise<void> {
  await locator.evaluate(listens, undefined, { timeout }).catch(() => undefined);
}

/**
 * In the browser: resolves once React has an element and has run the effects of what it drew. Between an element that
 * is not React's and the next above it that is, there stands the mark of a boundary whose inside React does not have
 * yet, or nothing: then a script has put it there. Pages that are not of the dashboard have nothing to wait for.
 */
function listens(element: Element): Promise<void> {
  const isBoundary = (node: Node) => node.nodeType === Node.COMMENT_NODE && node.nodeValue?.startsWith('$');
  const isHydrated = () => {
    for (let node: Element | null = element; node; node = node.parentElement) {
      if (Object.keys(node).some((key) => key.startsWith('__reactFiber$'))) return true;
      for (let before = node.previousSibling; before; before = before.previousSibling)
        if (isBoundary(before)) return false;
    }
    return !element.isConnected || !('next' in window);
  };
  return new Promise((resolve) => {
    const look = () => {
      // React runs effects in a task of their own, after it has drawn.
      if (isHydrated()) setTimeout(resolve, 0);
      else setTimeout(look, 10);
    };
    look();
  });
}
