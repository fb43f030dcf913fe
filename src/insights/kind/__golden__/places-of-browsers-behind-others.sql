SELECT
  toUInt32(transform(browser, {p0:Array(String)}, {p1:Array(UInt32)}, 0)) AS place,
  [arrayElement({p2:Array(String)}, place)] AS values
FROM (
  SELECT
    'Chrome' AS browser,
    'Mac' AS system
)
-- p0 = ["","Firefox","Safari","Chrome"]
-- p1 = [1,2,1,1]
-- p2 = ["","Firefox"]
