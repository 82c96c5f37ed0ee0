/** The wall: fleets in turn, for a screen in an operations room. */
export const wallText = {
  documentTitle: (fleet: string) => `${fleet} · Wall`,
  open: 'Show on a wall',
  openAll: 'Wall mode: all fleets',
  paletteKeywords: 'wall screen operations room monitor big television kiosk',
  leave: 'Leave the wall',
  pause: 'Pause',
  resume: 'Resume',
  devices: (number: number) => (number === 1 ? 'device' : 'devices'),
  attention: (number: number) => (number === 1 ? 'needs attention' : 'need attention'),
  fresh: (age: string) => `Data: ${age} old`,
  stale: (age: string) => `Out of date: the data is ${age} old`,
  staleDetail: 'The platform does not answer. What is shown may not be true any more.',
  loading: 'Loading the fleets',
  waiting: 'The platform has not answered yet',
  none: 'No fleets to show',
  noneDetail: 'This account sees none of the chosen fleets, or they have no devices.',
  fleets: 'Fleets on this wall',
  show: (fleet: string, percent: string | null) =>
    percent === null ? fleet : `${fleet}, ${percent} operational`,
  last: 'Last 24 hours',
}
