/** Texts of the map. */
export const mapText = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  center: 'Show all markers',
  keys: 'Arrow keys move the map, plus and minus zoom.',
  pickKeys: 'Arrow keys move the map, plus and minus zoom, Enter chooses the place under the cross.',
  cluster: (count: string) => `${count} here. Zoom in.`,
  spread: (count: string, shown: string) =>
    count === shown ? `${count} on this spot` : `${shown} of ${count} on this spot`,
  loading: 'Loading the map',
  sources: 'Outlines: Natural Earth',
}
