((startsWith(ifNull(properties.`$elements_chain`.:String, ''), {p0:String})) OR (startsWith(ifNull(properties.`$elements_chain`.:String, ''), {p1:String})) OR (multiSearchAny(ifNull(properties.`$elements_chain`.:String, ''), {p2:Array(String)}))) AND (match(ifNull(properties.`$elements_chain`.:String, ''), {p3:String}))
-- p0 = "a"
-- p1 = "button"
-- p2 = [";a",";button"]
-- p3 = "^(?:(?:[^\";]|\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*?;)*?(?:a|button)(?:[.:;]|\\z)"
