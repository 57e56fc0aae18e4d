-- CreateEnum
CREATE TYPE "SceneStatus" AS ENUM ('measuring', 'ready', 'refused', 'failed');

-- AlterTable
ALTER TABLE "mockups" ADD COLUMN     "scene_id" UUID;

-- CreateTable
CREATE TABLE "scenes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "product" TEXT NOT NULL,
    "side" TEXT NOT NULL DEFAULT 'front',
    "status" "SceneStatus" NOT NULL DEFAULT 'measuring',
    "stage" TEXT NOT NULL DEFAULT 'waiting',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "refusal_code" TEXT,
    "refusal" TEXT,
    "error_detail" TEXT,
    "report" JSONB,
    "manifests" JSONB,
    "photo_key" TEXT,
    "file_key" TEXT,
    "thumbnail_key" TEXT,
    "card_key" TEXT,
    "preview_keys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "heartbeat_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "scenes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scenes_photo_key_key" ON "scenes"("photo_key");

-- CreateIndex
CREATE UNIQUE INDEX "scenes_file_key_key" ON "scenes"("file_key");

-- CreateIndex
CREATE UNIQUE INDEX "scenes_thumbnail_key_key" ON "scenes"("thumbnail_key");

-- CreateIndex
CREATE UNIQUE INDEX "scenes_card_key_key" ON "scenes"("card_key");

-- CreateIndex
CREATE INDEX "scenes_user_id_created_at_id_idx" ON "scenes"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "scenes_status_created_at_idx" ON "scenes"("status", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "scenes_id_user_id_key" ON "scenes"("id", "user_id");

-- CreateIndex
CREATE INDEX "mockups_scene_id_idx" ON "mockups"("scene_id");

-- AddForeignKey
ALTER TABLE "scenes" ADD CONSTRAINT "scenes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mockups" ADD CONSTRAINT "mockups_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scenes"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A scene is one of these three: on its way with its photograph, ready with its files, or over with a sentence and no file.
ALTER TABLE "scenes" ADD CONSTRAINT "scenes_hold_what_they_say" CHECK (
  CASE "status"
    WHEN 'measuring' THEN "photo_key" IS NOT NULL AND "file_key" IS NULL
    WHEN 'ready' THEN "photo_key" IS NULL AND "file_key" IS NOT NULL AND "thumbnail_key" IS NOT NULL AND "manifests" IS NOT NULL
      AND "report" IS NOT NULL AND cardinality("preview_keys") = 4
    ELSE "photo_key" IS NULL AND "file_key" IS NULL AND "refusal" IS NOT NULL
  END);

-- A mockup is made on a scene of its own seller's.
CREATE FUNCTION "refuse_foreign_scene"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."scene_id" IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM "scenes" WHERE "id" = NEW."scene_id" AND "user_id" = NEW."user_id") THEN
    RAISE EXCEPTION 'this scene belongs to somebody else' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "mockups_own_scene" BEFORE INSERT OR UPDATE OF "scene_id", "user_id" ON "mockups"
  FOR EACH ROW EXECUTE FUNCTION "refuse_foreign_scene"();

-- What has ended stays as it ended.
CREATE FUNCTION "scenes_refuse_revival"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."status" <> 'measuring' AND NEW."status" <> OLD."status" THEN
    RAISE EXCEPTION 'a scene that is % stays so', OLD."status";
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "scenes_final_states" BEFORE UPDATE OF "status" ON "scenes"
  FOR EACH ROW EXECUTE FUNCTION "scenes_refuse_revival"();

CREATE TRIGGER "scenes_owner_is_here" BEFORE INSERT ON "scenes" FOR EACH ROW EXECUTE FUNCTION "refuse_departed_owner"();
