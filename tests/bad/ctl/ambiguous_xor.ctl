l0 ^ l2 | l3
