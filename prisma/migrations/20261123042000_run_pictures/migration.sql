-- What the events of a run that is over come to: its page reads this one row instead of the log.
CREATE TABLE "run_pictures" (
    "run_id" CHAR(32) NOT NULL,
    "format" INTEGER NOT NULL,
    "picture" JSONB NOT NULL,
    CONSTRAINT "run_pictures_pkey" PRIMARY KEY ("run_id"),
    CONSTRAINT "run_pictures_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
