(multiSearchAny(ifNull(properties.`$elements_chain`.:String, ''), {p0:Array(String)})) AND (arrayExists(value -> ifNull(value ILIKE {p1:String}, false), arrayMap(element -> replaceAll(extract(element, {p2:String}), {p3:String}, '"'), arrayFilter(element -> match(element, {p4:String}), extractAll(ifNull(properties.`$elements_chain`.:String, ''), {p5:String})))))
-- p0 = ["href=\""]
-- p1 = "/p%"
-- p2 = "^(?:(?:[^:\";]|(?::(?:attr|att|at|a)?)*(?::[^a:\";]|:a[^t:\";]|:at[^t:\";]|:att[^r:\";]|:attr[^_:\";]))*(?::(?:attr|att|at|a)?)*:|[^\";]*\"(?:[^\"\\\\]|\\\\+[^\\\\])*\"(?:[^\";]+\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*)href=\"((?:[^\"\\\\]|\\\\+[^\\\\])*)\""
-- p3 = "\\\""
-- p4 = "^(?:(?:[^:\";]|(?::(?:attr|att|at|a)?)*(?::[^a:\";]|:a[^t:\";]|:at[^t:\";]|:att[^r:\";]|:attr[^_:\";]))*(?::(?:attr|att|at|a)?)*:|[^\";]*\"(?:[^\"\\\\]|\\\\+[^\\\\])*\"(?:[^\";]+\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*)href=\"((?:[^\"\\\\]|\\\\+[^\\\\])*)\""
-- p5 = "(?:[^\";]|\"(?:[^\"\\\\]|\\\\+[^\\\\])*(?:\"|\\\\*\\z))+"
