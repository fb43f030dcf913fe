-- actors of each cohort by the value that counts them
SELECT
  row_place,
  cohort,
  value,
  sum(actors) AS actors
FROM (
  -- actors with the same intervals, in each of their cohorts
  SELECT
    row_place,
    arrayJoin(bitPositionsToArray(targets)) AS cohort,
    returns,
    actors
  FROM (
    SELECT
      row_place,
      targets,
      returns,
      count() AS actors
    FROM (
      SELECT
        toUInt32(bitShiftRight(actor_and_row, 32)) AS actor,
        toUInt32(actor_and_row) AS row_place,
        targets,
        returns
      FROM (
        SELECT
          bitOr(bitShiftLeft(toUInt64(person), 32), toUInt32(transform((toUInt32(transform(ifNull(`joined_0_0`, ''), {p0:Array(String)}, {p1:Array(UInt32)}, 0)) * 4 + toUInt32(transform(arrayMap(
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
            [({p2:Float64}, {p3:Float64})]
          )[1], {p4:Array(String)}, {p5:Array(UInt32)}, 0))), {p6:Array(UInt32)}, {p7:Array(UInt32)}, 0))) AS actor_and_row,
          groupBitOrIf(bitShiftLeft(toUInt32(1), toUInt16(day) - 20774), event = {p8:String}) AS targets,
          groupBitOrIf(bitShiftLeft(toUInt32(1), toUInt16(day) - 20774), event = {p9:String}) AS returns
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
            WHERE project_id = {p10:UInt32}
          )
        ) AS `joined_0` ON person = `subject_0`
        WHERE (project_id = {p11:UInt32}) AND (day >= {p12:Date}) AND (day <= {p13:Date}) AND ((event = {p14:String}) OR (event = {p15:String}))
        GROUP BY actor_and_row
      )
    )
    GROUP BY
      row_place,
      targets,
      returns
  )
)
ARRAY JOIN bitPositionsToArray(bitOr(bitShiftRight(returns, cohort), 1)) AS value
GROUP BY
  row_place,
  cohort,
  value
-- p0 = ["","pro","free"]
-- p1 = [1,2,3]
-- p2 = 2
-- p3 = 8
-- p4 = ["","[2,4]"]
-- p5 = [1,2]
-- p6 = [5,10,13]
-- p7 = [1,2,3]
-- p8 = "signed in"
-- p9 = "paid"
-- p10 = 7
-- p11 = 7
-- p12 = "2026-11-17"
-- p13 = "2026-11-20"
-- p14 = "signed in"
-- p15 = "paid"
