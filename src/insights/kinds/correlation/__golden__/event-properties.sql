-- the actors of each side that have each item
SELECT
  name,
  property,
  value,
  uniqExactIf(actor, has_converted) AS success,
  uniqExactIf(actor, NOT has_converted) AS failure
FROM (
  SELECT
    had.actor AS actor,
    key,
    has_converted,
    name,
    property,
    value
  FROM (
    -- each property of the events that are looked at
    SELECT
      actor,
      key,
      at,
      pair.1 AS property,
      if(startsWith(pair.2, '"'), JSONExtractString(pair.2), pair.2) AS value,
      concat(event_name, '::', property, '::', value) AS name
    FROM (
      SELECT
        person AS actor,
        person AS key,
        toFloat64(toUnixTimestamp64Milli(ts) - {p0:Int64}) AS at,
        CAST(event, 'String') AS event_name,
        arrayJoin(JSONExtractKeysAndValuesRaw(properties_raw)) AS pair
      FROM `events`
      WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event IN {p4:Array(String)})
    )
    WHERE pair.2 != 'null' AND NOT startsWith(pair.2, '{') AND NOT startsWith(pair.2, '[') AND pair.1 NOT IN {p5:Array(String)}
  ) AS had
  INNER JOIN (
    -- the actors at step 1, with the times of their best runs
    SELECT
      member.1 AS actor,
      member.2 AS after_ms,
      if(member.4 = 1, member.3, member.2 + 86400001) AS before_ms,
      member.4 = 1 AS has_converted
    FROM (
      SELECT arrayJoin(arrayZip(
        reinterpret(base64Decode({p6:String}), {p7:String}),
        reinterpret(base64Decode({p8:String}), {p9:String}),
        reinterpret(base64Decode({p10:String}), {p11:String}),
        reinterpret(base64Decode({p12:String}), {p13:String})
      )) AS member
    )
  ) AS members ON had.actor = members.actor
  WHERE at > after_ms AND at < before_ms
)
GROUP BY name, property, value
HAVING success + failure >= 1
-- p0 = 1794528000000
-- p1 = 7
-- p2 = "2026-11-13"
-- p3 = "2026-11-20"
-- p4 = ["watched"]
-- p5 = ["$ip"]
-- p6 = "BAAAAAkAAAA="
-- p7 = "Array(UInt32)"
-- p8 = "AAAAAABAj0AAAAAAAECfQA=="
-- p9 = "Array(Float64)"
-- p10 = "AAAAAACIs0AAAAAAAECfQA=="
-- p11 = "Array(Float64)"
-- p12 = "AQA="
-- p13 = "Array(UInt8)"
