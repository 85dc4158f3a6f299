#!/usr/bin/env bash
# Nothing that a reader of a Redis stream gets tells that entries after its position were trimmed.
#
# Guess:     XREAD from a position whose successors are gone fails, or XINFO's max-deleted-entry-id tells it.
# Version:   Redis 7.0.15.
# Behaviour: XREAD goes on with the first entry that is left. max-deleted-entry-id knows XDEL only and stays at 0-0
#            after XTRIM.
# Product:   entries of the log in Redis are numbered without gaps (XADD 0-*), so a reader sees that one is missing and
#            serves by age.

. "$(dirname "$0")/support/java.sh"
. "$(dirname "$0")/support/redis.sh"

for number in $(seq 10); do
  redis-cli -p "$REDIS_PORT" xadd events "0-$number" cache tickets > /dev/null
done
redis-cli -p "$REDIS_PORT" xtrim events maxlen 3 > /dev/null

{
  echo "after 0-2: $(redis-cli -p "$REDIS_PORT" xread count 1 streams events 0-2 | sed -n 2p)"
  echo "max-deleted-entry-id after XTRIM: $(redis-cli -p "$REDIS_PORT" xinfo stream events | sed -n '/^max-deleted/{n;p}')"
  redis-cli -p "$REDIS_PORT" xdel events 0-9 > /dev/null
  echo "max-deleted-entry-id after XDEL: $(redis-cli -p "$REDIS_PORT" xinfo stream events | sed -n '/^max-deleted/{n;p}')"
} > "$folder/seen"

expect \
  "after 0-2: 0-8" \
  "max-deleted-entry-id after XTRIM: 0-0" \
  "max-deleted-entry-id after XDEL: 0-9"
compare
