-- series 0, period 0
SELECT
  * EXCEPT (`value_0`),
  [`value_0`] AS values
FROM (
  SELECT
    0 AS period,
    0 AS series,
    if(isNull(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)), '', concat('[', toString(round(tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
      )
    ), 1) + if(((tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND (event = {p7:String})
      )
    ), 2) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p8:UInt32}) AND (day >= {p9:Date}) AND (day <= {p10:Date}) AND (event = {p11:String})
      )
    ), 1)) / 4) = 0, 0, least(floor((if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p12:UInt32}) AND (day >= {p13:Date}) AND (day <= {p14:Date}) AND (event = {p15:String})
      )
    ), 1)) / ((tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p16:UInt32}) AND (day >= {p17:Date}) AND (day <= {p18:Date}) AND (event = {p19:String})
      )
    ), 2) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p20:UInt32}) AND (day >= {p21:Date}) AND (day <= {p22:Date}) AND (event = {p23:String})
      )
    ), 1)) / 4)), 3)) * ((tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p24:UInt32}) AND (day >= {p25:Date}) AND (day <= {p26:Date}) AND (event = {p27:String})
      )
    ), 2) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p28:UInt32}) AND (day >= {p29:Date}) AND (day <= {p30:Date}) AND (event = {p31:String})
      )
    ), 1)) / 4), 2)), ',', toString(round(if((((tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p32:UInt32}) AND (day >= {p33:Date}) AND (day <= {p34:Date}) AND (event = {p35:String})
      )
    ), 2) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p36:UInt32}) AND (day >= {p37:Date}) AND (day <= {p38:Date}) AND (event = {p39:String})
      )
    ), 1)) / 4) = 0 OR if(((tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p40:UInt32}) AND (day >= {p41:Date}) AND (day <= {p42:Date}) AND (event = {p43:String})
      )
    ), 2) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p44:UInt32}) AND (day >= {p45:Date}) AND (day <= {p46:Date}) AND (event = {p47:String})
      )
    ), 1)) / 4) = 0, 0, least(floor((if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p48:UInt32}) AND (day >= {p49:Date}) AND (day <= {p50:Date}) AND (event = {p51:String})
      )
    ), 1)) / ((tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p52:UInt32}) AND (day >= {p53:Date}) AND (day <= {p54:Date}) AND (event = {p55:String})
      )
    ), 2) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p56:UInt32}) AND (day >= {p57:Date}) AND (day <= {p58:Date}) AND (event = {p59:String})
      )
    ), 1)) / 4)), 3)) = 3), tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p60:UInt32}) AND (day >= {p61:Date}) AND (day <= {p62:Date}) AND (event = {p63:String})
      )
    ), 2) + 0.01, tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p64:UInt32}) AND (day >= {p65:Date}) AND (day <= {p66:Date}) AND (event = {p67:String})
      )
    ), 1) + (if(((tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p68:UInt32}) AND (day >= {p69:Date}) AND (day <= {p70:Date}) AND (event = {p71:String})
      )
    ), 2) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p72:UInt32}) AND (day >= {p73:Date}) AND (day <= {p74:Date}) AND (event = {p75:String})
      )
    ), 1)) / 4) = 0, 0, least(floor((if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p76:UInt32}) AND (day >= {p77:Date}) AND (day <= {p78:Date}) AND (event = {p79:String})
      )
    ), 1)) / ((tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p80:UInt32}) AND (day >= {p81:Date}) AND (day <= {p82:Date}) AND (event = {p83:String})
      )
    ), 2) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p84:UInt32}) AND (day >= {p85:Date}) AND (day <= {p86:Date}) AND (event = {p87:String})
      )
    ), 1)) / 4)), 3)) + 1) * ((tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p88:UInt32}) AND (day >= {p89:Date}) AND (day <= {p90:Date}) AND (event = {p91:String})
      )
    ), 2) - tupleElement((
      SELECT (min(least), max(greatest))
      FROM (
        SELECT
          min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
          max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
        FROM `events`
        WHERE (project_id = {p92:UInt32}) AND (day >= {p93:Date}) AND (day <= {p94:Date}) AND (event = {p95:String})
      )
    ), 1)) / 4)), 2)), ']')) AS `value_0`,
    toInt64(toUInt16(day)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p96:UInt32}) AND (day >= {p97:Date}) AND (day <= {p98:Date}) AND (event = {p99:String})
  GROUP BY
    day,
    `value_0`
)
-- p0 = 7
-- p1 = "2026-11-18"
-- p2 = "2026-11-20"
-- p3 = "paid"
-- p4 = 7
-- p5 = "2026-11-18"
-- p6 = "2026-11-20"
-- p7 = "paid"
-- p8 = 7
-- p9 = "2026-11-18"
-- p10 = "2026-11-20"
-- p11 = "paid"
-- p12 = 7
-- p13 = "2026-11-18"
-- p14 = "2026-11-20"
-- p15 = "paid"
-- p16 = 7
-- p17 = "2026-11-18"
-- p18 = "2026-11-20"
-- p19 = "paid"
-- p20 = 7
-- p21 = "2026-11-18"
-- p22 = "2026-11-20"
-- p23 = "paid"
-- p24 = 7
-- p25 = "2026-11-18"
-- p26 = "2026-11-20"
-- p27 = "paid"
-- p28 = 7
-- p29 = "2026-11-18"
-- p30 = "2026-11-20"
-- p31 = "paid"
-- p32 = 7
-- p33 = "2026-11-18"
-- p34 = "2026-11-20"
-- p35 = "paid"
-- p36 = 7
-- p37 = "2026-11-18"
-- p38 = "2026-11-20"
-- p39 = "paid"
-- p40 = 7
-- p41 = "2026-11-18"
-- p42 = "2026-11-20"
-- p43 = "paid"
-- p44 = 7
-- p45 = "2026-11-18"
-- p46 = "2026-11-20"
-- p47 = "paid"
-- p48 = 7
-- p49 = "2026-11-18"
-- p50 = "2026-11-20"
-- p51 = "paid"
-- p52 = 7
-- p53 = "2026-11-18"
-- p54 = "2026-11-20"
-- p55 = "paid"
-- p56 = 7
-- p57 = "2026-11-18"
-- p58 = "2026-11-20"
-- p59 = "paid"
-- p60 = 7
-- p61 = "2026-11-18"
-- p62 = "2026-11-20"
-- p63 = "paid"
-- p64 = 7
-- p65 = "2026-11-18"
-- p66 = "2026-11-20"
-- p67 = "paid"
-- p68 = 7
-- p69 = "2026-11-18"
-- p70 = "2026-11-20"
-- p71 = "paid"
-- p72 = 7
-- p73 = "2026-11-18"
-- p74 = "2026-11-20"
-- p75 = "paid"
-- p76 = 7
-- p77 = "2026-11-18"
-- p78 = "2026-11-20"
-- p79 = "paid"
-- p80 = 7
-- p81 = "2026-11-18"
-- p82 = "2026-11-20"
-- p83 = "paid"
-- p84 = 7
-- p85 = "2026-11-18"
-- p86 = "2026-11-20"
-- p87 = "paid"
-- p88 = 7
-- p89 = "2026-11-18"
-- p90 = "2026-11-20"
-- p91 = "paid"
-- p92 = 7
-- p93 = "2026-11-18"
-- p94 = "2026-11-20"
-- p95 = "paid"
-- p96 = 7
-- p97 = "2026-11-18"
-- p98 = "2026-11-20"
-- p99 = "paid"
