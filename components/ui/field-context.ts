'use client';
import { createContext, useContext } from 'react';

/** What ties a control to the words around it. */
export interface FieldWords {
  controlId: string;
  labelId: string;
  /** ids of help and error */
  describedBy: string | undefined;
  invalid: boolean;
  disabled: boolean;
}

export const FieldContext = createContext<FieldWords | null>(null);

/** The attributes of a control that stands in a field; those of the control itself outside of one. */
export function useFieldControl(own: { id?: string; disabled?: boolean; describedBy?: string; label?: string }) {
  const field = useContext(FieldContext);
  const disabled = own.disabled || field?.disabled || false;
  return {
    id: own.id ?? field?.controlId,
    disabled,
    'aria-label': own.label,
    'aria-labelledby': own.label === undefined ? field?.labelId : undefined,
    'aria-describedby': [own.describedBy, field?.describedBy].filter(Boolean).join(' ') || undefined,
    'aria-invalid': field?.invalid || undefined,
    'data-invalid': field?.invalid ? '' : undefined,
    'data-disabled': disabled ? '' : undefined,
  };
}
