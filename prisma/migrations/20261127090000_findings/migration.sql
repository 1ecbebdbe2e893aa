-- What was found out about the failures of a run when they happened: machines are different half an hour later.
ALTER TABLE "runs" ADD COLUMN "findings" JSONB;
