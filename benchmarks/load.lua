-- Sends the requests of a file in turn: a line each, method, path and body between tabs. Where @@ stands in a path or a
-- body, each request gets a word of its own. Prints one line of JSON when done.

local requests, at, sent, offset = {}, 0, 0, 0
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function init(args)
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^(%u+)\t([^\t]*)\t(.*)$")
    requests[#requests + 1] = {method, path, body, line:find("@@", 1, true) ~= nil}
  end
  offset = tonumber(args[2]) + number * 100000000
end

local function unique_word()
  local digits = tostring(offset + sent)
  return "Q" .. digits:gsub("%d", function(digit) return string.char(97 + tonumber(digit)) end)
end

function request()
  at = at % #requests + 1
  sent = sent + 1
  local method, path, body = requests[at][1], requests[at][2], requests[at][3]
  if requests[at][4] then
    local word = unique_word()
    path, body = path:gsub("@@", word), body:gsub("@@", word)
  end
  if method == "POST" then
    return wrk.format(method, path, {["Content-Type"] = "application/json"}, body)
  end
  return wrk.format(method, path)
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"bytes":%d,"p50":%.3f,"p95":%.3f,"p99":%.3f,' ..
    '"refused":%d,"broken":%d,"late":%d}\n',
    summary.requests, summary.duration / 1e6, summary.bytes,
    latency:percentile(50) / 1000, latency:percentile(95) / 1000, latency:percentile(99) / 1000,
    errors.status, errors.connect + errors.read + errors.write, errors.timeout))
end
