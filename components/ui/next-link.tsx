'use client';
import Link from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link inside the product, without styles of its own. Its page is prefetched on hover and focus; by default Next
 * prefetches every link in the viewport, which is some ten requests for each page view.
 */
export function NextLink({ onPointerEnter, onFocus, ...rest }: ComponentProps<typeof Link>) {
  const [isNear, setIsNear] = useState(false);
  return (
    <Link
      prefetch={isNear ? null : false}
      {...rest}
      onPointerEnter={(event) => {
        setIsNear(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setIsNear(true);
        onFocus?.(event);
      }}
    />
  );
}
