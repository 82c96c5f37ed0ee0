import { formatNumber } from '../lib/format.ts'

/** Texts of the map. */
export const mapText = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  center: 'Show all markers',
  keys: 'Arrow keys move the map, plus and minus zoom.',
  pickKeys:
    'Press a place or drag the marker. Arrow keys move the map, plus and minus zoom, Enter chooses the place under the cross.',
  selectKeys:
    'Arrow keys move the map, plus and minus zoom. Drag with Shift held to select by a box; the button Select all in view does the same for what is seen.',
  selectBox: 'Select by drawing a box',
  selectView: 'Select all in view',
  cluster: (count: number, worst: string, selected: number) =>
    `${formatNumber(count)} here, worst: ${worst}${selected === 0 ? '' : `, ${selected === count ? 'all' : formatNumber(selected)} selected`}. Zoom in.`,
  spread: (count: string, shown: string) =>
    count === shown ? `${count} on this spot` : `${shown} of ${count} on this spot`,
  loading: 'Loading the map',
  sources: 'Natural Earth',
  tilesMissing: 'The map tiles could not be loaded. Outlines are shown instead.',
}
