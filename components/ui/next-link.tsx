'use client';
import Link from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link inside the product, without looks of its own. Its page is fetched ahead once somebody points at it or reaches
 * it by keyboard: for each link in sight, as Next does by itself, every page view would ask the server for ten others.
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
