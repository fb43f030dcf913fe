-- the actors of each side that have each item
SELECT
  name,
  property,
  value,
  uniqExactIf(actor, has_converted) AS success,
  uniqExactIf(actor, NOT has_converted) AS failure
FROM (
  SELECT
    actor,
    key,
    has_converted,
    concat(property, '::', value) AS name,
    pair.1 AS property,
    if(pair.2 = 'null', '', if(startsWith(pair.2, '"'), JSONExtractString(pair.2), pair.2)) AS value
  FROM (
    SELECT
      members.actor AS actor,
      members.actor AS key,
      has_converted,
      arrayJoin(if(empty(pairs), arrayMap(one -> (one, ''), CAST({p0:Array(String)}, 'Array(String)')), pairs)) AS pair
    FROM (
      SELECT
        person AS actor,
        person AS key,
        arrayMap(one -> (one, JSONExtractRaw(properties_raw, one)), CAST({p1:Array(String)}, 'Array(String)')) AS pairs
      FROM `persons` FINAL
      WHERE project_id = {p2:UInt32}
    ) AS had
    RIGHT JOIN (
      -- the actors at step 1, with the times of their best runs
      SELECT
        member.1 AS actor,
        member.2 AS after_ms,
        if(member.4 = 1, member.3, member.2 + 86400001) AS before_ms,
        member.4 = 1 AS has_converted
      FROM (
        SELECT arrayJoin(arrayZip(
          reinterpret(base64Decode({p3:String}), {p4:String}),
          reinterpret(base64Decode({p5:String}), {p6:String}),
          reinterpret(base64Decode({p7:String}), {p8:String}),
          reinterpret(base64Decode({p9:String}), {p10:String})
        )) AS member
      )
    ) AS members ON had.actor = members.actor
  )
  WHERE NOT startsWith(pair.2, '{') AND NOT startsWith(pair.2, '[')
)
GROUP BY name, property, value
HAVING success + failure >= 1
-- p0 = ["plan"]
-- p1 = ["plan"]
-- p2 = 7
-- p3 = "BAAAAAkAAAA="
-- p4 = "Array(UInt32)"
-- p5 = "AAAAAABAj0AAAAAAAECfQA=="
-- p6 = "Array(Float64)"
-- p7 = "AAAAAACIs0AAAAAAAECfQA=="
-- p8 = "Array(Float64)"
-- p9 = "AQA="
-- p10 = "Array(UInt8)"
