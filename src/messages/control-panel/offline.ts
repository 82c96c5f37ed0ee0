/** Working without a network, in the simulator panel. */
export const offlineText = {
  title: 'Offline use',
  intro:
    'Saves the dashboard in this browser, so that it starts without a network, such as on a plane. The world is stored here anyway.',
  save: 'Save for offline use',
  saveAgain: 'Save again',
  saving: (done: number, total: number) => `Saving file ${done} of ${total}`,
  preparing: 'Saving',
  saved: (time: string) => `Saved: the build of ${time}. While there is a network, the newest build is used.`,
  install: 'In the menu of the browser you can also install it as an app.',
  remove: 'Remove the copy',
  removed: 'The copy was removed',
  unavailable: 'This browser does not allow a service worker here, without which no page can start offline',
  development: 'Only a build can be saved, not the development server',
  noList: 'This server has no list of the files of the build. Deploy all of its files.',
  changedMeanwhile: 'A new version was deployed meanwhile. Save again.',
  noRoom: 'This browser has no room for the copy.',
  unreachable: 'Not all files could be loaded. Check your connection, then save again.',
}
