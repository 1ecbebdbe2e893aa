import { zip } from '@/lib/formats/archive/testing/write-zip';
import type { Product } from './product';

/**
 * Brings a package into the catalog, as an administrator.
 *
 * @param content the archive, or its files by path
 */
export async function uploadPackage(
  { url, admin }: Pick<Product, 'url' | 'admin'>,
  content: Uint8Array | Readonly<Record<string, string>>,
): Promise<{ status: number; answer: string }> {
  const archive =
    content instanceof Uint8Array ? content : zip(Object.entries(content).map(([path, text]) => ({ path, text })));
  const response = await fetch(`${url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  return { status: response.status, answer: await response.text() };
}
