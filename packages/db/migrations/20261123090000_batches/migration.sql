-- CreateTable
CREATE TABLE "batches" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "pictures" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "batches_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "generations" ADD COLUMN     "batch_id" UUID,
ADD COLUMN     "batch_place" INTEGER,
ADD COLUMN     "cancelled_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "batches_user_id_created_at_id_idx" ON "batches"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "batches_user_id_idempotency_key_key" ON "batches"("user_id", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "batches_id_user_id_key" ON "batches"("id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "generations_batch_id_batch_place_key" ON "generations"("batch_id", "batch_place");

-- AddForeignKey
ALTER TABLE "batches" ADD CONSTRAINT "batches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generations" ADD CONSTRAINT "generations_batch_id_user_id_fkey" FOREIGN KEY ("batch_id", "user_id") REFERENCES "batches"("id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The contract's BATCH_MAX_PICTURES.
ALTER TABLE "batches" ADD CONSTRAINT "batches_have_pictures" CHECK ("pictures" BETWEEN 1 AND 400);

-- One order stands at a place of a batch at a time: of two that try a failed one again, the second finds the place taken.
ALTER TABLE "generations" ADD CONSTRAINT "generations_place_is_in_a_batch" CHECK ("batch_place" IS NULL OR ("batch_id" IS NOT NULL AND "batch_place" >= 0));

-- What was given up is over, and was never made.
ALTER TABLE "generations" ADD CONSTRAINT "generations_cancelled_have_failed" CHECK ("cancelled_at" IS NULL OR "status" = 'failed');

CREATE TRIGGER "batches_owner_is_here" BEFORE INSERT ON "batches" FOR EACH ROW EXECUTE FUNCTION "refuse_departed_owner"();
