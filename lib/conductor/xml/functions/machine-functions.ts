import { isObject } from '@/lib/model/json';
import { json, textArgument } from '../evaluate';
import type { Arguments, Call, Frame, FunctionDefinition, Value, WorkflowExecution } from '../interpreter';
import { meaningOf, originOf } from '../name-origin';
import { read } from '../paths';
import { isTruthy, toText } from '../python-values';
import { define } from './define';

/** Functions of the engine that the guide leaves out: what a new machine needs, and errors as text. */
export const MACHINE_FUNCTIONS: readonly FunctionDefinition[] = [
  define('generate-hostname', {
    attributes: ['pattern', 'service_id', 'avoid'],
    required: ['pattern', 'service_id'],
    evaluate: generateHostname,
  }),
  define('prepare-user-data', {
    attributes: ['hostname', 'service', 'unit', 'template'],
    required: ['hostname', 'service', 'unit'],
    evaluate: prepareUserData,
  }),
  define('format-error', {
    attributes: ['error'],
    required: ['error'],
    evaluate: (call, args, frame) => {
      const error = json(frame.get(textArgument(call, 'error', args.get('error'))), call, 'a text');
      return error === null ? '' : JSON.stringify(error);
    },
  }),
];

function generateHostname(call: Call, args: Arguments, frame: Frame, run: WorkflowExecution): Value {
  const pattern = json(args.get('pattern') ?? null, call, 'a host name');
  const avoid = json(args.get('avoid') ?? null, call, 'host names');
  const { cursor } = frame.position;
  const unit = cursor.at(-2) === 'units' ? read(run.model, cursor) : null;
  return run.providers.hostName({
    pattern: isTruthy(pattern) ? toText(pattern) : null,
    serviceId: textArgument(call, 'service_id', args.get('service_id')),
    unitId: isObject(unit) && typeof unit.id === 'string' ? unit.id : null,
    model: run.model,
    avoid: Array.isArray(avoid) ? avoid.map(toText) : [],
    span: call.span,
  });
}

function prepareUserData(call: Call, args: Arguments, frame: Frame, run: WorkflowExecution): Value {
  const request = {
    template: textArgument(call, 'template', args.get('template') ?? 'Default'),
    hostName: textArgument(call, 'hostname', args.get('hostname')),
    serviceId: textArgument(call, 'service', args.get('service')),
    unitId: textArgument(call, 'unit', args.get('unit')),
    environmentId: toText(run.model.id ?? null),
    origin: originOf(call, frame, run),
  };
  return meaningOf(call, () => run.providers.userData(request));
}
