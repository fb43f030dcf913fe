NOT ((multiSearchAny(ifNull(CAST(properties.`$elements_chain`, 'Nullable(String)'), ''), {p0:Array(String)})) AND (notEmpty(arrayMap(element -> replaceAll(extract(element, {p1:String}), {p2:String}, '"'), arrayFilter(element -> match(element, {p3:String}), extractAll(ifNull(CAST(properties.`$elements_chain`, 'Nullable(String)'), ''), {p4:String}))))))
-- p0 = ["href=\""]
-- p1 = "^(?:(?:[^:\"]|(?::(?:attr|att|at|a)?)*(?::[^a:\"]|:a[^t:\"]|:at[^t:\"]|:att[^r:\"]|:attr[^_:\"]))*(?::(?:attr|att|at|a)?)*:|[^\"]*\"(?:[^\"\\\\]|\\\\+[^\\\\])*\"(?:[^\"]+\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*)href=\"((?:[^\"\\\\]|\\\\+[^\\\\])*)\""
-- p2 = "\\\""
-- p3 = "^(?:(?:[^:\"]|(?::(?:attr|att|at|a)?)*(?::[^a:\"]|:a[^t:\"]|:at[^t:\"]|:att[^r:\"]|:attr[^_:\"]))*(?::(?:attr|att|at|a)?)*:|[^\"]*\"(?:[^\"\\\\]|\\\\+[^\\\\])*\"(?:[^\"]+\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*)href=\"((?:[^\"\\\\]|\\\\+[^\\\\])*)\""
-- p4 = "(?:[^\";]|\"(?:[^\"\\\\]|\\\\+[^\\\\])*(?:\"|\\\\*\\z))+"
