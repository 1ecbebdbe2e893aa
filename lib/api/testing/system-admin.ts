import type { Client, Product } from './product';

/** A client that administers the whole installation, signed in to Contoso without any role there. */
export async function systemAdmin(product: Product, name = 'root'): Promise<Client> {
  const client = await product.clientOf(name, 'Contoso', 'reader');
  await product.db.user.update({ where: { id: client.userId }, data: { systemAdmin: true } });
  await product.db.roleAssignment.deleteMany({ where: { userId: client.userId } });
  return client;
}
