SELECT
  1 AS property,
  min(ifNotFinite(toFloat64OrNull(replaceAll(toString(properties.`amount`), ' ', '')), NULL)) AS least,
  max(ifNotFinite(toFloat64OrNull(replaceAll(toString(properties.`amount`), ' ', '')), NULL)) AS greatest
FROM `events`
ANY LEFT JOIN (
  SELECT
    subject AS `subject_0`,
    `joined_0_0`
  FROM (
    SELECT
      person AS subject,
      CAST(properties.`plan`, 'Nullable(String)') AS `joined_0_0`
    FROM `persons` FINAL
    WHERE project_id = {p0:UInt32}
  )
) AS `joined_0` ON person = `subject_0`
WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event = {p4:String})
-- p0 = 7
-- p1 = 7
-- p2 = "2026-11-17"
-- p3 = "2026-11-20"
-- p4 = "signed in"
