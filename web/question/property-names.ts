/** Readable names for properties that SDKs and the server set. */
const NAMES: Readonly<Record<string, string>> = {
  $browser: 'Browser',
  $browser_version: 'Browser version',
  $current_url: 'URL',
  $device_type: 'Device type',
  $geoip_city_name: 'City',
  $geoip_country_code: 'Country code',
  $geoip_country_name: 'Country',
  $host: 'Host',
  $initial_referring_domain: 'First referring domain',
  $lib: 'Library',
  $os: 'Operating system',
  $pathname: 'Path',
  $referrer: 'Referrer',
  $referring_domain: 'Referring domain',
  $session_duration: 'Session duration',
  $channel_type: 'Channel',
  utm_campaign: 'UTM campaign',
  utm_medium: 'UTM medium',
  utm_source: 'UTM source',
}

/**
 * Returns a readable name for a property, such as `Device type` for `$device_type`. Without one, it is the
 * key of the property.
 */
export const propertyName = (key: string): string => NAMES[key] ?? key
