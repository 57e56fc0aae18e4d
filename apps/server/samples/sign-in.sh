curl -sS "$PRINTROOM_URL/api/user" -H "Authorization: Bearer $PRINTROOM_API_KEY"
