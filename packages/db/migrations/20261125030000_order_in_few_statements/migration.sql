-- What an order reads first, in functions: each of their statements sees what was committed before it began, while one plain
-- statement, beside a lock that it waits for, would see no more than was there when it began to wait.

-- Locks a seller's row until the transaction ends and reads what there is to spend; with an API key, its cap of credits a
-- month and what it has spent of a month. No row where there is no such seller, no "key_spent" where the key is gone.
CREATE FUNCTION "lock_seller"("seller" uuid, "api_key" uuid, "of_month" date)
RETURNS TABLE ("id" uuid, "plan" int, "topup" int, "cycle" int, "key_cap" int, "key_spent" int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT u."id", u."plan_credits", u."topup_credits", u."plan_cycle" INTO "id", "plan", "topup", "cycle"
  FROM "users" u WHERE u."id" = "seller" FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF "api_key" IS NOT NULL THEN
    -- It stays until the order is through: its entries name it.
    SELECT k."monthly_cap", coalesce(m."spent", 0) INTO "key_cap", "key_spent"
    FROM "api_keys" k LEFT JOIN "api_key_months" m ON m."api_key_id" = k."id" AND m."month" = "of_month"
    WHERE k."id" = "api_key" AND k."user_id" = "seller" FOR KEY SHARE OF k;
  END IF;
  RETURN NEXT;
END $$;

-- What a seller's other orders and designs say of a new one: the order of the same idempotency key, the design, and the
-- ordinal that these settings take next. One row. The caller has locked the seller.
CREATE FUNCTION "known_of_order"("seller" uuid, "its_key" text, "its_hash" text, "its_design" uuid)
RETURNS TABLE ("earlier" json, "design" json, "next" int) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT
    (SELECT json_build_object('id', g."id", 'inputHash', g."input_hash") FROM "generations" g
      WHERE g."user_id" = "seller" AND g."idempotency_key" = "its_key"),
    (SELECT json_build_object('id', d."id", 'contentHash', d."content_hash", 'fileKey', d."file_key", 'width', d."width", 'height', d."height")
      FROM "designs" d WHERE d."id" = "its_design" AND d."user_id" = "seller"),
    (SELECT coalesce(max(g."seed") + 1, 0) FROM "generations" g WHERE g."user_id" = "seller" AND g."input_hash" = "its_hash")::int;
END $$;
