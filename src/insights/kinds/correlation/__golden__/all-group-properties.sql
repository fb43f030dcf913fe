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
    -- each property that is looked at
    SELECT
      actor,
      key,
      pair.1 AS property,
      if(startsWith(pair.2, '"'), JSONExtractString(pair.2), pair.2) AS value,
      concat(property, '::', value) AS name
    FROM (
      SELECT
        cityHash64(group_key) AS actor,
        group_key AS key,
        arrayJoin(JSONExtractKeysAndValuesRaw(properties_raw)) AS pair
      FROM `groups` FINAL
      WHERE (project_id = {p0:UInt32}) AND (group_type_index = 2)
    )
    WHERE pair.2 != 'null' AND NOT startsWith(pair.2, '{') AND NOT startsWith(pair.2, '[') AND pair.1 NOT IN {p1:Array(String)}
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
        reinterpret(base64Decode({p2:String}), {p3:String}),
        reinterpret(base64Decode({p4:String}), {p5:String}),
        reinterpret(base64Decode({p6:String}), {p7:String}),
        reinterpret(base64Decode({p8:String}), {p9:String})
      )) AS member
    )
  ) AS members ON had.actor = members.actor
)
GROUP BY name, property, value
HAVING success + failure >= 1
-- p0 = 7
-- p1 = ["plan"]
-- p2 = "BAAAAAAAAAAAAAAAAAAAgA=="
-- p3 = "Array(UInt64)"
-- p4 = "AAAAAABAj0AAAAAAAECfQA=="
-- p5 = "Array(Float64)"
-- p6 = "AAAAAACIs0AAAAAAAECfQA=="
-- p7 = "Array(Float64)"
-- p8 = "AQA="
-- p9 = "Array(UInt8)"
