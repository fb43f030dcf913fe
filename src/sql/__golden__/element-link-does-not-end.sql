NOT ((multiSearchAny(ifNull(properties.`$elements_chain`.:String, ''), {p0:Array(String)})) AND (arrayExists(value -> ifNull(has(multiSearchAllPositionsCaseInsensitiveUTF8(reverseUTF8(CAST(value, 'Nullable(String)')), {p1:Array(String)}), 1), false), arrayMap(element -> replaceAll(extract(element, {p2:String}), {p3:String}, '"'), arrayFilter(element -> match(element, {p4:String}), extractAll(ifNull(properties.`$elements_chain`.:String, ''), {p5:String}))))))
-- p0 = ["href=\""]
-- p1 = ["fdp.","piz."]
-- p2 = "^(?:(?:[^:\";]|(?::(?:attr|att|at|a)?)*(?::[^a:\";]|:a[^t:\";]|:at[^t:\";]|:att[^r:\";]|:attr[^_:\";]))*(?::(?:attr|att|at|a)?)*:|[^\";]*\"(?:[^\"\\\\]|\\\\+[^\\\\])*\"(?:[^\";]+\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*)href=\"((?:[^\"\\\\]|\\\\+[^\\\\])*)\""
-- p3 = "\\\""
-- p4 = "^(?:(?:[^:\";]|(?::(?:attr|att|at|a)?)*(?::[^a:\";]|:a[^t:\";]|:at[^t:\";]|:att[^r:\";]|:attr[^_:\";]))*(?::(?:attr|att|at|a)?)*:|[^\";]*\"(?:[^\"\\\\]|\\\\+[^\\\\])*\"(?:[^\";]+\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*)href=\"((?:[^\"\\\\]|\\\\+[^\\\\])*)\""
-- p5 = "(?:[^\";]|\"(?:[^\"\\\\]|\\\\+[^\\\\])*(?:\"|\\\\*\\z))+"
