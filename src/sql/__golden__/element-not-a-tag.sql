NOT (((startsWith(ifNull(properties.`$elements_chain`.:String, ''), {p0:String})) OR (multiSearchAny(ifNull(properties.`$elements_chain`.:String, ''), {p1:Array(String)}))) AND (match(ifNull(properties.`$elements_chain`.:String, ''), {p2:String})))
-- p0 = "a"
-- p1 = [";a"]
-- p2 = "^(?:(?:[^\";]|\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*?;)*?(?:a)(?:[.:;]|\\z)"
