declare module 'world-atlas/countries-110m.json' {
  // biome-ignore lint/correctness/noUndeclaredDependencies: it comes with @types/topojson-client
  import type { GeometryCollection, Topology } from 'topojson-specification'

  const atlas: Topology<{ countries: GeometryCollection<{ name: string }> }>
  // biome-ignore lint/style/noDefaultExport: so is a file of JSON imported
  export default atlas
}
