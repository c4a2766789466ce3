AG "no such"
