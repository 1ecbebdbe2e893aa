-- How a run was asked to end, and when; null for runs that nobody asked, and for requests from before there were ways.
ALTER TABLE "runs" ADD COLUMN "cancel_mode" TEXT, ADD COLUMN "cancelled_at" TIMESTAMPTZ(3);
ALTER TABLE "runs" ADD CONSTRAINT "runs_cancel_mode_check" CHECK ("cancel_mode" IN ('cancel', 'force', 'kill'));
