import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { classNameIn } from '@/lib/model/object-entry';
import type { Package } from '../types/package';

/**
 * Says in every header of a model which package and version its class is of: the version that stands there if it is
 * still at hand, else the newest with the same first number, else the newest. Objects outlive upgrades of packages
 * that way.
 *
 * @param packages the newer version of one before the older
 */
export function pinTypes(value: Json, packages: readonly Package[]): Json {
  if (Array.isArray(value)) return value.map((item) => pinTypes(item, packages));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, Json] =>
    key === '?' && isObject(inner) ? [key, pinHeader(inner, packages)] : [key, pinTypes(inner, packages)],
  );
  return Object.fromEntries(entries);
}

function pinHeader(header: JsonObject, packages: readonly Package[]): JsonObject {
  const name = classNameIn(header.type);
  const [, written = ''] = /\/([^@]+)/.exec(String(header.type)) ?? [];
  const version = written === '' && typeof header.classVersion === 'string' ? header.classVersion : written;
  const holders = packages.filter((pack) => pack.classNames().includes(name));
  const major = version.split('.')[0];
  const holder =
    holders.find((pack) => pack.version === version) ??
    holders.find((pack) => pack.version.split('.')[0] === major) ??
    holders[0];
  if (!holder) return header;
  const { classVersion: _version, package: _package, ...rest } = header;
  return { ...rest, type: `${name}/${holder.version}@${holder.name}` };
}
