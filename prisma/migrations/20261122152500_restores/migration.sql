-- Which version a draft was opened to go back to stands with the draft, and with the run that deployed it: a history
-- need not look through the log.
ALTER TABLE "sessions" ADD COLUMN "restores" JSONB;
UPDATE "sessions" SET "restores" = opened."restores"
  FROM (SELECT "environment_id", "data" ->> 'sessionId' AS "session_id", "data" -> 'restores' AS "restores"
          FROM "events" WHERE "kind" = 'session.opened' AND "data" -> 'restores' IS NOT NULL) AS opened
 WHERE "sessions"."id" = opened."session_id" AND "sessions"."environment_id" = opened."environment_id";
UPDATE "runs" SET "input" = jsonb_build_object('restores', opened."restores")
  FROM (SELECT "environment_id", "data" ->> 'sessionId' AS "session_id", "data" -> 'restores' AS "restores"
          FROM "events" WHERE "kind" = 'session.opened' AND "data" -> 'restores' IS NOT NULL) AS opened
 WHERE "runs"."session_id" = opened."session_id" AND "runs"."environment_id" = opened."environment_id";
