/**
 * The ISO 3166 two-letter codes of countries, each with the number by which the atlas identifies the
 * country. All countries that the atlas draws are in this list, except Antarctica.
 */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  `
  AE784 AF004 AL008 AM051 AO024 AR032 AT040 AU036 AZ031 BA070 BD050 BE056 BF854 BG100 BI108
  BJ204 BN096 BO068 BR076 BS044 BT064 BW072 BY112 BZ084 CA124 CD180 CF140 CG178 CH756 CI384 CL152
  CM120 CN156 CO170 CR188 CU192 CY196 CZ203 DE276 DJ262 DK208 DO214 DZ012 EC218 EE233 EG818 EH732
  ER232 ES724 ET231 FI246 FJ242 FK238 FR250 GA266 GB826 GE268 GH288 GL304 GM270 GN324 GQ226 GR300
  GT320 GW624 GY328 HN340 HR191 HT332 HU348 ID360 IE372 IL376 IN356 IQ368 IR364 IS352 IT380 JM388
  JO400 JP392 KE404 KG417 KH116 KP408 KR410 KW414 KZ398 LA418 LB422 LK144 LR430 LS426 LT440 LU442
  LV428 LY434 MA504 MD498 ME499 MG450 MK807 ML466 MM104 MN496 MR478 MW454 MX484 MY458 MZ508 NA516
  NC540 NE562 NG566 NH548 NI558 NL528 NO578 NP524 NZ554 OM512 PA591 PE604 PG598 PH608 PK586 PL616
  PR630 PS275 PT620 PY600 QA634 RO642 RS688 RU643 RW646 SA682 SB090 SD729 SE752 SI705 SK703 SL694
  SN686 SO706 SR740 SS728 SV222 SY760 SZ748 TD148 TF260 TG768 TH764 TJ762 TL626 TM795 TN788 TR792
  TT780 TW158 TZ834 UA804 UG800 US840 UY858 UZ860 VE862 VN704 YE887 ZA710 ZM894 ZW716
  `
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
)

/** Kosovo has no ISO number. The atlas identifies it by this name. */
const KOSOVO = 'Kosovo'

const names = new Intl.DisplayNames(['en'], { type: 'region' })
const BY_NAME: ReadonlyMap<string, string> = new Map(
  [...NUMBERS.keys(), 'XK'].map((code) => [(names.of(code) ?? code).toLowerCase(), code]),
)

/**
 * Returns the two-letter code of a country that is given by its code or by its English name; null for any
 * other text.
 */
export function countryCode(value: string): string | null {
  const code = value.toUpperCase()
  if (NUMBERS.has(code) || code === 'XK') return code
  return BY_NAME.get(value.toLowerCase()) ?? null
}

/**
 * Returns the English name of the country with a code, such as Germany for `DE`. It also knows countries
 * that the atlas does not draw. Null for any other text.
 */
export function countryName(value: string): string | null {
  if (!/^[A-Za-z]{2}$/.test(value)) return null
  const name = names.of(value.toUpperCase())
  return name === undefined || name === value.toUpperCase() ? null : name
}

/** Returns the key of a country in the atlas. */
export const atlasKey = (code: string): string => (code === 'XK' ? KOSOVO : (NUMBERS.get(code) ?? ''))
