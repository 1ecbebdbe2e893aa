import type { Locator } from '@playwright/test';
import { chooseFiles, fill, press, pressKey, reach, setChecked, type } from './reach';

type Deeds = Pick<
  Locator,
  'click' | 'fill' | 'clear' | 'pressSequentially' | 'press' | 'focus' | 'check' | 'uncheck' | 'setInputFiles'
>;

const BY_KEYBOARD: Deeds & ThisType<Locator> = {
  click() {
    return press(this);
  },
  fill(text) {
    return fill(this, text);
  },
  clear() {
    return fill(this, '');
  },
  pressSequentially(text) {
    return type(this, text);
  },
  press(key) {
    return pressKey(this, key);
  },
  async focus() {
    await reach(this);
  },
  check() {
    return setChecked(this, true);
  },
  uncheck() {
    return setChecked(this, false);
  },
  setInputFiles(files) {
    return chooseFiles(this, files);
  },
};

/** What a pointer does and no key can: a story that needs it says something else. */
const NOT_BY_KEYBOARD = ['hover', 'dblclick', 'tap', 'dragTo', 'selectOption', 'dispatchEvent'] as const;

/**
 * From now on, whatever a story of this process does with a control is done with the keyboard: the focus travels to
 * it and a key presses it. Stories need not know.
 *
 * @param any some locator: all are made alike
 */
export function takePointerAway(any: Locator): void {
  const everyLocator: Locator = Object.getPrototypeOf(any);
  Object.assign(everyLocator, BY_KEYBOARD);
  for (const deed of NOT_BY_KEYBOARD)
    Object.assign(everyLocator, {
      [deed](this: Locator) {
        return Promise.reject(new Error(`${deed} of ${this} is nothing that a keyboard can do`));
      },
    });
}
