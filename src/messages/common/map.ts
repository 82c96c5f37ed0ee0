import { formatNumber } from '@/lib/format.ts'

const share = (part: string, all: string) => `${part}/${all}`

/** Texts of the map. */
export const mapText = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  center: 'Show all markers',
  keys: 'Arrow keys move the map, plus and minus zoom.',
  pickKeys:
    'Click the map or drag the marker. Arrow keys move the map, plus and minus zoom, Enter chooses the point under the crosshair.',
  selectKeys:
    'Arrow keys move the map, plus and minus zoom. Hold Shift and drag to select an area, or use “Select all in view”.',
  selectBox: 'Select an area',
  selectView: 'Select all in view',
  /** Contains what is written on the mark, so that who speaks it can choose it. */
  cluster: (
    { count, ofWorst, selected }: { count: number; ofWorst: number; selected: number },
    worst: string,
  ) => {
    const here =
      ofWorst === count
        ? `${formatNumber(count)} here: ${worst}`
        : `${share(formatNumber(ofWorst), formatNumber(count))}: ${worst}, the worst here`
    if (selected === 0) return `${here}. Zoom in.`
    return selected === count
      ? `${here}, all selected. Zoom in.`
      : `${here}, ${formatNumber(selected)} selected. Zoom in.`
  },
  share,
  spread: (count: string, shown: string) =>
    count === shown ? `${count} at this location` : `${shown} of ${count} at this location`,
  loading: 'Loading the map',
  kilometres: (distance: string) => `${distance} km`,
  metres: (distance: string) => `${distance} m`,
  legend: 'Legend',
  /** A number of devices, on the mark of a cluster in the legend. */
  legendNumber: 'm/n',
  legendMany: 'm of n devices have the status shown, the worst there',
  sources: 'Natural Earth',
  tilesMissing: 'The map tiles could not be loaded. Outlines are shown instead.',
}
