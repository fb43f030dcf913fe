-- the largest rows of the breakdown
SELECT [`value_0`, `value_1`] AS values
FROM (
  SELECT
    ifNull(`joined_0_0`, '') AS `value_0`,
    arrayMap(
      (n, bounds) -> if(isNull(n) OR n < bounds.1 OR NOT (n <= bounds.2 OR n < bounds.2 + 0.01), '', arrayMap(
        bin -> concat(
          '[',
          arrayMap(edge -> toString(if(abs(edge) < 9e13, round(edge, 2) + 0, edge)), [(2 * (bounds.1 / 2 + bin * ((bounds.2 / 2 - bounds.1 / 2) / 3)))])[1],
          ',',
          arrayMap(edge -> toString(if(abs(edge) < 9e13, round(edge, 2) + 0, edge)), [if(((bounds.2 / 2 - bounds.1 / 2) / 3) < 1e-300 OR bin = 2, bounds.2 + 0.01, (2 * (bounds.1 / 2 + (bin + 1) * ((bounds.2 / 2 - bounds.1 / 2) / 3))))])[1],
          ']'
        ),
        [arrayMap(
          bin -> bin - (bin > 0 AND n < (2 * (bounds.1 / 2 + bin * ((bounds.2 / 2 - bounds.1 / 2) / 3)))) + (bin < 2 AND n >= (2 * (bounds.1 / 2 + (bin + 1) * ((bounds.2 / 2 - bounds.1 / 2) / 3)))),
          [if(((bounds.2 / 2 - bounds.1 / 2) / 3) < 1e-300, 0, least(floor((n / 2 - bounds.1 / 2) / ((bounds.2 / 2 - bounds.1 / 2) / 3)), 2))]
        )[1]]
      )[1]),
      [ifNotFinite(toFloat64OrNull(replaceAll(toString(properties.`amount`), ' ', '')), NULL)],
      [({p0:Float64}, {p1:Float64})]
    )[1] AS `value_1`,
    count() AS size
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
      WHERE project_id = {p2:UInt32}
    )
  ) AS `joined_0` ON person = `subject_0`
  WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (event = {p6:String})
  GROUP BY `value_0`, `value_1`
)
WHERE NOT ((`value_0` = '') AND (`value_1` = ''))
ORDER BY
  size DESC,
  `value_0`, `value_1`
LIMIT 25
-- p0 = 2
-- p1 = 8
-- p2 = 7
-- p3 = 7
-- p4 = "2026-11-17"
-- p5 = "2026-11-20"
-- p6 = "signed in"
