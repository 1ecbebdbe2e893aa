import type { ReactNode } from 'react';
import { PageBody } from '@/components/shell/frame';

export default function Layout({ children }: { children: ReactNode }) {
  return <PageBody>{children}</PageBody>;
}
