import type { PlanResult } from '@/lib/formats/execution-plan/plan';
import type { Json } from '@/lib/model/json';
import type { ExpectedReply, ReplyStore } from '@/lib/ports/conductor';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { quickRowsOf } from './statement';

/** Plans under way and their agents' answers, on this database. */
export function createReplyStore(db: Db): ReplyStore {
  return {
    expect: async (planId, runId) => {
      // The update changes nothing: it makes the row come back whether it was there or not.
      const [row] = await quickRowsOf<ExpectedReply>(
        db,
        Prisma.sql`
        insert into agent_replies (plan_id, run_id, sent_at) values (${planId}, ${runId}, ${new Date()})
        on conflict (plan_id) do update set plan_id = excluded.plan_id
        returning sent_at as "sentAt", received_at is not null as answered,
                  coalesce((select extract(epoch from created_at) from runs where id = run_id), 0)::float8
                    as generation`,
      );
      if (!row) throw new Error('an upsert returned no row');
      return row;
    },
    record: async (planId, result) => {
      const kept = await quickRowsOf(
        db,
        Prisma.sql`
        update agent_replies set result = ${JSON.stringify(result)}::jsonb, received_at = ${new Date()}
         where plan_id = ${planId} and received_at is null returning plan_id`,
      );
      return kept.length === 1;
    },
    find: async (planId) => {
      const row = await db.agentReply.findUnique({ where: { planId }, select: { result: true, receivedAt: true } });
      if (!row || row.receivedAt === null) return null;
      return row.result as unknown as PlanResult satisfies { Result: Json };
    },
    forget: async (runId) => {
      await quickRowsOf(db, Prisma.sql`delete from agent_replies where run_id = ${runId}`);
    },
  };
}
