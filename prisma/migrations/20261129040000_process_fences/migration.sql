-- Processes that hung and lost their runs: nothing that they still write counts.
CREATE TABLE "process_fences" (
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "process_fences_pkey" PRIMARY KEY ("number")
);
