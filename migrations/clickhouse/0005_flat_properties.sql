-- Lists and objects among the properties are compared as their JSON text. The JSON type keeps neither the text of a list nor an object as a
-- whole, so that inserts send the properties in a second form beside the first, `flat_properties`, in which these are text already; empty
-- where the properties have none. The table does not keep it. Rows from before have the engine's form of a list, and no text of an object.
ALTER TABLE events ADD COLUMN IF NOT EXISTS flat_properties String EPHEMERAL '';
ALTER TABLE events MODIFY COLUMN properties DEFAULT CAST(if(flat_properties = '', properties_raw, flat_properties), 'JSON(
  max_dynamic_paths = 0,
  `$browser` LowCardinality(Nullable(String)),
  `$current_url` Nullable(String),
  `$device_type` LowCardinality(Nullable(String)),
  `$geoip_country_code` LowCardinality(Nullable(String)),
  `$host` LowCardinality(Nullable(String)),
  `$lib` LowCardinality(Nullable(String)),
  `$os` LowCardinality(Nullable(String)),
  `$pathname` Nullable(String),
  `$referring_domain` LowCardinality(Nullable(String)),
  `$session_id` Nullable(String),
  `utm_campaign` LowCardinality(Nullable(String)),
  `utm_medium` LowCardinality(Nullable(String)),
  `utm_source` LowCardinality(Nullable(String))
)');

ALTER TABLE persons ADD COLUMN IF NOT EXISTS flat_properties String EPHEMERAL '';
ALTER TABLE persons MODIFY COLUMN properties DEFAULT CAST(if(flat_properties = '', properties_raw, flat_properties), 'JSON(max_dynamic_paths = 0)');

ALTER TABLE groups ADD COLUMN IF NOT EXISTS flat_properties String EPHEMERAL '';
ALTER TABLE groups MODIFY COLUMN properties DEFAULT CAST(if(flat_properties = '', properties_raw, flat_properties), 'JSON(max_dynamic_paths = 0)');
