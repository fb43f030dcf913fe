-- select $channel_type, count() from sessions where $channel_type != 'Direct' group by 1
SELECT
  `s1`.`c0` AS `0`,
  toFloat64(count()) AS `1`
FROM (
  SELECT
    multiIf(
      lower(ifNull(`entry utm_campaign`, '')) = 'cross-network', 'Cross Network',
      (ifNull(`entry gclid`, '') != '' OR match(lower(ifNull(`entry utm_medium`, '')), {p0:String})) AND hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p1:Array(String)}, {p2:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p3:Array(String)}), 'Paid Search',
      (ifNull(`entry gclid`, '') != '' OR match(lower(ifNull(`entry utm_medium`, '')), {p4:String})) AND hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p5:Array(String)}, {p6:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p7:Array(String)}), 'Paid Social',
      (ifNull(`entry gclid`, '') != '' OR match(lower(ifNull(`entry utm_medium`, '')), {p8:String})) AND hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p9:Array(String)}, {p10:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p11:Array(String)}), 'Paid Video',
      ifNull(`entry gclid`, '') != '' OR match(lower(ifNull(`entry utm_medium`, '')), {p12:String}), 'Paid Unknown',
      match(lower(ifNull(`entry utm_medium`, '')), {p13:String}), 'Email',
      match(lower(ifNull(`entry utm_medium`, '')), {p14:String}), 'Affiliate',
      match(lower(ifNull(`entry utm_medium`, '')), {p15:String}), 'Display',
      match(lower(ifNull(`entry utm_medium`, '')), {p16:String}), 'Audio',
      match(lower(ifNull(`entry utm_medium`, '')), {p17:String}), 'SMS',
      match(lower(ifNull(`entry utm_medium`, '')), {p18:String}), 'Push',
      hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p19:Array(String)}, {p20:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p21:Array(String)}), 'Organic Search',
      hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p22:Array(String)}, {p23:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p24:Array(String)}) OR match(lower(ifNull(`entry utm_medium`, '')), {p25:String}), 'Organic Social',
      hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p26:Array(String)}, {p27:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p28:Array(String)}) OR match(lower(ifNull(`entry utm_medium`, '')), {p29:String}), 'Organic Video',
      transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p30:Array(String)}, {p31:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')) NOT IN ('', '$direct') OR match(lower(ifNull(`entry utm_medium`, '')), {p32:String}), 'Referral',
      lower(ifNull(`entry utm_source`, '')) IN ('', 'direct', '(direct)') AND match(lower(ifNull(`entry utm_medium`, '')), {p33:String}), 'Direct',
      'Unknown'
    ) AS `c0`
  FROM (
    SELECT
      ifNull(properties.`$session_id`, '') AS session,
      if(length(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', properties.`utm_source`), '')), event IN ('$pageview', '$screen'))) > 8, CAST(substring(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', properties.`utm_source`), '')), event IN ('$pageview', '$screen')), 10), 'Nullable(String)'), NULL) AS `entry utm_source`,
      if(length(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', properties.`utm_medium`), '')), event IN ('$pageview', '$screen'))) > 8, CAST(substring(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', properties.`utm_medium`), '')), event IN ('$pageview', '$screen')), 10), 'Nullable(String)'), NULL) AS `entry utm_medium`,
      if(length(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', properties.`utm_campaign`), '')), event IN ('$pageview', '$screen'))) > 8, CAST(substring(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', properties.`utm_campaign`), '')), event IN ('$pageview', '$screen')), 10), 'Nullable(String)'), NULL) AS `entry utm_campaign`,
      if(length(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', properties.`$referring_domain`), '')), event IN ('$pageview', '$screen'))) > 8, CAST(substring(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', properties.`$referring_domain`), '')), event IN ('$pageview', '$screen')), 10), 'Nullable(String)'), NULL) AS `entry $referring_domain`,
      if(length(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', CAST(properties.`gclid`, 'Nullable(String)')), '')), event IN ('$pageview', '$screen'))) > 8, CAST(substring(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', CAST(properties.`gclid`, 'Nullable(String)')), '')), event IN ('$pageview', '$screen')), 10), 'Nullable(String)'), NULL) AS `entry gclid`
    FROM `events`
    WHERE (project_id = {p34:UInt32}) AND (day >= {p35:Date}) AND (day <= {p36:Date}) AND (session != '')
    GROUP BY session
  )
  WHERE ifNull((multiIf(
    lower(ifNull(`entry utm_campaign`, '')) = 'cross-network', 'Cross Network',
    (ifNull(`entry gclid`, '') != '' OR match(lower(ifNull(`entry utm_medium`, '')), {p37:String})) AND hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p38:Array(String)}, {p39:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p40:Array(String)}), 'Paid Search',
    (ifNull(`entry gclid`, '') != '' OR match(lower(ifNull(`entry utm_medium`, '')), {p41:String})) AND hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p42:Array(String)}, {p43:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p44:Array(String)}), 'Paid Social',
    (ifNull(`entry gclid`, '') != '' OR match(lower(ifNull(`entry utm_medium`, '')), {p45:String})) AND hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p46:Array(String)}, {p47:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p48:Array(String)}), 'Paid Video',
    ifNull(`entry gclid`, '') != '' OR match(lower(ifNull(`entry utm_medium`, '')), {p49:String}), 'Paid Unknown',
    match(lower(ifNull(`entry utm_medium`, '')), {p50:String}), 'Email',
    match(lower(ifNull(`entry utm_medium`, '')), {p51:String}), 'Affiliate',
    match(lower(ifNull(`entry utm_medium`, '')), {p52:String}), 'Display',
    match(lower(ifNull(`entry utm_medium`, '')), {p53:String}), 'Audio',
    match(lower(ifNull(`entry utm_medium`, '')), {p54:String}), 'SMS',
    match(lower(ifNull(`entry utm_medium`, '')), {p55:String}), 'Push',
    hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p56:Array(String)}, {p57:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p58:Array(String)}), 'Organic Search',
    hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p59:Array(String)}, {p60:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p61:Array(String)}) OR match(lower(ifNull(`entry utm_medium`, '')), {p62:String}), 'Organic Social',
    hasAny(splitByRegexp('[^a-z0-9]+', concat(lower(ifNull(`entry utm_source`, '')), ' ', transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p63:Array(String)}, {p64:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')))), {p65:Array(String)}) OR match(lower(ifNull(`entry utm_medium`, '')), {p66:String}), 'Organic Video',
    transform(replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', ''), {p67:Array(String)}, {p68:Array(String)}, replaceRegexpOne(lower(ifNull(`entry $referring_domain`, '')), '^www[.]', '')) NOT IN ('', '$direct') OR match(lower(ifNull(`entry utm_medium`, '')), {p69:String}), 'Referral',
    lower(ifNull(`entry utm_source`, '')) IN ('', 'direct', '(direct)') AND match(lower(ifNull(`entry utm_medium`, '')), {p70:String}), 'Direct',
    'Unknown'
  ) != {p71:String}), true)
) AS `s1`
GROUP BY `s1`.`c0`
-- p0 = "^(.*cp.*|ppc|retargeting|paid.*)$"
-- p1 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p2 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p3 = ["google","bing","duckduckgo","yahoo","baidu","yandex","ecosia","qwant","naver","startpage","brave"]
-- p4 = "^(.*cp.*|ppc|retargeting|paid.*)$"
-- p5 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p6 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p7 = ["facebook","instagram","twitter","linkedin","reddit","pinterest","tiktok","threads","mastodon","bluesky","bsky","whatsapp","telegram","snapchat","quora","medium","ycombinator","vk"]
-- p8 = "^(.*cp.*|ppc|retargeting|paid.*)$"
-- p9 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p10 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p11 = ["youtube","vimeo","twitch","dailymotion"]
-- p12 = "^(.*cp.*|ppc|retargeting|paid.*)$"
-- p13 = "^(e-?mail)$"
-- p14 = "^(affiliates?)$"
-- p15 = "^(display|banner|expandable|interstitial)$"
-- p16 = "^(audio)$"
-- p17 = "^(sms)$"
-- p18 = "^(.*push.*|.*notification.*)$"
-- p19 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p20 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p21 = ["google","bing","duckduckgo","yahoo","baidu","yandex","ecosia","qwant","naver","startpage","brave"]
-- p22 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p23 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p24 = ["facebook","instagram","twitter","linkedin","reddit","pinterest","tiktok","threads","mastodon","bluesky","bsky","whatsapp","telegram","snapchat","quora","medium","ycombinator","vk"]
-- p25 = "^(social.*)$"
-- p26 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p27 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p28 = ["youtube","vimeo","twitch","dailymotion"]
-- p29 = "^(.*video.*)$"
-- p30 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p31 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p32 = "^(referral)$"
-- p33 = "^(none|\\(none\\)|)$"
-- p34 = 7
-- p35 = "1970-01-01"
-- p36 = "2148-12-31"
-- p37 = "^(.*cp.*|ppc|retargeting|paid.*)$"
-- p38 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p39 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p40 = ["google","bing","duckduckgo","yahoo","baidu","yandex","ecosia","qwant","naver","startpage","brave"]
-- p41 = "^(.*cp.*|ppc|retargeting|paid.*)$"
-- p42 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p43 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p44 = ["facebook","instagram","twitter","linkedin","reddit","pinterest","tiktok","threads","mastodon","bluesky","bsky","whatsapp","telegram","snapchat","quora","medium","ycombinator","vk"]
-- p45 = "^(.*cp.*|ppc|retargeting|paid.*)$"
-- p46 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p47 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p48 = ["youtube","vimeo","twitch","dailymotion"]
-- p49 = "^(.*cp.*|ppc|retargeting|paid.*)$"
-- p50 = "^(e-?mail)$"
-- p51 = "^(affiliates?)$"
-- p52 = "^(display|banner|expandable|interstitial)$"
-- p53 = "^(audio)$"
-- p54 = "^(sms)$"
-- p55 = "^(.*push.*|.*notification.*)$"
-- p56 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p57 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p58 = ["google","bing","duckduckgo","yahoo","baidu","yandex","ecosia","qwant","naver","startpage","brave"]
-- p59 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p60 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p61 = ["facebook","instagram","twitter","linkedin","reddit","pinterest","tiktok","threads","mastodon","bluesky","bsky","whatsapp","telegram","snapchat","quora","medium","ycombinator","vk"]
-- p62 = "^(social.*)$"
-- p63 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p64 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p65 = ["youtube","vimeo","twitch","dailymotion"]
-- p66 = "^(.*video.*)$"
-- p67 = ["t.co","x.com","youtu.be","lnkd.in","fb.me"]
-- p68 = ["twitter","twitter","youtube","linkedin","facebook"]
-- p69 = "^(referral)$"
-- p70 = "^(none|\\(none\\)|)$"
-- p71 = "Direct"
