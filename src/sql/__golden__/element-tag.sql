(multiSearchAny(ifNull(CAST(properties.`$elements_chain`, 'Nullable(String)'), ''), {p0:Array(String)})) AND (hasAny(arrayMap(element -> extract(element, '^[^.:]*'), extractAll(ifNull(CAST(properties.`$elements_chain`, 'Nullable(String)'), ''), {p1:String})), {p2:Array(String)}))
-- p0 = ["a","button"]
-- p1 = "(?:[^\";]|\"(?:[^\"\\\\]|\\\\+[^\\\\])*(?:\"|\\\\*\\z))+"
-- p2 = ["a","button"]
