(multiSearchAny(ifNull(properties.`$elements_chain`.:String, ''), {p0:Array(String)})) AND (match(ifNull(properties.`$elements_chain`.:String, ''), {p1:String}))
-- p0 = ["text=\"Buy \\\"now\\\"\""]
-- p1 = "^(?:(?:[^\";]|\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*?;)*?(?:(?:[^:\";]|(?::(?:attr|att|at|a)?)*(?::[^a:\";]|:a[^t:\";]|:at[^t:\";]|:att[^r:\";]|:attr[^_:\";]))*(?::(?:attr|att|at|a)?)*:|[^\";]*\"(?:[^\"\\\\]|\\\\+[^\\\\])*\"(?:[^\";]+\"(?:[^\"\\\\]|\\\\+[^\\\\])*\")*)(?:text=\"Buy \\\\\"now\\\\\"\")"
