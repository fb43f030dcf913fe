-- the actors that have the item
SELECT DISTINCT key AS actor
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
WHERE name = {p13:String}
-- p0 = 1794528000000
-- p1 = 7
-- p2 = "2026-11-13"
-- p3 = "2026-11-20"
-- p4 = ["paid","visit"]
-- p5 = "BAAAAAkAAAA="
-- p6 = "Array(UInt32)"
-- p7 = "AAAAAABAj0AAAAAAAECfQA=="
-- p8 = "Array(Float64)"
-- p9 = "AAAAAACIs0AAAAAAAECfQA=="
-- p10 = "Array(Float64)"
-- p11 = "AQA="
-- p12 = "Array(UInt8)"
-- p13 = "watched"
