import pg from 'pg';

/** Lets an hour pass since somebody last proved who they are, in every browser of theirs. @param name of the user */
export async function letProofAge(name: string): Promise<void> {
  const connectionString = process.env.VETRO_DATABASE_URL;
  if (!connectionString) throw new Error('VETRO_DATABASE_URL is not set: run the stories with "npm run e2e"');
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const statement = `update sign_ins set proven_at = now() - interval '1 hour'
      where user_id = (select id from users where name = $1)`;
    await client.query(statement, [name]);
  } finally {
    await client.end();
  }
}
