import { isObject, type Json } from '@/lib/model/json';
import { isSecret, isUnset } from '@/lib/model/property-rules';
import type { Property } from '@/lib/model/service-type';

/** A property's value in words; what is secret is only said to be there. */
export function PropertyValue({ property, value }: { property: Property; value: Json | undefined }) {
  if (isUnset(value)) return <span className="text-ink-muted">not set</span>;
  if (isSecret(property)) {
    return (
      <span>
        <span aria-hidden className="font-mono tracking-widest">
          ••••••••
        </span>
        <span className="sr-only">saved, not shown</span>
      </span>
    );
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (property.kind === 'image' && isObject(value)) return String(value.title ?? value.name ?? '');
  return <span className="break-words">{String(value)}</span>;
}
