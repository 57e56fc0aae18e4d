-- AlterTable
ALTER TABLE "mockups" ADD COLUMN     "batch_id" UUID,
ADD COLUMN     "is_favourite" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "mockups_user_id_is_favourite_created_at_id_idx" ON "mockups"("user_id", "is_favourite", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "mockups_batch_id_idx" ON "mockups"("batch_id");

-- AddForeignKey
ALTER TABLE "mockups" ADD CONSTRAINT "mockups_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batches"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A worker of the release before knows nothing of the column: the database fills it in for both.
CREATE FUNCTION "copy_batch_of_mockup"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT "batch_id" INTO NEW."batch_id" FROM "generations" WHERE "id" = NEW."generation_id" AND "user_id" = NEW."user_id";
  RETURN NEW;
END
$$;

CREATE TRIGGER "mockups_know_their_batch" BEFORE INSERT ON "mockups" FOR EACH ROW EXECUTE FUNCTION "copy_batch_of_mockup"();

UPDATE "mockups" SET "batch_id" = "generations"."batch_id" FROM "generations"
WHERE "generations"."id" = "mockups"."generation_id" AND "generations"."batch_id" IS NOT NULL;
