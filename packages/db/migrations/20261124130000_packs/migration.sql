-- AlterTable
ALTER TABLE "batches" ADD COLUMN     "pack" JSONB;

-- CreateTable
CREATE TABLE "packs" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "pictures" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "packs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "packs_user_id_created_at_id_idx" ON "packs"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "packs_user_id_name_key" ON "packs"("user_id", "name");

-- AddForeignKey
ALTER TABLE "packs" ADD CONSTRAINT "packs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The contract's PACK_MAX_PICTURES.
ALTER TABLE "packs" ADD CONSTRAINT "packs_have_pictures" CHECK (jsonb_typeof("pictures") = 'array' AND jsonb_array_length("pictures") BETWEEN 1 AND 20);

CREATE TRIGGER "packs_owner_is_here" BEFORE INSERT ON "packs" FOR EACH ROW EXECUTE FUNCTION "refuse_departed_owner"();
