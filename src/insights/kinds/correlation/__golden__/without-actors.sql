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
    -- the events that are looked at
    SELECT
      person AS actor,
      person AS key,
      toFloat64(toUnixTimestamp64Milli(ts) - {p0:Int64}) AS at,
      CAST(event, 'String') AS name,
      '' AS property,
      '' AS value
    FROM `events`
    WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event NOT IN {p4:Array(String)})
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
        reinterpret(base64Decode({p5:String}), {p6:String}),
        reinterpret(base64Decode({p7:String}), {p8:String}),
        reinterpret(base64Decode({p9:String}), {p10:String}),
        reinterpret(base64Decode({p11:String}), {p12:String})
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
-- p4 = ["paid","visit"]
-- p5 = ""
-- p6 = "Array(UInt32)"
-- p7 = ""
-- p8 = "Array(Float64)"
-- p9 = ""
-- p10 = "Array(Float64)"
-- p11 = ""
-- p12 = "Array(UInt8)"
