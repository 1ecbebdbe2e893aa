import type { Ref } from 'react';
import type { Json } from '@/lib/model/json';
import type { Offer, Property } from '@/lib/model/service-type';
import type { SharedSecret } from '@/lib/model/shared-secrets';

/** What a property's control needs to know besides its own value. */
export interface PropertyFieldContext {
  offer: Offer | undefined;
  /** what services of this environment offer, by the name that others give it */
  offers: { capability: string; name: string; serviceName: string; type: string }[];
  /** secrets that other services of this environment have, which this one may be given, too */
  secrets: readonly SharedSecret[];
  /** names that a password must not hold */
  accounts: readonly string[];
  /** how many machines the service has */
  unitCount: number;
}

export interface PropertyFieldProps {
  property: Property;
  value: Json | undefined;
  onChange: (value: Json) => void;
  onBlur?: () => void;
  /** what takes the focus when this is the first wrong answer */
  inputRef?: Ref<HTMLElement>;
  error?: string | null;
  disabled?: boolean;
  /** the same secret typed again, where it is asked for */
  confirmation?: { value: string; onChange: (value: string) => void; error?: string | null };
  context: PropertyFieldContext;
}
