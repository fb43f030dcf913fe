SELECT
  toUInt32(transform((toUInt32(transform(browser, {p0:Array(String)}, {p1:Array(UInt32)}, 0)) * 4 + toUInt32(transform(system, {p2:Array(String)}, {p3:Array(UInt32)}, 0))), {p4:Array(UInt32)}, {p5:Array(UInt32)}, 0)) AS place,
  [arrayElement({p6:Array(String)}, place), arrayElement({p7:Array(String)}, place)] AS values
FROM (
  SELECT
    'Chrome' AS browser,
    'Mac' AS system
)
-- p0 = ["","Chrome"]
-- p1 = [1,2]
-- p2 = ["","Windows","Mac"]
-- p3 = [1,2,3]
-- p4 = [5,10,11,7]
-- p5 = [1,2,3,4]
-- p6 = ["","Chrome","Chrome",""]
-- p7 = ["","Windows","Mac","Mac"]
