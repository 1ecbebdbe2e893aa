"""Values of the case files: JSON, and tags for what JSON has not (packages/yaql/corpus/values.ts reads and writes the same)."""
import datetime
import math

from dateutil import parser as dates
from yaql.language import utils


def read(value):
    """The Python value of a written one."""
    if isinstance(value, list):
        return [read(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        (tag, held), = value.items()
        if tag == '$set':
            return set(read(item) for item in held)
        if tag == '$dict':
            return {read(key): read(item) for key, item in held}
        if tag == '$iter':
            return iter([read(item) for item in held])
        if tag == '$datetime':
            return dates.parse(held)
        if tag == '$timespan':
            return datetime.timedelta(microseconds=held)
        if tag == '$float':
            return float(held)
    return {key: read(item) for key, item in value.items()}


def write(value, other=lambda value: {'$opaque': True}):
    """A value as it is written; `other` writes what is none of the language's."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2 ** 53 else {'$int': str(value)}
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        return {'$float': 'nan' if math.isnan(value) else 'inf' if value > 0 else '-inf'}
    if isinstance(value, (list, tuple)):
        return [write(item, other) for item in value]
    if isinstance(value, (set, frozenset, utils.SetType)):
        return {'$set': [write(item, other) for item in value]}
    if isinstance(value, utils.MappingType):
        pairs = [[write(key, other), write(item, other)] for key, item in value.items()]
        return dict(pairs) if all(isinstance(key, str) for key, _ in pairs) else {'$dict': pairs}
    if isinstance(value, datetime.datetime):
        return {'$datetime': value.isoformat()}
    if isinstance(value, datetime.timedelta):
        return {'$timespan': round(value / datetime.timedelta(microseconds=1))}
    return other(value)


def settle(first, second):
    """One answer of two, recorded with other hash seeds: lists that differ in their order alone have none."""
    if first == second:
        return first
    if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        if '$set' in first:
            return first
        return {key: settle(first[key], second[key]) for key in first}
    if isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        if sorted(map(repr, first)) == sorted(map(repr, second)):
            return {'$unordered': first}
        return [settle(one, other) for one, other in zip(first, second)]
    raise ValueError('The answer is another one each time: %r, %r' % (first, second))
