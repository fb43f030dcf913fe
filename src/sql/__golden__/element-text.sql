(multiSearchAny(ifNull(CAST(properties.`$elements_chain`, 'Nullable(String)'), ''), {p0:Array(String)})) AND (hasAny(arrayMap(element -> replaceAll(extract(element, {p1:String}), {p2:String}, '"'), arrayFilter(element -> match(element, {p3:String}), extractAll(ifNull(CAST(properties.`$elements_chain`, 'Nullable(String)'), ''), {p4:String}))), {p5:Array(String)}))
-- p0 = ["text=\"Buy \\\"now\\\"\""]
-- p1 = "^(?:(?:[^:\"]|(?::(?:attr|att|at|a)?)*(?::[^a:\"]|:a[^t:\"]|:at[^t:\"]|:att[^r:\"]|:attr[^_:\"]))*(?::(?:attr|att|at|a)?)*:|[^\"]*\"(?:[^\"\\\\]|\\\\+[^\\\\])*\"(?:[^\"]+\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*)text=\"((?:[^\"\\\\]|\\\\+[^\\\\])*)\""
-- p2 = "\\\""
-- p3 = "^(?:(?:[^:\"]|(?::(?:attr|att|at|a)?)*(?::[^a:\"]|:a[^t:\"]|:at[^t:\"]|:att[^r:\"]|:attr[^_:\"]))*(?::(?:attr|att|at|a)?)*:|[^\"]*\"(?:[^\"\\\\]|\\\\+[^\\\\])*\"(?:[^\"]+\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*)text=\"((?:[^\"\\\\]|\\\\+[^\\\\])*)\""
-- p4 = "(?:[^\";]|\"(?:[^\"\\\\]|\\\\+[^\\\\])*(?:\"|\\\\*\\z))+"
-- p5 = ["Buy \"now\""]
