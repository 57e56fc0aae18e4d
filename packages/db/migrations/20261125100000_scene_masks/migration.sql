-- AlterTable
ALTER TABLE "scenes" ADD COLUMN     "mask_key" TEXT,
ADD COLUMN     "mend_attempt" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "mend_failure" TEXT,
ADD COLUMN     "mend_keys" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "next_mask_at" TIMESTAMPTZ(3),
ADD COLUMN     "next_mask_key" TEXT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE UNIQUE INDEX "scenes_mask_key_key" ON "scenes"("mask_key");

-- CreateIndex
CREATE UNIQUE INDEX "scenes_next_mask_key_key" ON "scenes"("next_mask_key");

-- A mask belongs to a scene that is ready and has kept what its plate is made of again.
ALTER TABLE "scenes" ADD CONSTRAINT "scenes_mend_what_they_kept" CHECK (
  cardinality("mend_keys") IN (0, 4)
  AND ("next_mask_key" IS NULL) = ("next_mask_at" IS NULL)
  AND (("mask_key" IS NULL AND "next_mask_key" IS NULL) OR ("status" = 'ready' AND cardinality("mend_keys") = 4)));
