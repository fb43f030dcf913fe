NOT ((multiSearchAny(ifNull(CAST(properties.`$elements_chain`, 'Nullable(String)'), ''), {p0:Array(String)})) AND (has(arrayMap(element -> match(element, {p1:String}), extractAll(ifNull(CAST(properties.`$elements_chain`, 'Nullable(String)'), ''), {p2:String})), 1)))
-- p0 = [".btn"]
-- p1 = "^[^.:\"]*\\.(?:(?:[^:\"]|(?::(?:attr|att|at|a)?)*(?::[^a:\"]|:a[^t:\"]|:at[^t:\"]|:att[^r:\"]|:attr[^_:\"]))*(?::(?:attr|att|at|a)?)*\\.)?btn(?:[.:]|\\z)"
-- p2 = "(?:[^\";]|\"(?:[^\"\\\\]|\\\\+[^\\\\])*(?:\"|\\\\*\\z))+"
