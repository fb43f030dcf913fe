declare module 'world-atlas/countries-110m.json' {
  // biome-ignore lint/correctness/noUndeclaredDependencies: it comes with @types/topojson-client
  import type { GeometryCollection, Topology } from 'topojson-specification'

  const atlas: Topology<{ countries: GeometryCollection<{ name: string }> }>
  // biome-ignore lint/style/noDefaultExport: a JSON file is imported by its default export
  export default atlas
}
