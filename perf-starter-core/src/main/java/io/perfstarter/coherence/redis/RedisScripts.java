package io.perfstarter.coherence.redis;

/**
 * The scripts of a {@link RedisStream}. Redis executes each script atomically.
 *
 * <p>
 * The keys are the stream, the claims (a sorted set of members by the time that they
 * claim in microseconds), the time at which each member was seen last (a sorted set,
 * too), and the state (a hash with the epoch, the start of the server, and the times of
 * the last claim and of the begin of the epoch).
 */
final class RedisScripts {

	// The numbers of entries have no gaps, so that a reader notices that entries were
	// trimmed.
	static final String APPEND = """
			return { redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '0-*', 'evictions', ARGV[1]) }
			""";

	// An epoch ends if the server was restarted or promoted, since it may have lost what
	// it has confirmed; if a key is missing; and if the clock was set back, since claims
	// would be too late. Changes before the begin of an epoch count as missed. If claims
	// may be lost, an unknown member claims the begin of the epoch, and the script waits
	// for it as long as for a silent member. If no member has asked for long, or the
	// clock was set forward, no member counts as silent.
	static final String CERTIFY = """
			local member, known, claim, expected, after = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
			local departure, fresh, length, count = tonumber(ARGV[6]), ARGV[7], ARGV[8], ARGV[9]
			local clock = redis.call('TIME')
			local now = clock[1] * 1000000 + clock[2]
			local time = string.format('%.0f', now)
			local info = redis.call('INFO', 'server') .. redis.call('INFO', 'replication')
			local server = (string.match(info, 'run_id:(%w+)') or '') .. (string.match(info, 'master_replid:(%w+)') or '')
			local state = redis.call('HMGET', KEYS[4], 'epoch', 'server', 'time', 'since')
			local epoch, since = state[1], tonumber(state[4])

			local function missed()
				redis.call('XADD', KEYS[1], 'MAXLEN', '~', length, '0-*', 'missed', '')
			end
			local function move(key, direction)
				for _, each in ipairs(redis.call('ZRANGE', key, 0, -1)) do
					redis.call('ZADD', key, 'XX', direction, time, each)
				end
			end

			local lost = not epoch or state[2] ~= server or redis.call('XLEN', KEYS[1]) == 0
			local back = epoch and (tonumber(state[3]) > now or known == epoch and tonumber(expected) > now + 500000)
			if lost or back then
				epoch, since = fresh, now
				move(KEYS[2], 'LT')
				move(KEYS[3], 'LT')
				if lost then
					redis.call('ZADD', KEYS[2], time, 'unknown')
					redis.call('ZADD', KEYS[3], time, 'unknown')
				end
				missed()
			elseif known ~= '' and known ~= epoch and now - since > departure then
				missed()
			end
			if state[3] and now - state[3] > departure / 2 then
				move(KEYS[3], 'GT')
			end
			redis.call('HSET', KEYS[4], 'epoch', epoch, 'server', server, 'time', time,
				'since', string.format('%.0f', since))

			if known == epoch then
				if tonumber(claim) > now then
					claim = time
				end
				redis.call('ZADD', KEYS[2], claim, member)
				redis.call('ZADD', KEYS[3], time, member)
			end
			local gone = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', string.format('(%.0f', now - departure))
			if #gone > 0 then
				redis.call('ZREM', KEYS[2], unpack(gone))
				redis.call('ZREM', KEYS[3], unpack(gone))
				missed()
			end

			local lowest = ''
			local claims = redis.call('ZRANGE', KEYS[2], 0, 1, 'WITHSCORES')
			for i = #claims - 1, 1, -2 do
				if claims[i] ~= member then
					lowest = claims[i + 1]
				end
			end
			local members = redis.call('ZCARD', KEYS[2]) - (redis.call('ZSCORE', KEYS[2], 'unknown') and 1 or 0)
			local tail = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
			local answer = { epoch, time, lowest, members, tail[1] and tail[1][1] or '0-0' }
			if after ~= '' then
				for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '(0-' .. after, '+', 'COUNT', count)) do
					table.insert(answer, entry[1])
					table.insert(answer, entry[2][1])
					table.insert(answer, entry[2][2])
				end
			end
			return answer
			""";

	static final String LEAVE = """
			return { redis.call('ZREM', KEYS[1], ARGV[1]), redis.call('ZREM', KEYS[2], ARGV[1]) }
			""";

	private RedisScripts() {
	}

}
