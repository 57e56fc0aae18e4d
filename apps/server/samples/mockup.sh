design=$(curl -sS "$PRINTROOM_URL/api/designs" -H "Authorization: Bearer $PRINTROOM_API_KEY" \
  -F "design=@design.png;type=image/png" | sed 's/.*"id":"\([^"]*\)".*/\1/')
curl -sS "$PRINTROOM_URL/api/generate-mockup" -H "Authorization: Bearer $PRINTROOM_API_KEY" \
  -H "Content-Type: application/json" -H "Idempotency-Key: listing-1042" \
  -d "{\"design_id\":\"$design\",\"product\":\"mug\",\"colour\":\"mug-white\",\"model_style\":\"studio-product\",\"background\":\"off-white\",\"design_size\":\"medium\"}"
