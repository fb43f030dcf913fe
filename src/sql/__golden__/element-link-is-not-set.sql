NOT ((multiSearchAny(ifNull(properties.`$elements_chain`.:String, ''), {p0:Array(String)})) AND (notEmpty(arrayMap(element -> replaceAll(extract(element, {p1:String}), {p2:String}, '"'), arrayFilter(element -> match(element, {p3:String}), extractAll(ifNull(properties.`$elements_chain`.:String, ''), {p4:String}))))))
-- p0 = ["href=\""]
-- p1 = "^(?:(?:[^:\";]|(?::(?:attr|att|at|a)?)*(?::[^a:\";]|:a[^t:\";]|:at[^t:\";]|:att[^r:\";]|:attr[^_:\";]))*(?::(?:attr|att|at|a)?)*:|[^\";]*\"(?:[^\"\\\\]|\\\\+[^\\\\])*\"(?:[^\";]+\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*)href=\"((?:[^\"\\\\]|\\\\+[^\\\\])*)\""
-- p2 = "\\\""
-- p3 = "^(?:(?:[^:\";]|(?::(?:attr|att|at|a)?)*(?::[^a:\";]|:a[^t:\";]|:at[^t:\";]|:att[^r:\";]|:attr[^_:\";]))*(?::(?:attr|att|at|a)?)*:|[^\";]*\"(?:[^\"\\\\]|\\\\+[^\\\\])*\"(?:[^\";]+\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*)href=\"((?:[^\"\\\\]|\\\\+[^\\\\])*)\""
-- p4 = "(?:[^\";]|\"(?:[^\"\\\\]|\\\\+[^\\\\])*(?:\"|\\\\*\\z))+"
