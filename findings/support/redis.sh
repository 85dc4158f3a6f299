# Starts Debian's Redis server on a free port, which it exports as REDIS_PORT, until the script ends.

redis_port() {
  local port=20000
  while (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do
    port=$((port + 1))
  done
  echo "$port"
}

REDIS_PORT=$(redis_port)
export REDIS_PORT
redis-server --port "$REDIS_PORT" --bind 127.0.0.1 --save '' --dir "$folder" > "$folder/redis.log" &
redis=$!
trap 'kill "$redis"; wait "$redis" || true; rm -rf "$folder"' EXIT
until redis-cli -p "$REDIS_PORT" ping > "$folder/ping" 2>&1 && grep -q PONG "$folder/ping"; do
  kill -0 "$redis"
  sleep 0.1
done
