import type { NativeClass } from '../types/native';
import { EXCEPTION, STACK_TRACE } from './exceptions';
import { GARBAGE_COLLECTOR } from './garbage-collector';
import { LOGGER } from './logger';
import { ROOT_OBJECT } from './root-object';
import { TEST_FIXTURE } from './test-fixture';

/** The native sides of classes that the language itself cannot be without. */
export const LANGUAGE_NATIVES: readonly NativeClass[] = [
  ROOT_OBJECT,
  EXCEPTION,
  STACK_TRACE,
  GARBAGE_COLLECTOR,
  LOGGER,
  TEST_FIXTURE,
];
