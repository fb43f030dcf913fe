/** General categories of Unicode that RE2 knows. */
const CATEGORIES = `
  C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs
`
/**
 * Scripts of Unicode that the event engine knows. They are the scripts of Unicode 15 (chdb 3.4.0,
 * ClickHouse 26.7.2.1).
 */
const SCRIPTS = `
  Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki
  Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee
  Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra
  Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati
  Gunjala_Gondi Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic
  Inherited Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li
  Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian
  Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek
  Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean
  Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian
  Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur
  Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic
  Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese
  Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai
  Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square
`

const CLASSES: ReadonlySet<string> = new Set(['Any', ...`${CATEGORIES} ${SCRIPTS}`.trim().split(/\s+/)])

/** Matches a text between `\Q` and `\E`, a class with its name, or any other character after a backslash. */
const ESCAPE = /\\Q[\s\S]*?(?:\\E|$)|\\[pP](?:\{\^?([^}]*)\}|([\s\S]))|\\[\s\S]/g

/**
 * Returns whether a regular expression has a class of Unicode that the event engine does not know, such as
 * `\p{LC}` or a newer script. RE2JS, which checks expressions in this process, knows these classes. The
 * engine accepts them while there is no data, and fails as soon as there is data.
 */
export const hasUnknownClass = (pattern: string): boolean =>
  [...pattern.matchAll(ESCAPE)].some(([, name, letter]) => {
    const known = name ?? letter
    return known !== undefined && !CLASSES.has(known)
  })
