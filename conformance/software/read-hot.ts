import { parseDocument, type ScalarTag } from 'yaml';
import { isObject, type JsonObject } from '@/lib/model/json';

/** Reads a template as Heat does: YAML 1.1 as Python has it, where a day stays a text, and `y` and `n` too. */
export function readHot(text: string): { raw: JsonObject | null; problem: string } {
  const document = parseDocument(text, {
    version: '1.1',
    customTags: (tags) => [...tags.filter((tag) => typeof tag === 'string' || !OTHERWISE.test(tag.tag)), YES, NO],
  });
  const [error] = document.errors;
  if (error) return { raw: null, problem: `The template is not valid YAML: ${error.message}` };
  const value: unknown = document.toJS();
  return isObject(value) ? { raw: value, problem: '' } : { raw: null, problem: 'The template is not a mapping.' };
}

const OTHERWISE = /:(timestamp|bool)$/;

const truth = (value: boolean, test: RegExp): ScalarTag => ({
  tag: 'tag:yaml.org,2002:bool',
  default: true,
  test,
  resolve: () => value,
  identify: (given) => given === value,
});
const YES = truth(true, /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/);
const NO = truth(false, /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/);
