import path from 'node:path';

/** A package in MuranoPL with a form of its own: validators, conditions, a table, a text of several lines. */
export const BOARD = path.resolve('lib/conductor/runtime/testing/packages/com.example.Board');
