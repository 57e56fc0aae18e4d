-- AlterTable
ALTER TABLE "mockups" ADD COLUMN "placement" JSONB;

-- A placement has numbers, or there is none.
ALTER TABLE "mockups" ADD CONSTRAINT "mockups_placement_is_one" CHECK (
    "placement" IS NULL OR (
        jsonb_typeof("placement"->'x') = 'number' AND jsonb_typeof("placement"->'y') = 'number'
        AND jsonb_typeof("placement"->'width') = 'number' AND jsonb_typeof("placement"->'rotation') = 'number'
    ) IS TRUE
);
