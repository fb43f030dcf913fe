SELECT person AS actor FROM events WHERE person < {p0:Int64}
-- p0 = 420

SELECT person AS actor FROM events WHERE (person >= {p0:Int64}) AND (person < {p1:Int64})
-- p0 = 420
-- p1 = 840

SELECT person AS actor FROM events WHERE person >= {p0:Int64}
-- p0 = 840
